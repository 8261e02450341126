// Which items of a long list are far from the view: they are drawn as empty boxes of the height they had,
// so that a key takes as long in a list of thousands as in one of ten.

import { type RefObject, useEffect, useRef, useState } from 'react';

export interface Far {
  /** Item to its height in pixels. */
  heights: ReadonlyMap<string, number>;
  /** Draws an item in full, wherever it is. */
  summon: (id: string) => void;
}

const MARGIN_PX = 1500;

/** Items are the elements with `data-of`. */
export function useFar(box: RefObject<HTMLElement | null>, items: readonly unknown[]): Far {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const observer = useRef<IntersectionObserver | null>(null);

  useEffect(() => {
    const seen = (entries: IntersectionObserverEntry[]) =>
      setHeights((known) => {
        const next = new Map(known);
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          const id = target.getAttribute('data-of') ?? '';
          const { height } = boundingClientRect;
          // whatever has the keyboard stays whole
          const leaves = !isIntersecting && height > 0 && !target.contains(document.activeElement);
          if (leaves) next.set(id, height);
          else next.delete(id);
        }
        return next;
      });
    // a margin counts for the element that scrolls alone
    const root = box.current?.closest('.scroll');
    const rootMargin = `${MARGIN_PX}px 0px`;
    observer.current = new IntersectionObserver(seen, { root, rootMargin });
    return () => observer.current?.disconnect();
  }, [box]);

  useEffect(() => {
    const all = box.current?.querySelectorAll('[data-of]') ?? [];
    for (const item of all) observer.current?.observe(item);
  }, [box, items]);

  return {
    heights,
    summon: (id) =>
      setHeights((known) => {
        if (!known.has(id)) return known;
        const next = new Map(known);
        next.delete(id);
        return next;
      }),
  };
}
