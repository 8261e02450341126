import { expect, test } from 'vitest';
import { byteLength, renderMarkdown } from '../src/api/memory/markdown';
import { ByteMap } from '../src/places/reader/bytes';
import { clearMarks, markEvidence } from '../src/places/reader/mark';
import { sanitise } from '../src/places/reader/sanitise';

const TEXT =
  '# Über uns\n\nWords *with* care — and `code & more`.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n';

function marked(html: string, text: string, quote: string) {
  const root = sanitise(html);
  const start = byteLength(text.slice(0, text.indexOf(quote)));
  const span = { start, end: start + byteLength(quote) };
  const count = markEvidence(root, span, new ByteMap(text));
  const words = [...root.querySelectorAll('mark.evidence')].map((mark) => mark.textContent);
  return { root, count, words };
}

test.each([
  ['Über uns', ['Über uns']],
  ['ber', ['ber']],
  ['Words *with* care', ['Words ', 'with', ' care']],
  ['care — and `code & m', [' care — and '.slice(1), 'code & m']],
  ['1 | 2', ['1', '2']],
])('marks %j', (quote, expected) => {
  expect(marked(renderMarkdown(TEXT), TEXT, quote).words).toEqual(expected);
});

test('clearing leaves what was there before', () => {
  const before = sanitise(renderMarkdown(TEXT)).textContent;
  const { root } = marked(renderMarkdown(TEXT), TEXT, 'with* care');
  clearMarks(root);
  expect(root.querySelector('mark')).toBeNull();
  expect(root.textContent).toBe(before);
});

test('a run whose words differ from the source is not marked in part', () => {
  const html = '<p><span data-s="0" data-e="11">Something else</span></p>';
  expect(marked(html, 'hello world', 'world').count).toBe(0);
});

test('a run that differs is marked where the words stand once', () => {
  const html = '<p><span data-s="0" data-e="12">hello world</span></p>';
  expect(marked(html, 'hello\\ world', 'world').words).toEqual(['world']);
});
