// What was just done, what it taught, and its undoing.

import { Icon } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { SHORTCUTS } from '../../parts/shortcuts';
import { changeInWords } from '../review/changeWords';
import type { Changes } from '../review/useChanges';

export function LastChange({ changes }: { changes: Changes }) {
  const last = changes.recent.find(({ action }) => action !== 'undo');
  return (
    <>
      {changes.failure !== null && <ErrorNotice error={changes.failure} />}
      {last !== undefined && (
        <div className="last-change" data-testid="last-change">
          <span>
            {last.undone && 'Undone: '}
            {changeInWords(last)}
          </span>
          {last.undoable && !last.undone && (
            <button
              type="button"
              className="button small"
              title={`Undo (${SHORTCUTS.undo.keys})`}
              disabled={changes.busy}
              onClick={() => void changes.undo(last)}
            >
              <Icon name="again" /> Undo
            </button>
          )}
          {changes.learnt.length > 0 && (
            <span className="section-note">Learnt: {changes.learnt.join('; ')}</span>
          )}
        </div>
      )}
    </>
  );
}
