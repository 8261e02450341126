// One polite live region for the whole window.

import { useSyncExternalStore } from 'react';

let message = '';
const listeners = new Set<() => void>();

export function announce(text: string): void {
  message = text;
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
    <div role="status" className="sr-only announcements">
      {shown}
    </div>
  );
}
