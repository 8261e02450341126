// What the real converter reads off a text: its outline, definitions, where terms are used, and which of
// its own places it mentions. Simple rules, enough for the shelves.

import type {
  CrossReference,
  Definition,
  OutlineItem,
  ReaderView,
  Term,
  TermMention,
} from '../bindings';
import type { Shelved } from './documents';
import { byteLength } from './markdown';

export function normalise(term: string): string {
  return (term.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join('_');
}

function sectionId(title: string): string {
  const number = /^\d+(\.\d+)*/.exec(title)?.[0];
  return number === undefined ? '' : `sec_${number.replaceAll('.', '_')}`;
}

export function outline({ text, pages }: Shelved): OutlineItem[] {
  if (pages.length > 0) {
    return [...text.matchAll(/^Page (\d+)\n(.*)$/gm)].map((match, index) => ({
      title: index === 0 ? (match[2] ?? '') : `Experiment ${index}`,
      level: index === 0 ? 1 : 2,
      section_id: '',
      start: byteLength(text.slice(0, match.index)),
      page: Number(match[1]),
    }));
  }
  return [...text.matchAll(/^(#{1,6}) (.*)$/gm)].map((match) => ({
    title: match[2] ?? '',
    level: match[1]?.length ?? 1,
    section_id: sectionId(match[2] ?? ''),
    start: byteLength(text.slice(0, match.index)),
    page: null,
  }));
}

function definitionsOf(shelved: Shelved): Definition[] {
  const { document_id, title } = shelved.view;
  const sections = outline(shelved);
  return shelved.stated.flatMap(({ term, quote, form, exceptions }) => {
    const at = shelved.text.indexOf(quote);
    if (at < 0) return [];
    const start = byteLength(shelved.text.slice(0, at));
    const section_id = sections.findLast((item) => item.start <= start)?.section_id ?? '';
    const end = start + byteLength(quote);
    const text = quote.replace(/[*\n]/g, (sign) => (sign === '\n' ? ' ' : ''));
    const plain = text;
    return [{ term, text, plain, section_id, form, document_id, title, start, end, exceptions }];
  });
}

/** Terms of the current versions, by alphabet; two definitions with other words are a conflict. */
export function terms(shelves: Shelved[]): Term[] {
  const byName = new Map<string, Definition[]>();
  for (const shelved of shelves) {
    if (shelved.view.superseded_by !== null) continue;
    for (const definition of definitionsOf(shelved)) {
      const name = normalise(definition.term);
      byName.set(name, [...(byName.get(name) ?? []), definition]);
    }
  }
  return [...byName]
    .map(([normalised, definitions]) => ({
      term: definitions[0]?.term ?? normalised,
      normalised,
      conflicting: new Set(definitions.map(({ text }) => text)).size > 1,
      definitions,
    }))
    .sort((a, b) => a.normalised.localeCompare(b.normalised));
}

function mentions(text: string, known: Term[]): TermMention[] {
  const found: TermMention[] = [];
  for (const [index, { term }] of known.entries()) {
    const words = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');
    for (const match of text.matchAll(new RegExp(`(?<![\\p{L}])${words}(?![\\p{L}])`, 'giu'))) {
      const start = byteLength(text.slice(0, match.index));
      found.push({ start, end: start + byteLength(match[0]), term: index });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function crossReferences(text: string, sections: OutlineItem[]): CrossReference[] {
  const table = text.indexOf('\n| ');
  return [...text.matchAll(/(Section|Table) (\d+(?:\.\d+)*)/g)].map((match) => {
    const number = (match[2] ?? '').replaceAll('.', '_');
    const target = `${match[1] === 'Table' ? 'table' : 'sec'}_${number}`;
    const start = byteLength(text.slice(0, match.index));
    const section = sections.find(({ section_id }) => section_id === target)?.start ?? null;
    const first = table < 0 ? null : byteLength(text.slice(0, table + 1));
    const target_start = match[1] === 'Table' ? first : section;
    return { start, end: start + byteLength(match[0]), target, target_start };
  });
}

export function structureOf(
  shelved: Shelved,
  shelves: Shelved[],
): Pick<ReaderView, 'outline' | 'terms' | 'mentions' | 'cross_references'> {
  const own = shelved.view.document_id;
  const sections = outline(shelved);
  // a superseded version is read with its own definitions
  const all = terms([shelved, ...shelves.filter((other) => other !== shelved)]);
  const known = (shelved.view.superseded_by === null ? all : []).filter(
    ({ term }) => mentions(shelved.text, [{ term } as Term]).length > 0,
  );
  const ownFirst = (term: Term) =>
    term.definitions.some(({ document_id }) => document_id === own) ? 0 : 1;
  known.sort((a, b) => ownFirst(a) - ownFirst(b));
  return {
    outline: sections,
    terms: known,
    mentions: mentions(shelved.text, known),
    cross_references: crossReferences(shelved.text, sections),
  };
}
