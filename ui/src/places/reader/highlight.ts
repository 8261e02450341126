// Highlights over the runs of a formatted text: each wrapped in the colour of what it means. A run whose
// words are not the source's words stays as it is.

import type { Meaning, NoteView, PageBox } from '../../api';
import { wrap } from './annotate';
import type { ByteMap } from './bytes';
import { lowerBound } from './notes';

/** A highlight where it stands in the version that is open, in bytes. */
export interface Highlight {
  id: string;
  meaning: Meaning;
  start: number;
  end: number;
  /** What a person says of it. */
  words: string;
  boxes: PageBox[];
}

/** One and the same where there is none: views are not drawn anew for nothing. */
const NONE: Highlight[] = [];

/** In order of place. */
export function highlightsOf(notes: readonly NoteView[]): Highlight[] {
  const found = notes.flatMap(({ note_id, meaning, place, text }) =>
    meaning === null || place === null
      ? []
      : [
          {
            id: note_id,
            meaning,
            start: place.span.start,
            end: place.span.end,
            words: text,
            boxes: place.boxes,
          },
        ],
  );
  return found.length === 0 ? NONE : found.sort((a, b) => a.start - b.start);
}

export function clearHighlights(root: ParentNode): void {
  for (const mark of root.querySelectorAll('mark.highlight')) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}

/** `runs` follow each other in the text. */
export function drawHighlights(
  runs: readonly HTMLElement[],
  highlights: readonly Highlight[],
  map: ByteMap,
): void {
  for (const highlight of highlights) {
    const first = lowerBound(runs.length, (at) => Number(runs[at]?.dataset['e']) > highlight.start);
    for (const run of runs.slice(first)) {
      const [start, end] = [Number(run.dataset['s']), Number(run.dataset['e'])];
      if (start >= highlight.end) break;
      if (run.textContent !== map.slice(start, end)) continue;
      const before = map.slice(start, Math.max(start, highlight.start))?.length;
      const words = map.slice(Math.max(start, highlight.start), Math.min(end, highlight.end));
      if (before === undefined || words === null) continue;
      wrap(run, before, before + words.length, () => markOf(highlight));
    }
  }
}

function markOf({ id, meaning, words }: Highlight): HTMLElement {
  const mark = document.createElement('mark');
  mark.className = `highlight ${meaning}`;
  mark.dataset['highlight'] = id;
  mark.title = words;
  return mark;
}
