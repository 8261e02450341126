import { expect, test } from 'vitest';
import type { OutlineItem } from '../src/api';
import { sectionInWords } from '../src/parts/words';
import { wordDiff } from '../src/parts/wordDiff';
import { annotateRun, clearNotes } from '../src/places/reader/annotate';
import { ByteMap } from '../src/places/reader/bytes';
import { type Note, notesOf, notesWithin } from '../src/places/reader/notes';
import { currentSection, visibleItems } from '../src/places/reader/outline';
import { renderMarkdown } from '../src/api/memory/markdown';

const item = (title: string, level: number, start: number): OutlineItem => ({
  title,
  level,
  start,
  section_id: '',
  page: null,
});
const OUTLINE = [
  item('a', 1, 0),
  item('b', 3, 10),
  item('c', 2, 20),
  item('d', 3, 30),
  item('e', 1, 40),
];

test('a folded branch hides what is below it, skipped levels leave no gap', () => {
  const seen = (folded: number[]) =>
    visibleItems(OUTLINE, new Set(folded)).map(({ item: { title }, depth }) => `${title}${depth}`);
  expect(seen([])).toEqual(['a1', 'b2', 'c2', 'd3', 'e1']);
  expect(seen([2])).toEqual(['a1', 'b2', 'c2', 'e1']);
  expect(seen([0])).toEqual(['a1', 'e1']);
});

test.each([
  [0, 0],
  [9, 0],
  [10, 1],
  [39, 3],
  [400, 4],
])('byte %i is in section %i', (byte, section) =>
  expect(currentSection(OUTLINE, { byte, page: null })).toBe(section),
);

const note = (start: number, end: number): Note => ({
  start,
  end,
  kind: 'term',
  index: 0,
  stop: false,
});

test('notes are found by bytes', () => {
  const notes = [note(0, 4), note(6, 9), note(12, 15)];
  const found = (start: number, end: number) => notesWithin(notes, start, end);
  expect(found(0, 20)).toEqual([0, 3]);
  expect(found(4, 6)).toEqual([1, 1]);
  expect(found(3, 7)).toEqual([0, 2]);
  expect(found(15, 20)).toEqual([3, 3]);
});

test('what overlaps is noted once, and what leads nowhere not at all', () => {
  const view = {
    terms: [],
    mentions: [
      { start: 0, end: 10, term: 0 },
      { start: 4, end: 6, term: 1 },
      { start: 20, end: 25, term: 0 },
    ],
    cross_references: [
      { start: 30, end: 35, target: 'sec_1', target_start: null },
      { start: 40, end: 45, target: 'sec_2', target_start: 7 },
    ],
  };
  const notes = notesOf(view as unknown as Parameters<typeof notesOf>[0]);
  expect(notes.map(({ start, kind, stop }) => [start, kind, stop])).toEqual([
    [0, 'term', true],
    [20, 'term', false],
    [40, 'reference', true],
  ]);
});

test('a run is annotated once, exactly, and cleared without a trace', () => {
  const text = 'Über den Vertrag — und *den Vertrag* selbst.\n';
  const map = new ByteMap(text);
  const root = document.createElement('div');
  root.append(document.createRange().createContextualFragment(renderMarkdown(text)));
  const before = root.innerHTML;
  const words = 'Vertrag';
  const at = new TextEncoder().encode('Über den ').length;
  const notes = [note(at, at + words.length)];
  for (let twice = 0; twice < 2; twice += 1) {
    for (const run of root.querySelectorAll<HTMLElement>('span[data-s]'))
      annotateRun(run, { notes, map, title: () => '' });
  }
  expect([...root.querySelectorAll('.note')].map((made) => made.textContent)).toEqual([words]);
  clearNotes(root);
  expect(root.innerHTML).toBe(before);
});

test('a unit becomes its byte and back', () => {
  const text = 'Müller 記憶 😀 and more. '.repeat(200);
  const map = new ByteMap(text);
  for (let unit = 0; unit <= text.length; unit += 7) {
    const byte = map.toByte(unit);
    expect(byte).toBe(new TextEncoder().encode(text.slice(0, map.toUnit(byte) ?? 0)).length);
    expect(Math.abs((map.toUnit(byte) ?? -9) - unit)).toBeLessThan(2);
  }
});

test.each([
  ['one two three', 'one two three', []],
  ['within five days', 'within ten working days', ['-five ', '+ten working ']],
  ['a b', '', ['-a b']],
  ['', 'a b', ['+a b']],
  ['x y z', 'z y x', ['-x y ', '+ y x']],
])('from %j to %j', (before, after, changed) => {
  const parts = wordDiff(before, after);
  const text = (leave: string) =>
    parts
      .filter(({ kind }) => kind !== leave)
      .map((part) => part.text)
      .join('')
      .replaceAll(' ', '');
  expect(text('added')).toBe(before.replaceAll(' ', ''));
  expect(text('removed')).toBe(after.replaceAll(' ', ''));
  const said = parts
    .filter(({ kind }) => kind !== 'same')
    .map(({ kind, text: words }) => `${kind === 'added' ? '+' : '-'}${words}`);
  expect(said.length === 0).toBe(changed.length === 0);
});

test.each([
  ['sec_4_3_a', 'Section 4.3(a)'],
  ['art_12', 'Article 12'],
  ['annex_ii', 'Annex II'],
  ['table_3', 'Table 3'],
  ['', ''],
])('%s is said as %j', (id, words) => expect(sectionInWords(id)).toBe(words));
