// Reference lists as the real host writes them, in short: BibTeX and CSL-JSON.

import type { CitationFormat, CiteExport, DocumentView, Reference } from '../bindings';

interface Entry {
  view: DocumentView;
  page: number | null;
}

export function writeList(format: CitationFormat, entries: Entry[]): CiteExport {
  const text =
    format === 'bibtex'
      ? entries.map(bibtex).join('\n')
      : `${JSON.stringify(entries.map(cslJson), null, 2)}\n`;
  return { entries: entries.length, text };
}

function keyOf({ reference, title }: DocumentView): string {
  const name = reference.authors[0]?.family ?? title.split(' ')[0] ?? 'document';
  return `${name.toLowerCase().replace(/[^a-z]/g, '')}${reference.year ?? ''}`;
}

function names({ authors }: Reference): string {
  return authors
    .map(({ family, given }) => (given === '' ? family : `${family}, ${given}`))
    .join(' and ');
}

function bibtex({ view, page }: Entry): string {
  const { reference, title } = view;
  const fields: [string, string | null][] = [
    ['title', reference.title ?? title],
    ['author', names(reference) || null],
    ['year', reference.year === null ? null : String(reference.year)],
    ['journal', reference.container],
    ['volume', reference.volume],
    ['doi', reference.doi],
    ['note', page === null ? null : `p. ${page}`],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === null ? [] : [`  ${name} = {${value}},`],
  );
  const kind = reference.kind === 'article-journal' ? 'article' : 'misc';
  return [`@${kind}{${keyOf(view)},`, ...lines, '}', ''].join('\n');
}

function cslJson({ view, page }: Entry) {
  const { reference, title } = view;
  return {
    id: keyOf(view),
    type: reference.kind === '' ? 'document' : reference.kind,
    title: reference.title ?? title,
    author: reference.authors,
    ...(reference.year === null ? {} : { issued: { 'date-parts': [[reference.year]] } }),
    ...(reference.doi === null ? {} : { DOI: reference.doi }),
    ...(page === null ? {} : { locator: String(page), label: 'page' }),
  };
}
