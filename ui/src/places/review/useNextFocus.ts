// Where the keyboard goes on once the item it was at has left: chosen before, done as soon as the list
// shows it, at the fallback until then. Focus is never lost to the page.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface NextFocus {
  /** The first of these items that is there; the fallback where none is. */
  focus: (ids: readonly string[]) => void;
}

export function useNextFocus(
  box: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): NextFocus {
  const wanted = useRef<readonly string[] | null>(null);
  const [, draw] = useState(0);
  const waiting = useRef(false);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    // whoever has gone on in the meantime is left there
    if (waiting.current && document.activeElement !== fallback.current) {
      wanted.current = null;
      return;
    }
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const found = wanted.current
      .map((id) => items.find((item) => item.dataset['item'] === id))
      .find((item) => item !== undefined);
    const target = found ?? fallback.current;
    if (target !== document.activeElement && target !== null) focusItem(target);
    // what an undo gives back may be drawn a moment later
    waiting.current = found === undefined && wanted.current.length > 0;
    if (!waiting.current) wanted.current = null;
  });
  return {
    focus: (ids) => {
      wanted.current = ids;
      waiting.current = false;
      draw((times) => times + 1);
    },
  };
}

/** Gives it the keyboard, and shows the whole item it stands for. */
export function focusItem(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  (element.closest('[data-of]') ?? element).scrollIntoView({ block: 'nearest' });
}

/** The items to go on with when some leave: those after the last of them, then those before. */
export function heirs(all: readonly string[], leaving: ReadonlySet<string>): string[] {
  const last = all.findLastIndex((id) => leaving.has(id));
  const stays = (id: string) => !leaving.has(id);
  return [
    ...all.slice(last + 1).filter(stays),
    ...all
      .slice(0, last + 1)
      .filter(stays)
      .reverse(),
  ];
}
