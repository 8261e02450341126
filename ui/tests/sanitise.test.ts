import { expect, test } from 'vitest';
import { sanitise } from '../src/places/reader/sanitise';

function html(dirty: string): string {
  const box = document.createElement('div');
  box.append(sanitise(dirty));
  return box.innerHTML;
}

test.each([
  ['<script>alert(1)</script>ok', 'ok'],
  ['<p onclick="x()" style="color:red" id="a" class="b">ok</p>', '<p>ok</p>'],
  ['<img src="https://example.org/x.png" onerror="x()">', ''],
  ['<iframe src="//example.org"></iframe><form><input></form>', ''],
  ['<svg><a xlink:href="javascript:x()">ok</a></svg>', ''],
  ['<a href="javascript:x()">ok</a>', '<a>ok</a>'],
  ['<a href="https://example.org">ok</a>', '<a title="https://example.org">ok</a>'],
  ['<span data-s="1" data-e="2" data-x="3">ok</span>', '<span data-s="1" data-e="2">ok</span>'],
])('%s', (dirty, clean) => {
  expect(html(dirty)).toBe(clean);
});

test('headings begin below the title and leave no gap', () => {
  const levels = [...sanitise('<h1>a</h1><h4>b</h4><h4>c</h4><h2>d</h2>').children].map(
    (heading) => heading.tagName,
  );
  expect(levels).toEqual(['H2', 'H3', 'H3', 'H3']);
});
