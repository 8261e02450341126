// Which words of two texts differ: a longest common subsequence over words, for texts of quote size.

export interface DiffPart {
  text: string;
  kind: 'same' | 'removed' | 'added';
}

/** Beyond so many pairs of words the middle is shown as replaced whole. */
const MOST_PAIRS = 4_000_000;

export function wordDiff(before: string, after: string): DiffPart[] {
  const [a, b] = [words(before), words(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail += 1;
  const parts: DiffPart[] = [];
  add(parts, 'same', a.slice(0, head));
  middle(parts, a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  add(parts, 'same', a.slice(a.length - tail));
  return parts;
}

/** A word with the white space after it, so that the parts give back the text. */
function words(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}

function add(parts: DiffPart[], kind: DiffPart['kind'], tokens: string[]): void {
  const text = tokens.join('');
  if (text === '') return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}

function middle(parts: DiffPart[], a: string[], b: string[]): void {
  if (a.length * b.length > MOST_PAIRS || a.length === 0 || b.length === 0) {
    add(parts, 'removed', a);
    add(parts, 'added', b);
    return;
  }
  const lengths = commonLengths(a, b);
  const width = b.length + 1;
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i]?.trim() === b[j]?.trim()) {
      add(parts, 'same', [b[j] ?? '']);
      i += 1;
      j += 1;
    } else if (j === b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      add(parts, 'removed', [a[i] ?? '']);
      i += 1;
    } else {
      add(parts, 'added', [b[j] ?? '']);
      j += 1;
    }
  }
}

/** `lengths[i * width + j]`: how many words the rests of `a` from `i` and `b` from `j` share. */
function commonLengths(a: string[], b: string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i]?.trim() === b[j]?.trim() ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return lengths;
}
