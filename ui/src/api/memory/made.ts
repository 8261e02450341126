// Turns what is written down about the shelves into nodes and edges with ids, spans and scores.

import type { Evidence, EvidenceGrade, Method, Trust, VocabularyEntry } from '../bindings';
import type { Shelved } from './documents';
import type { Fact, Relation } from './facts';
import type { KeptEdge, KeptNode } from './kept';
import { spanOf } from './spans';
import { normalise } from './structure';

const FOUND = '2026-11-19T09:12:00Z';
/** Below it what is found waits for review. */
const ACCEPT_FROM = 0.85;

/** What `EvidenceGrade` adds. */
export const GRADES: Record<EvidenceGrade, number> = {
  ungraded: 0,
  very_low: -0.1,
  low: 0,
  moderate: 0.05,
  high: 0.1,
};

/** 64 digits, the same for the same name. */
export function idOf(name: string): string {
  let state = 0x811c9dc5;
  let out = '';
  for (let block = 0; block < 8; block += 1) {
    for (const sign of `${block}${name}`)
      state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
    out += (state >>> 0).toString(16).padStart(8, '0');
  }
  return out;
}

function evidenceOf(
  shelves: readonly Shelved[],
  [title, words]: [string, string],
  method: Method,
  confidence: number,
): Evidence {
  const shelved = shelves.find(({ view }) => view.title === title && view.superseded_by === null);
  const pattern = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  const found = shelved === undefined ? null : new RegExp(pattern).exec(shelved.text);
  const [at, length] = [found?.index ?? 0, found?.[0].length ?? words.length];
  // words that are no longer there keep the place where they stood
  const span = shelved === undefined ? null : spanOf(shelved, at, at + length);
  const document = shelved?.view.document_id ?? null;
  return {
    document,
    chunk: document === null ? null : `${document.slice(0, 16)}-${span?.start ?? 0}`,
    span,
    quote: found?.[0] ?? words,
    passages: [0],
    mentions: 1,
    method,
    confidence,
    observed_at: FOUND,
  };
}

const METHODS: Record<Fact['kind'], Method> = {
  concept: 'definition',
  entity: 'name',
  identifier: 'identifier',
  claim: 'claim',
  event: 'event',
  publication: 'structure',
};

export function makeNode(fact: Fact, shelves: readonly Shelved[]): KeptNode {
  const { name, kind, hall, valid } = fact;
  const [wing = 'unsorted', room = 'unsorted'] = fact.at?.split('/') ?? [];
  const confidence = fact.confidence ?? 0.9;
  const evidence = fact.from.map((from) => evidenceOf(shelves, from, METHODS[kind], confidence));
  const by = fact.by ?? (fact.at === undefined ? 'unsorted' : 'keyword');
  const place = {
    ...{ wing, room, hall, by },
    confidence: by === 'keyword' ? 0.86 : by === 'nearest' ? 0.41 : by === 'user' ? 1 : 0,
    because: fact.because ?? [],
  };
  return {
    node_id: idOf(name),
    normalised: normalise(name),
    sense: 0,
    name,
    description: fact.description ?? (kind === 'claim' || kind === 'event' ? name : ''),
    summary: fact.summary ?? '',
    kind,
    state: confidence < ACCEPT_FROM ? 'proposed' : 'accepted',
    tags: fact.tags ?? [],
    aliases: (fact.aliases ?? []).map(([alias, rule]) => ({
      name: alias,
      normalised: normalise(alias),
      rule,
    })),
    place,
    trust: trustOf(fact),
    validity: { from: null, to: null, stated: valid?.[2] ?? '' },
    valid_from: valid?.[0] ?? '',
    valid_to: valid?.[1] ?? '',
    evidence,
    mention_count: evidence.length + 1,
    importance: kind === 'concept' ? 3.4 : 2.6,
    last_accessed: null,
    tier: fact.override === undefined ? 'extracted' : 'user',
    confidence,
    fixed: [],
    created_at: FOUND,
    updated_at: FOUND,
  };
}

/** The article was reviewed by others; contracts are primary; notes are the person's own. */
function trustOf(fact: Fact): Trust {
  const [title = ''] = fact.from[0] ?? [];
  const [tier, base, source_letter] = /^Retrieval/.test(title)
    ? (['peer reviewed', 0.85, 'A'] as const)
    : /^(Supply|Glossary)/.test(title)
      ? (['organisation', 0.6, 'C'] as const)
      : (['own file', 0.5, 'D'] as const);
  const grade = fact.grade ?? 'ungraded';
  const corroborating = fact.corroborating ?? 0;
  const parts = {
    source_tier: base,
    evidence_grade: GRADES[grade],
    corroboration: Math.min(corroborating * 0.05, 0.25),
    contradiction: 0,
    bias: 0,
    arousal: 0,
  };
  const before = base + parts.evidence_grade + parts.corroboration;
  const [reliability, reason] = fact.override ?? [];
  return {
    ...{ parts, tier, source_letter, grade, corroborating },
    claim_number: 3,
    contradictions: 0,
    bias_signals: 0,
    alarming: false,
    certainty: 0.2,
    sentiment: 0,
    signals: (fact.signals ?? []).map(([kind, phrase]) => ({ kind, phrase })),
    layer: 2,
    contentious: false,
    injected: fact.injected ?? false,
    overridden:
      reliability === undefined
        ? null
        : { reliability, reason: reason ?? '', at: '2026-11-20T08:00:00Z', before },
    assessed_at: FOUND,
  };
}

export function makeEdge(relation: Relation, shelves: readonly Shelved[]): KeptEdge {
  const { kind, because, source } = relation;
  const [from, to] = [idOf(relation.from), idOf(relation.to)];
  const confidence = relation.confidence ?? 0.88;
  const method = relation.method ?? 'pattern';
  return {
    ...{ kind, from, to, because, confidence },
    edge_id: idOf(`${kind} ${from} ${to}`),
    state: 'accepted',
    ruling: null,
    evidence: source === undefined ? [] : [evidenceOf(shelves, source, method, confidence)],
  };
}

const learnt = (
  pattern: string,
  wing: string,
  room: string,
  origin: VocabularyEntry['origin'],
) => ({
  ...{ pattern, wing, room, origin },
  weight: 0.9,
  active: true,
  learnt_at: origin === 'builtin' ? null : '2026-11-20T08:00:00Z',
});

export const VOCABULARY: VocabularyEntry[] = [
  learnt('northlight', 'law', 'contracts', 'user'),
  learnt('up-state', 'biology', 'neuroscience', 'model'),
  learnt('sleep | dream*', 'biology', 'neuroscience', 'builtin'),
  learnt('oscillation*', 'biology', 'neuroscience', 'builtin'),
  learnt(
    'contract* | supplier* | clause* | warrant* | indemni* | breach* | tender* | bidder* | force majeure | governing law',
    'law',
    'contracts',
    'builtin',
  ),
  learnt('deliver*', 'law', 'contracts', 'builtin'),
  learnt('preregist* | replication', 'methods', 'reproducibility', 'builtin'),
  learnt('effect size*', 'methods', 'statistics', 'builtin'),
  learnt('student* | learn* | testing', 'society', 'education', 'builtin'),
];
