// One page: an empty sheet of the right size, drawn when it comes near the view and let go after. Its
// words lie over it, each where it was printed, so that they can be selected and read aloud.

import { useEffect, useRef, useState } from 'react';
import type { PageBox, PageSize, PageWord } from '../../api';
import { useHost } from '../../api';
import type { ByteMap } from './bytes';
import { drawInTurn } from './drawing';
import type { Highlight } from './highlight';

interface PdfPageProps {
  document: string;
  map: ByteMap;
  number: number;
  count: number;
  size: PageSize;
  scale: number;
  boxes: PageBox[];
  highlights: readonly Highlight[];
}

export function PdfPage(props: PdfPageProps) {
  const { document, map, number, count, size, scale, boxes, highlights } = props;
  const sheet = useRef<HTMLElement>(null);
  const near = useNear(sheet);
  const { picture, words, failed } = useDrawn(near, document, number, size.width * scale);
  useEffect(() => {
    sheet.current?.dispatchEvent(new CustomEvent('page-text', { bubbles: true }));
  }, [words]);
  return (
    <section
      className="page"
      ref={sheet}
      style={{ width: size.width * scale, height: size.height * scale }}
      aria-label={`Page ${number} of ${count}`}
      data-page={number}
    >
      {picture !== null && <img className="page-drawing" src={picture} alt="" />}
      <div className="textLayer">
        {words.map((word) => (
          <Word key={word.start} word={word} map={map} scale={scale} />
        ))}
      </div>
      {failed && <p className="page-failed">This page cannot be drawn. Its text can be read.</p>}
      {highlights.flatMap(({ id, meaning, boxes: marked }) =>
        marked
          .filter(({ page }) => page === number)
          .map((box, index) => (
            <div
              key={`${id}-${index}`}
              className={`highlight-box ${meaning}`}
              data-highlight={id}
              style={{
                left: box.x0 * scale,
                top: box.y0 * scale,
                width: (box.x1 - box.x0) * scale,
                height: (box.y1 - box.y0) * scale,
              }}
            />
          )),
      )}
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

/** A word and the space after it, in letters of another font, stretched to where they were printed. */
function Word({ word, map, scale }: { word: PageWord; map: ByteMap; scale: number }) {
  const { start, end, place } = word;
  const words = map.slice(start, end) ?? '';
  const space = map.slice(end, end + 1) ?? '';
  const followed = space !== '' && space.trim() === '';
  const height = (place.y1 - place.y0) * scale;
  const stretch = ((place.x1 - place.x0) * scale) / Math.max(1, widthOf(words, height));
  return (
    <span
      data-s={start}
      data-e={followed ? end + 1 : end}
      style={{
        left: place.x0 * scale,
        top: place.y0 * scale,
        fontSize: height,
        transform: `scaleX(${stretch})`,
      }}
    >
      {followed ? words + space : words}
    </span>
  );
}

const ruler: { pen?: CanvasRenderingContext2D | null } = {};

/** How wide a word of the text layer's font is, in pixels. */
function widthOf(words: string, height: number): number {
  ruler.pen ??= window.document.createElement('canvas').getContext('2d');
  if (!ruler.pen) return (words.length * height) / 2;
  ruler.pen.font = `${height}px sans-serif`;
  return ruler.pen.measureText(words).width;
}

const BLANK: { picture: string | null; words: PageWord[]; failed: boolean } = {
  picture: null,
  words: [],
  failed: false,
};

function useDrawn(near: boolean, document: string, page: number, width: number) {
  const host = useHost();
  const [drawn, setDrawn] = useState(BLANK);
  useEffect(() => {
    if (!near) return;
    let picture: string | null = null;
    const pixels = Math.round(width * Math.min(3, window.devicePixelRatio || 1));
    const stop = drawInTurn(async (left) => {
      try {
        const [drawing, { words }] = await Promise.all([
          host.pagePicture(document, page, pixels),
          host.call('page_words', { document, page }),
        ]);
        if (left()) return;
        picture = URL.createObjectURL(drawing);
        setDrawn({ picture, words, failed: false });
      } catch {
        if (!left()) setDrawn({ ...BLANK, failed: true });
      }
    });
    return () => {
      stop();
      setDrawn(BLANK);
      if (picture !== null) URL.revokeObjectURL(picture);
    };
  }, [host, near, document, page, width]);
  return drawn;
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
