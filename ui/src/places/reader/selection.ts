// What a selection in the reader covers, in bytes of the text. What it cannot tell is said to be lost,
// never taken for something else.

import type { ByteRange } from '../../state/router';
import type { ByteMap } from './bytes';

/** What is to be cited. */
export type Chosen = { kind: 'nothing' } | { kind: 'bytes'; range: ByteRange } | { kind: 'lost' };

export function bytes({ start, end }: ByteRange): Chosen {
  return { kind: 'bytes', range: { start, end } };
}

/** Null where no words are selected inside of `box`. */
export function chosen(box: HTMLElement, map: ByteMap): Chosen | null {
  const range = selectedRange(box);
  if (range === null || range.toString().trim() === '') return null;
  const selected = selectedBytes(box, map);
  return selected === null ? { kind: 'lost' } : bytes(selected);
}

/** Null where nothing is selected inside of `box`, or where the view has no places in the text. */
export function selectedBytes(box: HTMLElement, map: ByteMap): ByteRange | null {
  const range = selectedRange(box);
  const units = range === null ? null : unitsOf(box, map, range);
  return units === null ? null : trimmed(map, units[0], units[1]);
}

function selectedRange(box: HTMLElement): Range | null {
  const selection = box.ownerDocument.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return range.intersectsNode(box) ? range : null;
}

function unitsOf(box: HTMLElement, map: ByteMap, range: Range): [number, number] | null {
  const rows = [...box.querySelectorAll<HTMLElement>('span[data-s][data-e], .line')].filter((row) =>
    range.intersectsNode(row),
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [from] = bounds(first, map);
  const [, to] = bounds(last, map);
  if (from === null || to === null) return null;
  const start = from + before(first, range.startContainer, range.startOffset, 0);
  const end = to - after(last, range.endContainer, range.endOffset);
  return start < end ? [start, end] : null;
}

function bounds(row: HTMLElement, map: ByteMap): [number | null, number | null] {
  const { s, e, from } = row.dataset;
  if (from !== undefined) {
    const unit = Number(from);
    return [unit, unit + (row.textContent?.length ?? 0)];
  }
  return [map.toUnit(Number(s)), map.toUnit(Number(e))];
}

/** Characters of the row before a point; `otherwise` where the point is outside of the row. */
function before(row: HTMLElement, node: Node, offset: number, otherwise: number): number {
  if (!row.contains(node)) return otherwise;
  const range = row.ownerDocument.createRange();
  range.setStart(row, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

function after(row: HTMLElement, node: Node, offset: number): number {
  const length = row.textContent?.length ?? 0;
  return length - before(row, node, offset, length);
}

function trimmed(map: ByteMap, from: number, to: number): ByteRange | null {
  const words = map.text.slice(from, to);
  const start = from + words.length - words.trimStart().length;
  const end = from + words.trimEnd().length;
  return start < end ? { start: map.toByte(start), end: map.toByte(end) } : null;
}
