// What was just done, in one polite live region for the whole window: seen for a while, and spoken.

import { useSyncExternalStore } from 'react';

const SHOWN_MS = 6_000;

let message = '';
let fading: number | undefined;
const listeners = new Set<() => void>();

export function announce(text: string): void {
  window.clearTimeout(fading);
  message = text;
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
      {shown !== '' && <p>{shown}</p>}
    </div>
  );
}
