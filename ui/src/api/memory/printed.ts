// Printed pages whose lines are known, for the page view without a real converter.

import type { PageBox, PageSize, PageWord } from '../bindings';

const SIZE: PageSize = { width: 420, height: 595 };
const LEFT = 48;
const TOP = 72;
const LEADING = 18;
const FONT = 9.5;
const LETTER = 4.2;

export interface Printed {
  text: string;
  pages: PageSize[];
  boxes: (start: number, end: number) => PageBox[];
  words: (page: number) => PageWord[];
  picture: (page: number) => string;
}

/** `lines` on each of `count` pages; ASCII only, so that a byte is a character. */
export function print(lines: string[], count: number): Printed {
  const pages = Array.from({ length: count }, (_, page) => [`Page ${page + 1}`, ...lines]);
  const places: PageWord[] = [];
  let text = '';
  for (const [page, content] of pages.entries()) {
    for (const [row, line] of content.entries()) {
      const y0 = TOP + row * LEADING - FONT;
      const x1 = LEFT + line.length * LETTER;
      const place = { page: page + 1, x0: LEFT, y0, x1, y1: y0 + FONT + 4 };
      places.push({ start: text.length, end: text.length + line.length, place });
      text += `${line}\n`;
    }
    text += '\n';
  }
  return {
    text,
    pages: pages.map(() => SIZE),
    boxes: (start, end) =>
      places.filter((line) => line.start < end && line.end > start).map(({ place }) => place),
    words: (page) =>
      places.filter(({ place }) => place.page === page).flatMap((line) => wordsOf(line, text)),
    picture: (page) => picture(pages[page - 1] ?? []),
  };
}

function wordsOf({ start, end, place }: PageWord, text: string): PageWord[] {
  return [...text.slice(start, end).matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    start: start + index,
    end: start + index + word.length,
    place: {
      ...place,
      x0: LEFT + index * LETTER,
      x1: LEFT + (index + word.length) * LETTER,
    },
  }));
}

function picture(lines: string[]): string {
  const shown = lines.map((line, row) => {
    const words = line.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    const wide = `textLength="${line.length * LETTER}" lengthAdjust="spacingAndGlyphs"`;
    return `<text x="${LEFT}" y="${TOP + row * LEADING}" ${wide}>${words}</text>`;
  });
  const size = `width="${SIZE.width}" height="${SIZE.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-size="${FONT}">${shown.join('')}</svg>`;
}
