// Where a passage stands in a document's text: in bytes, characters, lines and pages.

import type { Span } from '../bindings';
import type { Shelved } from './documents';
import { byteLength } from './markdown';

export function spanOf(shelved: Shelved, from: number, to: number): Span {
  const { text, pages } = shelved;
  const before = text.slice(0, from);
  const inside = text.slice(from, to);
  const start = byteLength(before);
  const end = start + byteLength(inside);
  const line_start = before.split('\n').length;
  return {
    start,
    end,
    char_start: [...before].length,
    char_end: [...before].length + [...inside].length,
    line_start,
    line_end: line_start + inside.split('\n').length - 1,
    page: pages.length > 0 ? (shelved.boxes(start, end)[0]?.page ?? 1) : null,
  };
}
