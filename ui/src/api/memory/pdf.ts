// Writes a small PDF whose line boxes are known, for the page view without a real converter.

import type { PageBox, PageSize } from '../bindings';

const SIZE: PageSize = { width: 420, height: 595 };
const LEFT = 48;
const TOP = 72;
const LEADING = 18;
const FONT = 9.5;

export interface MadePdf {
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
  pages: PageSize[];
  boxes: (start: number, end: number) => PageBox[];
}

/** `lines` on each of `count` pages; ASCII only, so that a byte is a character. */
export function makePdf(lines: string[], count: number): MadePdf {
  const pages = Array.from({ length: count }, (_, page) => [`Page ${page + 1}`, ...lines]);
  const places: { start: number; end: number; box: PageBox }[] = [];
  let text = '';
  for (const [page, content] of pages.entries()) {
    for (const [row, line] of content.entries()) {
      const y0 = TOP + row * LEADING - FONT;
      const box = {
        page: page + 1,
        x0: LEFT,
        y0,
        x1: LEFT + line.length * 4.2,
        y1: y0 + FONT + 4,
      };
      places.push({ start: text.length, end: text.length + line.length, box });
      text += `${line}\n`;
    }
    text += '\n';
  }
  return {
    bytes: new TextEncoder().encode(write(pages)),
    text,
    pages: pages.map(() => SIZE),
    boxes: (start, end) =>
      places.filter((place) => place.start < end && place.end > start).map((place) => place.box),
  };
}

function write(pages: string[][]): string {
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, page) => [pageObject(page), stream(lines)]),
  ];
  let out = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = out.length;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>`;
  return `${out}${xref}${trailer}\nstartxref\n${out.length}\n%%EOF\n`;
}

function pageObject(page: number): string {
  const box = `[0 0 ${SIZE.width} ${SIZE.height}]`;
  const font = '<< /Font << /F1 3 0 R >> >>';
  return `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents ${5 + page * 2} 0 R /Resources ${font} >>`;
}

function stream(lines: string[]): string {
  const shown = lines.map((line, row) => {
    const escaped = line.replace(/([()\\])/g, '\\$1');
    return `BT /F1 ${FONT} Tf ${LEFT} ${SIZE.height - TOP - row * LEADING} Td (${escaped}) Tj ET`;
  });
  const content = shown.join('\n');
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}
