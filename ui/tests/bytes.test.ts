import { expect, test } from 'vitest';
import { ByteMap } from '../src/places/reader/bytes';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Every byte range of the text is cut as a decoder would cut it, or not at all. */
function check(text: string, step: number): void {
  const map = new ByteMap(text);
  const bytes = encoder.encode(text);
  expect(map.bytes).toBe(bytes.length);
  for (let start = 0; start <= bytes.length; start += step) {
    for (let end = start + step; end <= bytes.length; end += step) {
      expect(map.slice(start, end)).toBe(decode(bytes.slice(start, end)));
    }
  }
}

test.each(['', 'plain', 'café — naïve', '記憶の宮殿', 'a😀b👩‍🔬c', 'e\u0301\r\n\t\u0000'])(
  'every range of %j',
  (text) => check(text, 1),
);

test('ranges across the checkpoints of a long text', () => {
  check('Müller said 記憶 😀, and went on. '.repeat(300), 397);
});

test.each([
  [-1, 2],
  [0, 99],
  [3, 1],
])('the range %i..%i does not fit', (start, end) => {
  expect(new ByteMap('short').slice(start, end)).toBeNull();
});
