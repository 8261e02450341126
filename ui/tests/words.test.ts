import { expect, test } from 'vitest';
import { previewInWords } from '../src/parts/Drop';
import { sizeInWords } from '../src/parts/words';
import { emphasise, excerpt } from '../src/places/search/emphasis';
import { delayAfter, strengthOf } from '../src/places/unlock/strength';
import { secondsLeft } from '../src/state/queue';

test.each([
  ['Memory, memories and MEMORY', ['memory'], ['Memory', 'MEMORY']],
  ['walks and walking', ['walk'], ['walks', 'walking']],
  ['an art of arts', ['art'], ['art']],
  ['Müller und 記憶', ['müller', '記憶'], ['Müller', '記憶']],
  ['nothing here', [], []],
])('emphasises in %j', (text, terms, expected) => {
  const parts = emphasise(text, terms);
  expect(parts.filter(({ on }) => on).map((part) => part.text)).toEqual(expected);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

test('a late match is brought to the front', () => {
  const parts = excerpt(`${'far away '.repeat(100)}lamp lit`, ['lamp']);
  expect(parts[0]?.text).toMatch(/^… /);
  expect(parts[0]?.text.length).toBeLessThan(160);
  expect(parts[1]).toEqual({ text: 'lamp', on: true });
});

test.each([
  ['', 'none'],
  ['short', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['correct horse battery', 'fair'],
  ['seven quiet lamps beside harbour', 'good'],
])('%j is %s', (passphrase, level) => {
  expect(strengthOf(passphrase).level).toBe(level);
});

test('the delay after wrong tries grows and ends', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 20].map(delayAfter)).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
});

test.each([
  [999, '999 bytes'],
  [1500, '1.5 KB'],
  [999_999, '1000 KB'],
  [3_481_600, '3.5 MB'],
])('%i bytes are %s', (bytes, words) => expect(sizeInWords(bytes)).toBe(words));

test.each([
  [0, 0, 'Nothing to read in there.'],
  [0, 2, '2 files, none of a kind that Loci reads.'],
  [1, 0, '1 file, all readable.'],
  [3, 1, '3 files will be read; 1 is not of a kind that Loci reads.'],
])('a drop of %i and %i', (accepted, refused, words) => {
  expect(previewInWords({ accepted, refused })).toBe(words);
});

test('time left follows the pace', () => {
  const row = (key: string, state: 'indexed' | 'pending') => ({
    key,
    path: key,
    state,
    document: null,
    title: key,
    reason: null,
    duplicate: null,
    offered: null,
  });
  const rows = [row('a', 'indexed'), row('b', 'pending'), row('c', 'pending')];
  expect(secondsLeft(rows, 0, 10_000)).toBe(20);
  expect(secondsLeft(rows.slice(1), 0, 10_000)).toBeNull();
});
