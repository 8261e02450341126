// Whether the passage that was asked for still stands where it was said to stand.

import type { Passage } from '../../api';
import { storedQuote } from '../../state/quotes';
import type { ByteRange } from '../../state/router';
import type { ByteMap } from './bytes';

export type Evidence =
  | { kind: 'none' }
  | { kind: 'waiting' }
  | { kind: 'found'; span: ByteRange; passage: Passage }
  | { kind: 'lost'; words: string | null };

export function checkEvidence(
  document: string,
  span: ByteRange | null,
  map: ByteMap,
  passage: Passage | undefined,
  failed: boolean,
): Evidence {
  if (span === null) return { kind: 'none' };
  const stored = storedQuote(document, span);
  if (failed) return { kind: 'lost', words: stored?.plain ?? null };
  if (passage === undefined) return { kind: 'waiting' };
  const here = map.slice(span.start, span.end);
  const said = stored ?? passage;
  if (here === null || here !== said.quote || here !== passage.quote) {
    return { kind: 'lost', words: said.plain };
  }
  return { kind: 'found', span, passage };
}

/** Where the evidence stands, in words. */
export function placeInWords({ span }: Passage): string {
  const lines =
    span.line_start === span.line_end
      ? `line ${span.line_start}`
      : `lines ${span.line_start}–${span.line_end}`;
  return span.page === null ? lines : `page ${span.page} · ${lines}`;
}
