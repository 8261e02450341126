// J and K over a list of which only a part is drawn: they go by the items' order, not by what the page
// holds. The last item is remembered with the history entry, so that Back finds it focused.

import { type RefObject, useEffect, useRef } from 'react';
import { useShortcuts } from '../../parts/shortcuts';
import { recall, remember } from '../../state/router';
import { focusItem } from './useNextFocus';

export function useItemKeys(
  box: RefObject<HTMLElement | null>,
  ids: readonly string[],
  /** Draws an item and gives it the keyboard. */
  reach: (id: string) => void,
): void {
  const go = useRef(reach);
  go.current = reach;
  const step = (by: number) => {
    const focused = document.activeElement?.closest('[data-of]')?.getAttribute('data-of');
    const from = ids.indexOf(focused ?? recall().selected ?? '');
    const next = ids[Math.min(ids.length - 1, Math.max(0, from + by))];
    if (next === undefined) return;
    const drawn = [...(box.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const item = drawn.find((candidate) => candidate.dataset['item'] === next);
    if (item === undefined) return reach(next);
    focusItem(item);
  };
  useShortcuts({ down: () => step(1), up: () => step(-1) });

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const focused = ({ target }: FocusEvent) => {
      const part = target instanceof Element ? target : null;
      const id = part?.closest('[data-of]')?.getAttribute('data-of') ?? null;
      if (id !== null) remember({ selected: id });
    };
    element.addEventListener('focusin', focused);
    const { selected } = recall();
    const here = element.querySelector(`[data-of="${CSS.escape(selected ?? '')}"]`) !== null;
    if (selected !== null && here && document.activeElement === document.body) go.current(selected);
    return () => element.removeEventListener('focusin', focused);
  }, [box]);
}
