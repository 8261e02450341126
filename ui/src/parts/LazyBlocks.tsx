// A long list in blocks: a block far from the view is an empty box of its guessed height.

import { type ReactNode, useEffect, useRef, useState } from 'react';

interface LazyBlocksProps<T> {
  items: readonly T[];
  size: number;
  /** Guessed height of one item, in rem. */
  item_rem: number;
  /** Index that must be there from the start. */
  target?: number;
  /** What an empty box is: an item where it stands in a list. */
  box?: 'li' | 'div';
  /** Draws a block: one thing for each item or for all, each with a key of its own in the whole list. */
  children: (items: readonly T[], first: number) => ReactNode[];
}

export function LazyBlocks<T>(props: LazyBlocksProps<T>) {
  const { items, size, item_rem, target = 0, box = 'li', children } = props;
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, block) => block * size);
  const all = !('IntersectionObserver' in window);
  // one flat list: what moves from block to block as others come in is moved, not made anew
  return starts.flatMap((first) => {
    const block = items.slice(first, first + size);
    const near = all || seen.has(first) || Math.abs(first - target) <= size;
    if (near) return children(block, first);
    return (
      <FarBlock
        key={`far ${first}`}
        as={box}
        height_rem={block.length * item_rem}
        draw={() => setSeen((known) => new Set(known).add(first))}
      />
    );
  });
}

interface FarBlockProps {
  as: 'li' | 'div';
  height_rem: number;
  draw: () => void;
}

function FarBlock({ as: Box, height_rem, draw }: FarBlockProps) {
  const box = useRef<HTMLLIElement & HTMLDivElement>(null);
  const comes = useRef(draw);
  comes.current = draw;
  useEffect(() => {
    if (box.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) comes.current();
      },
      // a margin counts for the element that scrolls alone
      { root: box.current.closest('.scroll'), rootMargin: '800px 0px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return <Box ref={box} aria-hidden="true" style={{ height: `${height_rem}rem` }} />;
}
