// Which documents the library shows: earlier versions folded under their current one, filtered.

import type { DocumentView } from '../../api';

export const SHOWS = {
  all: 'All',
  current: 'Current',
  stale: 'Stale',
  refused: 'Refused',
  conflicts: 'With conflicts',
} as const;

export type Show = keyof typeof SHOWS;

export interface Shelf {
  document: DocumentView;
  /** Newest first. */
  earlier: DocumentView[];
}

/** Groups versions; one whose later version is no longer there stands for itself. */
export function foldVersions(documents: readonly DocumentView[]): Shelf[] {
  const byId = new Map(documents.map((document) => [document.document_id, document]));
  const shelves: Shelf[] = [];
  for (const document of documents) {
    if (document.superseded_by !== null && byId.has(document.superseded_by)) continue;
    const earlier: DocumentView[] = [];
    const seen = new Set([document.document_id]);
    let id = document.supersedes;
    while (id !== null && !seen.has(id)) {
      seen.add(id);
      const version = byId.get(id);
      if (version !== undefined) earlier.push(version);
      id = version?.supersedes ?? null;
    }
    shelves.push({ document, earlier });
  }
  return shelves;
}

export function isShown(
  { document }: Shelf,
  show: Show,
  conflicting: ReadonlySet<string>,
): boolean {
  const { state, freshness, superseded_by } = document;
  const refused = state === 'refused' || state === 'failed';
  if (show === 'current') return !refused && freshness === 'current' && superseded_by === null;
  if (show === 'stale') return freshness === 'stale';
  if (show === 'refused') return refused;
  return show === 'all' || conflicting.has(document.document_id);
}

export function matches({ document, earlier }: Shelf, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return true;
  return [document, ...earlier].some((version) => wordsOf(version).includes(wanted));
}

const known = new WeakMap<DocumentView, string>();

/** What a document is found by; written once for each, since there may be thousands. */
function wordsOf(document: DocumentView): string {
  const { title, name, reference } = document;
  const { doi, authors } = reference;
  const words =
    known.get(document) ??
    [title, name, doi ?? '', ...authors.map(({ family }) => family)].join(' ').toLowerCase();
  known.set(document, words);
  return words;
}

/** For a file that was turned away since its place is known: the document that is here from there. */
export function offeredFor(
  { state, reason, path, document_id }: DocumentView,
  documents: readonly DocumentView[],
): string | null {
  if (state !== 'refused' || reason?.code !== 'duplicate') return null;
  const earlier = documents.find(
    (other) =>
      other.path === path &&
      other.document_id !== document_id &&
      other.state === 'indexed' &&
      other.superseded_by === null,
  );
  return earlier?.document_id ?? null;
}
