// The document as it was structured: headings, lists, tables; the evidence marked in place, terms and
// cross-references near the view noted as they come.

import {
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { ByteRange } from '../../state/router';
import { annotateRun, type Annotating, clearNotes } from './annotate';
import type { ByteMap } from './bytes';
import { EDGE_PX, topOf, type ViewHandle } from './handle';
import { clearHighlights, drawHighlights, type Highlight } from './highlight';
import { clearMarks, markEvidence } from './mark';
import { lowerBound } from './notes';
import { sanitise } from './sanitise';

/** Runs this far outside of the view are annotated already. */
const NEAR_PX = 700;

interface FormattedViewProps {
  html: string;
  map: ByteMap;
  span: ByteRange | null;
  highlights: readonly Highlight[];
  annotating: Annotating;
  handle: RefObject<ViewHandle | null>;
  shown: () => void;
  /** No run of this view could be marked. */
  unmarkable: () => void;
}

export function FormattedView(props: FormattedViewProps) {
  const { html, map, span, highlights, annotating, handle, shown, unmarkable } = props;
  const box = useRef<HTMLElement>(null);
  const clean = useMemo(() => sanitise(html), [html]);
  const filled = useRef<DocumentFragment | null>(null);
  const runs = useRef<HTMLElement[]>([]);
  const tell = useRef({ shown, unmarkable });
  tell.current = { shown, unmarkable };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (filled.current !== clean) {
      element.replaceChildren(clean.cloneNode(true));
      runs.current = [...element.querySelectorAll<HTMLElement>('span[data-s][data-e]')];
    }
    filled.current = clean;
    clearNotes(element);
    clearHighlights(element);
    clearMarks(element);
    if (span !== null && markEvidence(element, span, map) === 0) tell.current.unmarkable();
    drawHighlights(runs.current, highlights, map);
    annotateNear(element, runs.current, annotating);
    tell.current.shown();
  }, [clean, span, map, highlights, annotating]);
  useEffect(() => {
    const scroller = box.current?.closest('.scroll');
    if (scroller === null || scroller === undefined) return;
    const near = () => {
      if (box.current !== null) annotateNear(box.current, runs.current, annotating);
    };
    scroller.addEventListener('scroll', near, { passive: true });
    window.addEventListener('resize', near);
    return () => {
      scroller.removeEventListener('scroll', near);
      window.removeEventListener('resize', near);
    };
  }, [annotating]);
  useImperativeHandle(handle, () => ({
    standing: () => {
      const scroller = box.current?.closest<HTMLElement>('.scroll');
      const edge = scroller ? topOf(scroller) + EDGE_PX : 0;
      const at = lowerBound(runs.current.length, (run) => topAt(runs.current, run) > edge) - 1;
      const run = runs.current[Math.max(0, at)];
      return { byte: run === undefined ? null : Number(run.dataset['s']), page: null };
    },
    elementAt: (byte) => {
      const at = lowerBound(
        runs.current.length,
        (run) => Number(runs.current[run]?.dataset['e']) > byte,
      );
      const run = runs.current[at];
      if (run === undefined) return null;
      annotateRun(run, annotating);
      return run.closest<HTMLElement>('h2, h3, h4, h5, h6, p, li, .table-box, pre, dd') ?? run;
    },
  }));
  return <article className="formatted" ref={box} />;
}

function topAt(runs: HTMLElement[], at: number): number {
  return runs[at]?.getBoundingClientRect().top ?? 0;
}

/** Runs follow each other down the page, so the near ones are found by halving. */
function annotateNear(box: HTMLElement, runs: HTMLElement[], annotating: Annotating): void {
  if (annotating.notes.length === 0) return;
  const view = box.closest('.scroll')?.getBoundingClientRect();
  const [top, bottom] = [(view?.top ?? 0) - NEAR_PX, (view?.bottom ?? 0) + NEAR_PX];
  const first = lowerBound(runs.length, (at) => topAt(runs, at) >= top);
  // looked up before anything is written: a write makes the next look lay the document out anew
  const end = lowerBound(runs.length, (at) => topAt(runs, at) > bottom);
  for (const run of runs.slice(first, end)) annotateRun(run, annotating);
}
