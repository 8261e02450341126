import { afterEach, expect, test } from 'vitest';
import { ByteMap } from '../src/places/reader/bytes';
import { selectedRuns } from '../src/places/reader/pageSelection';
import { chosen } from '../src/places/reader/selection';

afterEach(() => {
  document.getSelection()?.removeAllRanges();
  document.body.replaceChildren();
});

/** A page at 10, 20 at twice its size, each run 100 wide and 20 high. */
function page(number: number, runs: string[]): string {
  const spans = runs.map((words, at) => `<span data-at="${at}">${words}</span><br>`).join('');
  return `<section class="page" data-page="${number}" data-scale="2"><div class="textLayer">${spans}</div></section>`;
}

function show(...pages: string[]): HTMLElement {
  document.body.innerHTML = `<div id="box">${pages.join('')}</div>`;
  const box = document.getElementById('box') ?? document.body;
  for (const sheet of box.querySelectorAll('section')) place(sheet, 10, 20, 800, 1000);
  for (const run of box.querySelectorAll<HTMLElement>('span'))
    place(run, 30, 60 + 20 * Number(run.dataset['at']), 100, 20);
  return box;
}

function place(element: Element, x: number, y: number, width: number, height: number) {
  element.getBoundingClientRect = () => new DOMRect(x, y, width, height);
}

function node(box: HTMLElement, words: string): Text {
  const span = [...box.querySelectorAll('span')].find(({ textContent }) => textContent === words);
  return span?.firstChild as Text;
}

function select(from: Node, start: number, to: Node, end: number): Range {
  document.getSelection()?.setBaseAndExtent(from, start, to, end);
  return document.getSelection()?.getRangeAt(0) ?? document.createRange();
}

test('a selection on a page is told by runs, in points and characters', () => {
  const box = show(page(3, ['The 👩‍🔬 duck', 'lives here']));
  const range = select(node(box, 'The 👩‍🔬 duck'), 10, node(box, 'lives here'), 5);
  const place = { page: 3, x0: 10, y0: 20, x1: 60, y1: 30 };
  expect(selectedRuns(box, range)).toEqual([
    { place, words: 'The 👩‍🔬 duck', start: 8, end: 12 },
    { place: { ...place, y0: 30, y1: 40 }, words: 'lives here', start: 0, end: 5 },
  ]);
});

test('it goes over pages, and leaves out what is beside them and what is not drawn', () => {
  const bare = '<section class="page" data-page="2" data-scale="2"></section>';
  const box = show(page(1, ['one', '  ', 'two']), bare, page(3, ['three', 'four']));
  const range = select(node(box, 'two'), 1, node(box, 'three'), 2);
  const told = selectedRuns(box, range).map(({ place, words, start, end }) => [
    place.page,
    words.slice(start, end),
  ]);
  expect(told).toEqual([
    [1, 'wo'],
    [3, 'th'],
  ]);
  const all = select(box, 0, box, 3);
  expect(selectedRuns(box, all).map(({ words }) => words)).toEqual(['one', 'two', 'three', 'four']);
});

test('what is chosen is the selection, nothing, or lost; never something else', () => {
  const box = show(page(1, ['one two']));
  const map = new ByteMap('é one two');
  expect(chosen(box, map)).toBeNull();
  select(node(box, 'one two'), 0, node(box, 'one two'), 3);
  expect(chosen(box, map)).toMatchObject({ kind: 'runs', runs: [{ start: 0, end: 3 }] });
  box.innerHTML = '<p><span data-s="3" data-e="10">one two</span></p><p>a caption</p>';
  select(node(box, 'one two'), 4, node(box, 'one two'), 7);
  expect(chosen(box, map)).toEqual({ kind: 'bytes', range: { start: 7, end: 10 } });
  const beside = box.lastChild?.firstChild ?? box;
  select(beside, 0, beside, 4);
  expect(chosen(box, map)).toEqual({ kind: 'lost' });
});
