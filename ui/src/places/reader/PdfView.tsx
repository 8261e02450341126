// The pages as they were printed, with a box over each line of the evidence.

import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { PageBox, PageSize } from '../../api';
import { useHost } from '../../api';
import { ErrorNotice } from '../../parts/Notice';
import { EDGE_PX, topOf, type ViewHandle } from './handle';
import { lowerBound } from './notes';
import { type OpenPdf, openPdf } from './pdf';
import { PdfPage } from './PdfPage';

interface PdfViewProps {
  document: string;
  pages: PageSize[];
  boxes: PageBox[];
  zoom: number;
  /** The page on which an asked-for byte stands, where that is known. */
  target: number | null;
  handle: RefObject<ViewHandle | null>;
  shown: () => void;
}

export function PdfView({ document, pages, boxes, zoom, target, handle, shown }: PdfViewProps) {
  const { pdf, error } = usePdf(document);
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
      {error !== null && <ErrorNotice error={error} />}
      {pdf === null && error === null && (
        <p className="sr-only" role="status">
          Opening the pages…
        </p>
      )}
      {placed &&
        pages.map((size, index) => (
          <PdfPage
            key={index}
            pdf={pdf}
            number={index + 1}
            count={pages.length}
            size={size}
            scale={scale}
            boxes={boxes.filter(({ page }) => page === index + 1)}
          />
        ))}
    </div>
  );
}

function usePdf(document: string) {
  const host = useHost();
  const [state, setState] = useState<{ pdf: OpenPdf | null; error: unknown }>({
    pdf: null,
    error: null,
  });
  useEffect(() => {
    let left = false;
    let opened: OpenPdf | null = null;
    setState({ pdf: null, error: null });
    host
      .original(document)
      .then(openPdf)
      .then((pdf) => {
        opened = pdf;
        if (left) pdf.close();
        else setState({ pdf, error: null });
      })
      .catch((error: unknown) => {
        if (!left) setState({ pdf: null, error });
      });
    return () => {
      left = true;
      opened?.close();
    };
  }, [host, document]);
  return state;
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
