// A long list in blocks: a block far from the view is an empty box of its guessed height.

import { type ReactNode, useEffect, useRef, useState } from 'react';

interface LazyBlocksProps<T> {
  items: readonly T[];
  size: number;
  /** Guessed height of one item, in rem. */
  item_rem: number;
  /** Index that must be there from the start. */
  target?: number;
  children: (items: readonly T[], first: number) => ReactNode;
}

export function LazyBlocks<T>({ items, size, item_rem, target = 0, children }: LazyBlocksProps<T>) {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, block) => block * size);
  return starts.map((first) => {
    const block = items.slice(first, first + size);
    const near = Math.abs(first - target) <= size;
    return (
      <LazyBlock key={first} eager={near} height_rem={block.length * item_rem}>
        {() => children(block, first)}
      </LazyBlock>
    );
  });
}

interface LazyBlockProps {
  eager: boolean;
  height_rem: number;
  children: () => ReactNode;
}

export function LazyBlock({ eager, height_rem, children }: LazyBlockProps) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(eager || !('IntersectionObserver' in window));
  useEffect(() => {
    if (near || box.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '800px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [near]);
  if (near || eager) return children();
  return <div ref={box} style={{ height: `${height_rem}rem` }} />;
}
