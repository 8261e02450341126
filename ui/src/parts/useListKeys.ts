// J and K, or the arrows, walk over the elements marked `data-item`; the last one is remembered with
// the history entry, so that Back finds it focused.

import { type RefObject, useEffect } from 'react';
import { recall, remember } from '../state/router';
import { useShortcuts } from './shortcuts';

export function useListKeys(box: RefObject<HTMLElement | null>, ready: boolean): void {
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const step = (by: number) => {
    const all = items();
    const now = all.findIndex((item) => item === document.activeElement);
    const selected = all.findIndex((item) => item.dataset['item'] === recall().selected);
    const from = now === -1 ? selected : now;
    const next = all[Math.min(all.length - 1, Math.max(0, from + by))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({ down: () => step(1), up: () => step(-1) });

  useEffect(() => {
    const element = box.current;
    if (element === null || !ready) return;
    const focused = (event: FocusEvent) => {
      const item = (event.target as HTMLElement).closest<HTMLElement>('[data-item]');
      if (item !== null) remember({ selected: item.dataset['item'] ?? null });
    };
    element.addEventListener('focusin', focused);
    const { selected } = recall();
    const again = items().find((item) => item.dataset['item'] === selected);
    if (document.activeElement === document.body) again?.focus({ preventScroll: true });
    return () => element.removeEventListener('focusin', focused);
    // `items` reads the element of the moment.
  }, [box, ready]);
}
