// Which parts of a passage to emphasise, and which part of a long one to show first.

export interface Part {
  text: string;
  on: boolean;
}

/** A word as the reader sees it counts when it is a term or a term with a short ending. */
function isMatch(word: string, terms: string[]): boolean {
  return terms.some(
    (term) =>
      word === term || (term.length > 3 && word.startsWith(term) && word.length - term.length <= 3),
  );
}

export function emphasise(text: string, terms: readonly string[]): Part[] {
  const wanted = terms.map((term) => term.toLowerCase());
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!isMatch(match[0].toLowerCase(), wanted)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), on: false });
    at = match.index + match[0].length;
    parts.push({ text: match[0], on: true });
  }
  if (at < text.length) parts.push({ text: text.slice(at), on: false });
  return parts;
}

const LEAD = 140;

/** The passage from a little before its first match; a cut start is marked by an ellipsis. */
export function excerpt(text: string, terms: readonly string[]): Part[] {
  const parts = emphasise(text, terms);
  const [first] = parts;
  if (parts.length < 2 || first === undefined || first.on || first.text.length <= LEAD * 2) {
    return parts;
  }
  const cut = first.text.slice(-LEAD);
  const start = cut.search(/\s/) + 1;
  return [{ text: `… ${cut.slice(start)}`, on: false }, ...parts.slice(1)];
}
