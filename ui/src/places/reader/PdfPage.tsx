// One page: an empty sheet of the right size, drawn when it comes near the view and let go after.

import { useEffect, useRef, useState } from 'react';
import type { PageBox, PageSize } from '../../api';
import type { OpenPdf } from './pdf';

interface PdfPageProps {
  pdf: OpenPdf | null;
  number: number;
  count: number;
  size: PageSize;
  scale: number;
  boxes: PageBox[];
}

export function PdfPage({ pdf, number, count, size, scale, boxes }: PdfPageProps) {
  const sheet = useRef<HTMLElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const near = useNear(sheet);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const target = drawing.current;
    if (pdf === null || !near || target === null) return;
    const drawn = draw(pdf, number, scale, target);
    drawn.done.catch(() => setFailed(true));
    return drawn.stop;
  }, [pdf, near, number, scale]);
  const style = { width: size.width * scale, height: size.height * scale };
  return (
    <section
      className="page"
      ref={sheet}
      style={{ ...style, '--total-scale-factor': scale } as React.CSSProperties}
      aria-label={`Page ${number} of ${count}`}
      data-page={number}
      data-scale={scale}
    >
      <div ref={drawing} className="page-drawing" />
      {failed && <p className="page-failed">This page cannot be drawn. Its text can be read.</p>}
      {boxes.map((box, index) => (
        <div
          key={index}
          className="evidence-box"
          data-testid="evidence"
          style={{
            left: box.x0 * scale,
            top: box.y0 * scale,
            width: (box.x1 - box.x0) * scale,
            height: (box.y1 - box.y0) * scale,
          }}
        />
      ))}
    </section>
  );
}

function useNear(box: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '700px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return near;
}

/** Draws the page and lays its text over it, so that it can be selected and read aloud. */
function draw(pdf: OpenPdf, number: number, scale: number, target: HTMLElement) {
  let stopped = false;
  let cancel = () => {};
  const done = (async () => {
    const page = await pdf.document.getPage(number);
    if (stopped) return;
    const viewport = page.getViewport({ scale });
    const sharp = Math.min(3, window.devicePixelRatio || 1);
    const canvas = window.document.createElement('canvas');
    canvas.width = Math.floor(viewport.width * sharp);
    canvas.height = Math.floor(viewport.height * sharp);
    const transform = [sharp, 0, 0, sharp, 0, 0];
    const rendering = page.render({ canvas, viewport, transform });
    cancel = () => rendering.cancel();
    await rendering.promise;
    if (stopped) return;
    const container = window.document.createElement('div');
    container.className = 'textLayer';
    target.replaceChildren(canvas, container);
    // a stream: getTextContent iterates one with `for await`, which WebKit cannot
    const textContentSource = page.streamTextContent();
    await new pdf.library.TextLayer({ textContentSource, container, viewport }).render();
    target.dispatchEvent(new CustomEvent('page-text', { bubbles: true }));
  })();
  const stop = () => {
    stopped = true;
    cancel();
    target.replaceChildren();
  };
  return {
    done: done.catch((error: unknown) => (stopped ? undefined : Promise.reject(error))),
    stop,
  };
}
