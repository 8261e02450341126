// What was just done, in one polite live region for the whole window: seen for a while, and spoken.

import { useSyncExternalStore } from 'react';

const SHOWN_MS = 6_000;

let message = { text: '', seen: true };
let fading: number | undefined;
const listeners = new Set<() => void>();

export function announce(text: string): void {
  tell(text, true);
}

/** Spoken alone: what the place itself shows, to those who do not see it. */
export function speak(text: string): void {
  tell(text, false);
}

function tell(text: string, seen: boolean): void {
  window.clearTimeout(fading);
  message = { text, seen };
  if (text !== '') fading = window.setTimeout(() => announce(''), SHOWN_MS);
  for (const listener of listeners) listener();
}

export function Announcements() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
  );
  return (
    <div role="status" className="announcements">
      {shown.text !== '' && <p className={shown.seen ? undefined : 'sr-only'}>{shown.text}</p>}
    </div>
  );
}
