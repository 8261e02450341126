// The document's headings as a tree: the current section is marked while one scrolls, a click jumps,
// branches fold. One stop for the Tab key; arrows walk, Home and End reach the ends.

import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { OutlineItem } from '../../api';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { visibleItems } from './outline';

interface OutlineProps {
  items: OutlineItem[];
  /** Place of the section at the top of the view; -1 before the first. */
  current: number;
  jump: (item: OutlineItem) => void;
}

export function Outline({ items, current, jump }: OutlineProps) {
  const box = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [focused, setFocused] = useState(0);
  const visible = useMemo(() => visibleItems(items, folded), [items, folded]);
  // a folded branch stands for the section inside of it
  const marked = visible.findLast(({ index }) => index <= current)?.index ?? -1;
  const stop = visible.some(({ index }) => index === focused) ? focused : (visible[0]?.index ?? 0);
  useEffect(() => {
    if (box.current?.contains(document.activeElement) === true) return;
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const go = (index: number | undefined) => {
    if (index === undefined) return;
    setFocused(index);
    box.current?.querySelector<HTMLElement>(`[data-outline="${index}"]`)?.focus();
  };
  const fold = (index: number, closed: boolean) => {
    const now = new Set(folded);
    if (closed) now.add(index);
    else now.delete(index);
    setFolded(now);
  };
  const pressed = (event: KeyboardEvent) => {
    const at = visible.findIndex(({ index }) => index === stop);
    const here = visible[at];
    if (here === undefined) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(visible[at + 1]?.index),
      ArrowUp: () => go(visible[at - 1]?.index),
      Home: () => go(visible[0]?.index),
      End: () => go(visible.at(-1)?.index),
      ArrowRight: () =>
        here.branch && here.closed ? fold(here.index, false) : go(visible[at + 1]?.index),
      ArrowLeft: () =>
        here.branch && !here.closed
          ? fold(here.index, true)
          : go(visible.slice(0, at).findLast(({ depth }) => depth < here.depth)?.index),
      Enter: () => jump(here.item),
      ' ': () => jump(here.item),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  if (items.length === 0) return <p className="panel-note">This document has no headings.</p>;
  return (
    <div className="outline" role="tree" aria-label="Outline" ref={box} onKeyDown={pressed}>
      <LazyBlocks items={visible} size={200} item_rem={1.9} target={Math.max(0, marked)} box="div">
        {(block) =>
          block.map(({ item, index, depth, branch, closed }) => (
            <div
              key={index}
              role="treeitem"
              className="outline-item"
              data-outline={index}
              aria-level={depth}
              aria-selected={index === marked}
              aria-current={index === marked ? 'location' : undefined}
              aria-expanded={branch ? !closed : undefined}
              tabIndex={index === stop ? 0 : -1}
              style={{ paddingInlineStart: `${depth * 0.85 - 0.35}rem` }}
              onFocus={() => setFocused(index)}
              onClick={() => jump(item)}
            >
              <span
                className="outline-fold"
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  if (branch) fold(index, !closed);
                }}
              >
                {branch ? (closed ? '▸' : '▾') : ''}
              </span>
              <span className="outline-title">{item.title}</span>
              {item.page !== null && (
                <span className="outline-page">
                  <span className="sr-only"> page </span>
                  {item.page}
                </span>
              )}
            </div>
          ))
        }
      </LazyBlocks>
    </div>
  );
}
