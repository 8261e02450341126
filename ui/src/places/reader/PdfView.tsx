// The pages as they were printed, with a box over each line of the evidence.

import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { PageBox, PageSize } from '../../api';
import type { ByteMap } from './bytes';
import { EDGE_PX, topOf, type ViewHandle } from './handle';
import type { Highlight } from './highlight';
import { lowerBound } from './notes';
import { PdfPage } from './PdfPage';

interface PdfViewProps {
  document: string;
  map: ByteMap;
  pages: PageSize[];
  boxes: PageBox[];
  highlights: readonly Highlight[];
  zoom: number;
  /** The page on which an asked-for byte stands, where that is known. */
  target: number | null;
  handle: RefObject<ViewHandle | null>;
  shown: () => void;
}

export function PdfView({
  document,
  map,
  pages,
  boxes,
  highlights,
  zoom,
  target,
  handle,
  shown,
}: PdfViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const tell = useRef(shown);
  tell.current = shown;
  const widest = Math.max(1, ...pages.map((page) => page.width));
  const scale = Math.min(1.7, Math.max(0.4, (width - 48) / widest)) * zoom;
  const placed = width > 0;
  useEffect(() => {
    if (placed) tell.current();
  }, [placed, boxes, target]);
  useImperativeHandle(handle, () => ({
    standing: () => {
      const scroller = box.current?.closest<HTMLElement>('.scroll');
      const sheets = [...(box.current?.querySelectorAll<HTMLElement>('.page') ?? [])];
      const edge = scroller ? topOf(scroller) + EDGE_PX : 0;
      const after = lowerBound(
        sheets.length,
        (at) => (sheets[at]?.getBoundingClientRect().top ?? 0) > edge,
      );
      return { byte: null, page: Math.max(1, after) };
    },
    elementAt: () =>
      box.current?.querySelector<HTMLElement>(`.page[data-page="${target ?? 0}"]`) ?? null,
  }));
  return (
    <div className="pages" ref={box}>
      {placed &&
        pages.map((size, index) => (
          <PdfPage
            key={index}
            document={document}
            map={map}
            number={index + 1}
            count={pages.length}
            size={size}
            scale={scale}
            boxes={boxes.filter(({ page }) => page === index + 1)}
            highlights={highlights.filter((one) =>
              one.boxes.some(({ page }) => page === index + 1),
            )}
          />
        ))}
    </div>
  );
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
