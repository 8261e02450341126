// Highlights in the text as it is converted: a line is cut where one begins or ends.

import type { ReactNode } from 'react';
import type { ByteMap } from './bytes';
import type { Highlight } from './highlight';

/** A highlight in UTF-16 units of the whole text. */
interface Coloured {
  highlight: Highlight;
  from: number;
  to: number;
}

export function colours(highlights: readonly Highlight[], map: ByteMap): Coloured[] {
  return highlights.flatMap((highlight) => {
    const [from, to] = [map.toUnit(highlight.start), map.toUnit(highlight.end)];
    return from === null || to === null ? [] : [{ highlight, from, to }];
  });
}

/** Pieces of `start..stop`; of highlights that overlap, the first is shown. */
export function withColours(
  coloured: readonly Coloured[],
  start: number,
  stop: number,
  pieces: (start: number, stop: number) => ReactNode[],
): ReactNode[] {
  const parts: ReactNode[] = [];
  let done = start;
  for (const { highlight, from, to } of coloured) {
    const [cut, end] = [Math.max(done, from), Math.min(stop, to)];
    if (cut >= end) continue;
    parts.push(...pieces(done, cut));
    parts.push(
      <mark
        key={`${highlight.id}-${cut}`}
        className={`highlight ${highlight.meaning}`}
        data-highlight={highlight.id}
        title={highlight.words}
      >
        {pieces(cut, end)}
      </mark>,
    );
    done = end;
  }
  parts.push(...pieces(done, stop));
  return parts;
}
