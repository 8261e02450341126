// What is selected in a list: single items, and ranges from where the keyboard or the mouse began.

import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { announce } from '../../parts/announce';
import { useShortcuts } from '../../parts/shortcuts';
import { count } from '../../parts/words';
import { focusItem } from './useNextFocus';

export interface Selection {
  selected: ReadonlySet<string>;
  toggle: (id: string) => void;
  clear: () => void;
  /** For the list's items: Shift and a click select a range. */
  clicked: (event: MouseEvent, id: string) => void;
}

export function useSelection(
  box: RefObject<HTMLElement | null>,
  ids: readonly string[],
  /** For an item that is not drawn: it is to be, and to have the keyboard. */
  reach: (id: string) => void = () => undefined,
): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const at = useRef<string | null>(null);
  const extending = useRef(false);
  const here = new Set(ids);
  const selected = new Set([...chosen].filter((id) => here.has(id)));

  const set = (next: ReadonlySet<string>) => {
    setChosen(next);
    announce(next.size === 0 ? 'Nothing is selected.' : `${count(next.size, 'node')} selected.`);
  };
  const range = (from: string, to: string): string[] => {
    const ends = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
    const [first = 0, last = 0] = ends;
    return first < 0 ? [to] : ids.slice(first, last + 1);
  };
  const focus = (id: string) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const item = items.find((candidate) => candidate.dataset['item'] === id);
    if (item === document.activeElement) return;
    extending.current = true;
    if (item === undefined) return reach(id);
    focusItem(item);
  };
  const extend = (by: number) => {
    const from = at.current ?? ids[0];
    if (from === undefined) return;
    anchor.current ??= from;
    const next = ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(from) + by))] ?? from;
    set(new Set(range(anchor.current, next)));
    focus(next);
  };
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    set(next);
  };
  const clear = () => {
    anchor.current = null;
    if (selected.size > 0) set(new Set());
  };

  useShortcuts({
    extendDown: () => extend(1),
    extendUp: () => extend(-1),
    select: () => at.current !== null && here.has(at.current) && toggle(at.current),
    selectAll: () => set(new Set(ids)),
    ...(selected.size > 0 && { close: clear }),
  });

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const focused = ({ target }: FocusEvent) => {
      const part = target instanceof Element ? target : null;
      const id = part?.closest('[data-of]')?.getAttribute('data-of') ?? null;
      if (!extending.current) anchor.current = null;
      extending.current = false;
      at.current = id;
    };
    element.addEventListener('focusin', focused);
    return () => element.removeEventListener('focusin', focused);
  }, [box]);

  return {
    selected,
    toggle,
    clear,
    clicked: (event, id) => {
      if (!event.shiftKey) return;
      // a link with Shift would open a window of its own
      event.preventDefault();
      event.stopPropagation();
      const from = anchor.current ?? at.current ?? id;
      set(new Set(range(from, id)));
      focus(id);
      anchor.current = from;
    },
  };
}
