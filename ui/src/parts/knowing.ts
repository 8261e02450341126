// What knowledge is called: kinds, halls, edges, how a node came to its place.

import type {
  AliasRule,
  EdgeKind,
  EdgeView,
  Field,
  Hall,
  NodeKind,
  NodeState,
  PatternOrigin,
  PlacedBy,
  Tier,
} from '../api';

export const UNSORTED = 'unsorted';

export const KINDS: Record<NodeKind, string> = {
  concept: 'Concept',
  entity: 'Named thing',
  identifier: 'Identifier',
  claim: 'Claim',
  event: 'Event',
  publication: 'Publication',
};

export const HALLS: Record<Hall, string> = {
  fact: 'Fact',
  event: 'Event',
  discovery: 'Discovery',
  preference: 'Preference',
  advice: 'Advice',
  claim: 'Claim',
  sentiment: 'Sentiment',
};

export const STATES: Record<NodeState, string> = {
  proposed: 'Waits for review',
  accepted: 'In the palace',
  dismissed: 'Dismissed',
};

export const TIERS: Record<Tier, string> = {
  assistant: 'proposed by an assistant',
  inherited: 'from an organisation’s store',
  extracted: 'read off a document',
  researched: 'approved, or found in independent sources',
  user: 'written or changed by you',
};

export const PLACED_BY: Record<PlacedBy, string> = {
  keyword: 'placed by the vocabulary',
  model: 'placed by the language model',
  nearest: 'placed in the nearest room by meaning, a guess',
  unsorted: 'nothing fitted',
  user: 'placed by you',
};

export const EDGES: Record<EdgeKind, string> = {
  defines: 'defines',
  requires: 'requires',
  enables: 'enables',
  part_of: 'is part of',
  cites: 'cites',
  supersedes: 'supersedes',
  contradicts: 'contradicts',
};

/** Read from its end. */
export const EDGES_BACK: Record<EdgeKind, string> = {
  defines: 'is defined by',
  requires: 'is required by',
  enables: 'is enabled by',
  part_of: 'has as a part',
  cites: 'is cited by',
  supersedes: 'is superseded by',
  contradicts: 'contradicts',
};

export const ALIAS_RULES: Record<AliasRule, string> = {
  acronym: 'an abbreviation given in a source',
  spacing: 'the same but for spaces and hyphens',
  version: 'the same but for “.0”',
  plural: 'singular and plural',
  identifier: 'an identifier that stands for it',
  user: 'you said so',
};

export const ORIGINS: Record<PatternOrigin, string> = {
  builtin: 'Loci’s own',
  user: 'yours',
  model: 'from the language model',
  file: 'from a file',
};

export const FIELDS: Record<Field, string> = {
  name: 'name',
  description: 'description',
  summary: 'summary',
  kind: 'kind',
  tags: 'labels',
  place: 'place',
  state: 'state',
  importance: 'importance',
  validity: 'when it holds',
};

/** `data-protection` is read “data protection”. */
export function spoken(name: string): string {
  return name.replaceAll('-', ' ');
}

export function placeInWords({ wing, room }: { wing: string; room: string }): string {
  return wing === UNSORTED ? 'unsorted' : `${spoken(wing)} › ${spoken(room)}`;
}

/** “A requires B”. */
export function edgeInWords({ kind, from_name, to_name }: EdgeView): string {
  return `${from_name} ${EDGES[kind]} ${to_name}`;
}

export function keysOf<T extends string>(words: Record<T, string>): T[] {
  return Object.keys(words) as T[];
}

/** `text` where it is one of the words' keys. */
export function oneOf<T extends string>(
  words: Record<T, string>,
  text: string | undefined,
): T | null {
  return text !== undefined && text in words ? (text as T) : null;
}
