// Keeps a scrolling element's position with the history entry, and puts it back on return.

import { type RefObject, useLayoutEffect } from 'react';
import { recall, remember, useEntryKey } from '../state/router';

export function useScrollMemory(box: RefObject<HTMLElement | null>, ready: boolean): void {
  const entry = useEntryKey();
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !ready) return;
    const { top } = recall();
    element.scrollTop = top;
    const scrolled = () => remember({ top: element.scrollTop });
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => element.removeEventListener('scroll', scrolled);
  }, [box, ready, entry]);
}
