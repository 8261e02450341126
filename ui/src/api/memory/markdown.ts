// The small part of Markdown that the shelves use, in the shape of the real renderer: every run of
// text in a span that carries its byte offsets. Development and tests only.

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function renderMarkdown(text: string): string {
  const out: string[] = [];
  let index = 0;
  for (const block of text.split(/\n\n/)) {
    out.push(renderBlock(text, block.replace(/\n+$/, ''), index));
    index += block.length + 2;
  }
  return out.join('\n');
}

function renderBlock(text: string, block: string, index: number): string {
  const heading = /^(#{1,6}) /.exec(block);
  if (heading?.[1] !== undefined) {
    const level = heading[1].length;
    return `<h${level}>${run(text, index + level + 1, index + block.length)}</h${level}>`;
  }
  if (block.startsWith('|')) return renderTable(text, block, index);
  return block === '' ? '' : `<p>${inline(text, index, index + block.length)}</p>`;
}

function renderTable(text: string, block: string, index: number): string {
  const rows: string[] = [];
  let at = index;
  for (const [number, line] of block.split('\n').entries()) {
    const cells: string[] = [];
    const tag = number === 0 ? 'th' : 'td';
    for (const match of line.matchAll(/\| ([^|]+?) (?=\|)/g)) {
      const start = at + match.index + 2;
      const cell = match[1] ?? '';
      cells.push(`<${tag}>${run(text, start, start + cell.length)}</${tag}>`);
    }
    if (number !== 1) rows.push(`<tr>${cells.join('')}</tr>`);
    at += line.length + 1;
  }
  return `<table>${rows.join('')}</table>`;
}

function inline(text: string, from: number, to: number): string {
  const marks = /(\*|`)([^*`]+)\1/g;
  let out = '';
  let at = from;
  for (const match of text.slice(from, to).matchAll(marks)) {
    const start = from + match.index;
    const tag = match[1] === '*' ? 'em' : 'code';
    const end = start + match[0].length;
    out += run(text, at, start) + `<${tag}>${run(text, start + 1, end - 1)}</${tag}>`;
    at = end;
  }
  return out + run(text, at, to);
}

function run(text: string, from: number, to: number): string {
  if (from >= to) return '';
  const start = byteLength(text.slice(0, from));
  const words = text.slice(from, to);
  return `<span data-s="${start}" data-e="${start + byteLength(words)}">${escape(words)}</span>`;
}

/** The words of Markdown as the real host says them, in short. */
export function plainWords(markdown: string): string {
  return markdown
    .split('\n')
    .filter((line) => !/^\|[ :|-]+\|$/.test(line))
    .map((line) =>
      line.startsWith('|')
        ? line
            .split('|')
            .map((cell) => cell.trim())
            .filter(Boolean)
            .join(' · ')
        : line.replace(/^#{1,6} /, ''),
    )
    .join('\n')
    .replace(/([*`])([^*`]+)\1/g, '$2')
    .trim();
}

/** What is said of a part of a document: only what was structured has markup. */
export function plainOf({ html }: { html: string | null }, words: string): string {
  return html === null ? words.trim() : plainWords(words);
}
