// Which section and page stand at the top of the view, while one scrolls.

import { type RefObject, useEffect, useState } from 'react';
import type { OutlineItem } from '../../api';
import type { ViewHandle } from './handle';
import { currentSection } from './outline';

export interface Reading {
  section: number;
  page: number | null;
  /** Words of the page in view, where its text is drawn. */
  words: string;
}

const NOWHERE: Reading = { section: -1, page: null, words: '' };

export function useStanding(
  box: RefObject<HTMLElement | null>,
  handle: RefObject<ViewHandle | null>,
  outline: readonly OutlineItem[],
  view: string,
): Reading {
  const [reading, setReading] = useState(NOWHERE);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const standing = handle.current?.standing();
      if (standing === undefined) return;
      const { page } = standing;
      const lines = page === null ? '' : `[data-page="${page}"] .textLayer span`;
      const spans = lines === '' ? [] : [...element.querySelectorAll(lines)];
      const words = spans.map((span) => span.textContent).join(' ');
      const section = currentSection(outline, standing);
      setReading((was) =>
        was.section === section && was.page === page && was.words === words
          ? was
          : { section, page, words },
      );
    };
    const soon = () => {
      if (frame === 0) frame = window.requestAnimationFrame(look);
    };
    soon();
    element.addEventListener('scroll', soon, { passive: true });
    element.addEventListener('page-text', soon);
    return () => {
      window.cancelAnimationFrame(frame);
      element.removeEventListener('scroll', soon);
      element.removeEventListener('page-text', soon);
    };
  }, [box, handle, outline, view]);
  return reading;
}
