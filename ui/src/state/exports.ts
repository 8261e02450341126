// Exports that were dropped on the place where they are checked.

import { useSyncExternalStore } from 'react';

export interface Dropped {
  path: string;
}

let dropped: Dropped | null = null;
const listeners = new Set<() => void>();

/** One more drop; the same path again is looked at again. */
export function checkDropped(path: string): void {
  dropped = { path };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    dropped = null;
  };
}

export function useCheckedDrop(): Dropped | null {
  return useSyncExternalStore(subscribe, () => dropped);
}
