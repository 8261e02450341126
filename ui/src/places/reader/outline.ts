// Headings as a tree, and which of them one is reading.

import type { OutlineItem } from '../../api';
import type { Standing } from './handle';
import { lowerBound } from './notes';

export interface Branch {
  item: OutlineItem;
  /** Place in the outline. */
  index: number;
  /** From 1, without gaps where the document skips a level. */
  depth: number;
  branch: boolean;
  closed: boolean;
}

/** What is seen of the tree while the branches in `folded` are closed. */
export function visibleItems(items: readonly OutlineItem[], folded: ReadonlySet<number>): Branch[] {
  const shown: Branch[] = [];
  const open: { level: number; closed: boolean }[] = [];
  for (const [index, item] of items.entries()) {
    while ((open.at(-1)?.level ?? 0) >= item.level) open.pop();
    const hidden = open.some(({ closed }) => closed);
    const branch = (items[index + 1]?.level ?? 0) > item.level;
    const closed = branch && folded.has(index);
    open.push({ level: item.level, closed });
    if (!hidden) shown.push({ item, index, depth: open.length, branch, closed });
  }
  return shown;
}

/** The last heading at or above what stands at the top of the view; -1 above the first. */
export function currentSection(items: readonly OutlineItem[], { byte, page }: Standing): number {
  if (byte !== null) return lowerBound(items.length, (at) => (items[at]?.start ?? 0) > byte) - 1;
  if (page === null) return -1;
  return lowerBound(items.length, (at) => (items[at]?.page ?? 0) > page) - 1;
}
