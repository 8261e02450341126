// A change in words: what was done, and to what.

import type { ChangeView } from '../../api';

/** What stands before the detail; a colon where the detail is no object of the verb. */
const DONE: Record<string, string> = {
  approve: 'approved',
  dismiss: 'dismissed',
  edit: 'edited:',
  move: 'moved:',
  classify: 'placed anew:',
  // these say it all themselves: “A is another name of B”
  merge: '',
  split: '',
  unalias: '',
  delete: 'deleted',
  add: 'added',
  edge: 'relation:',
  override: 'corrected:',
  rule: 'ruled:',
};

/** “approved “OAuth””, “corrected: reliability 0.85 → 0.20”. */
export function changeInWords({ action, detail }: ChangeView): string {
  const done = DONE[action] ?? `${action}:`;
  const verb = done.replace(/:$/, '');
  if (detail === '') return `${verb || action} (what it was about was forgotten)`;
  return done === '' || detail.startsWith(`${verb} `) ? detail : `${done} ${detail}`;
}
