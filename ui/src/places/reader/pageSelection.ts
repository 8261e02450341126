// The runs of words that a selection covers on the pages of a PDF: each run with its box in points, and
// which of its characters are selected. Where a letter stands within a run is not asked of the browser,
// which sets it in another font: only whole runs stand where the page has them.

import type { SelectedRun } from '../../api';

/** Empty where no words of a page are selected. */
export function selectedRuns(box: HTMLElement, range: Range): SelectedRun[] {
  const pages = [...box.querySelectorAll<HTMLElement>('.page[data-page]')];
  return pages.filter((page) => range.intersectsNode(page)).flatMap((page) => runsOf(page, range));
}

function runsOf(page: HTMLElement, range: Range): SelectedRun[] {
  const layer = page.querySelector('.textLayer');
  if (layer === null) return [];
  const { left, top } = page.getBoundingClientRect();
  const scale = Number(page.dataset['scale']);
  const runs: SelectedRun[] = [];
  const walker = page.ownerDocument.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = node.nodeValue ?? '';
    const run = node.parentElement;
    if (run === null || words.trim() === '' || !range.intersectsNode(node)) continue;
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : words.length;
    if (from >= to) continue;
    const drawn = run.getBoundingClientRect();
    const place = {
      page: Number(page.dataset['page']),
      x0: (drawn.left - left) / scale,
      y0: (drawn.top - top) / scale,
      x1: (drawn.right - left) / scale,
      y1: (drawn.bottom - top) / scale,
    };
    runs.push({ place, words, start: characters(words, from), end: characters(words, to) });
  }
  return runs;
}

/** Characters, not UTF-16 units, before `unit`. */
function characters(words: string, unit: number): number {
  return [...words.slice(0, unit)].length;
}
