// What the reader notes in the margin of the text's bytes: uses of defined terms and mentions of the
// document's own places. Sorted and free of overlaps, so that any stretch can be looked up quickly.

import type { ReaderView } from '../../api';

export interface Note {
  start: number;
  end: number;
  kind: 'term' | 'reference';
  /** Place in `ReaderView.terms` or `ReaderView.cross_references`. */
  index: number;
  /** The first use of its term: a stop for the Tab key, as every cross-reference is. */
  stop: boolean;
}

/** Mentions of places that the document has not are no notes: they lead nowhere. */
export function notesOf({ mentions, cross_references }: ReaderView): Note[] {
  const seen = new Set<number>();
  const terms = mentions.map(({ start, end, term }): Note => {
    const stop = !seen.has(term);
    seen.add(term);
    return { start, end, kind: 'term', index: term, stop };
  });
  const references = cross_references.flatMap(({ start, end, target_start }, index): Note[] =>
    target_start === null ? [] : [{ start, end, kind: 'reference', index, stop: true }],
  );
  const all = [...references, ...terms].sort((a, b) => a.start - b.start || b.end - a.end);
  let free = 0;
  return all.filter(({ start, end }) => {
    if (start < free || end <= start) return false;
    free = end;
    return true;
  });
}

/** Places in `notes` of those that touch the bytes, as a half-open range. */
export function notesWithin(notes: readonly Note[], start: number, end: number): [number, number] {
  const from = lowerBound(notes.length, (at) => (notes[at]?.end ?? 0) > start);
  const to = lowerBound(notes.length, (at) => (notes[at]?.start ?? 0) >= end);
  return [from, Math.max(from, to)];
}

/** The first of `count` places for which `test` holds; it holds for all after one where it does. */
export function lowerBound(count: number, test: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
