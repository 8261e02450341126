// The document as it was structured: headings, lists, tables; the evidence marked in place.

import { useLayoutEffect, useMemo, useRef } from 'react';
import type { ByteRange } from '../../state/router';
import type { ByteMap } from './bytes';
import { clearMarks, markEvidence } from './mark';
import { sanitise } from './sanitise';

interface FormattedViewProps {
  html: string;
  map: ByteMap;
  span: ByteRange | null;
  shown: () => void;
  /** No run of this view could be marked. */
  unmarkable: () => void;
}

export function FormattedView({ html, map, span, shown, unmarkable }: FormattedViewProps) {
  const box = useRef<HTMLElement>(null);
  const clean = useMemo(() => sanitise(html), [html]);
  const filled = useRef<DocumentFragment | null>(null);
  const tell = useRef({ shown, unmarkable });
  tell.current = { shown, unmarkable };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (filled.current !== clean) element.replaceChildren(clean.cloneNode(true));
    filled.current = clean;
    clearMarks(element);
    if (span !== null && markEvidence(element, span, map) === 0) tell.current.unmarkable();
    tell.current.shown();
  }, [clean, span, map]);
  return <article className="formatted" ref={box} />;
}
