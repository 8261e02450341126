import { afterEach, expect, test } from 'vitest';
import { ByteMap } from '../src/places/reader/bytes';
import { drawInTurn } from '../src/places/reader/drawing';
import { chosen } from '../src/places/reader/selection';

afterEach(() => {
  document.getSelection()?.removeAllRanges();
  document.body.replaceChildren();
});

function select(from: Node, start: number, to: Node, end: number) {
  document.getSelection()?.setBaseAndExtent(from, start, to, end);
}

/** A page's words over its picture, each with its bytes. */
function page(words: [string, number][]): HTMLElement {
  const box = document.createElement('div');
  const layer = box.appendChild(document.createElement('div'));
  for (const [word, start] of words) {
    const span = layer.appendChild(document.createElement('span'));
    span.textContent = word;
    span.dataset['s'] = `${start}`;
    span.dataset['e'] = `${start + new TextEncoder().encode(word).length}`;
  }
  return document.body.appendChild(box);
}

test('what is selected on a page is bytes of the text', () => {
  const map = new ByteMap('É **one** two\n\nthree');
  const box = page([
    ['É ', 0],
    ['one', 5],
    ['two\n', 11],
    ['three', 16],
  ]);
  const [, one, two, three] = [...box.querySelectorAll('span')].map((span) => span.firstChild);
  select(one ?? box, 1, two ?? box, 2);
  expect(chosen(box, map)).toEqual({ kind: 'bytes', range: { start: 6, end: 13 } });
  select(two ?? box, 0, three ?? box, 3);
  expect(chosen(box, map)).toEqual({ kind: 'bytes', range: { start: 11, end: 19 } });
  select(two ?? box, 3, two ?? box, 4);
  expect(chosen(box, map)).toBeNull();
});

test('what is chosen is the selection, nothing, or lost; never something else', () => {
  const box = document.body.appendChild(document.createElement('div'));
  const map = new ByteMap('é one two');
  expect(chosen(box, map)).toBeNull();
  box.innerHTML = '<p><span data-s="3" data-e="10">one two</span></p><p>a caption</p>';
  const words = box.querySelector('span')?.firstChild ?? box;
  select(words, 4, words, 7);
  expect(chosen(box, map)).toEqual({ kind: 'bytes', range: { start: 7, end: 10 } });
  const beside = box.lastChild?.firstChild ?? box;
  select(beside, 0, beside, 4);
  expect(chosen(box, map)).toEqual({ kind: 'lost' });
});

test('pages are drawn one after the other, the last asked for first, none that was left', async () => {
  const drawn: number[] = [];
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  drawInTurn(async () => {
    await gate;
    drawn.push(1);
  });
  const stops = [2, 3, 4].map((page) =>
    drawInTurn(async () => {
      drawn.push(page);
    }),
  );
  stops[1]?.();
  go();
  await gate;
  await new Promise((resolve) => setTimeout(resolve));
  expect(drawn).toEqual([1, 4, 2]);
});
