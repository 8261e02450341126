// The shape in which the in-memory host's knowledge is written down, and the names it goes by. Every quote
// stands in its document; the store finds where.

import type {
  AliasRule,
  EdgeKind,
  EvidenceGrade,
  Hall,
  Method,
  NodeKind,
  PlacedBy,
  SignalKind,
} from '../bindings';

/** Title of a document on the shelves; the current version is meant. */
export type Source =
  | 'Sleep and memory consolidation'
  | 'Retrieval practice and long-term retention'
  | 'The method of loci'
  | 'Field notes, March'
  | 'Supply agreement'
  | 'Glossary of procurement';

export interface Fact {
  name: string;
  kind: NodeKind;
  /** `wing/room`; nowhere in particular where absent. */
  at?: string;
  hall: Hall;
  by?: PlacedBy;
  because?: string[];
  /** Each source with its words. */
  from: [Source, string][];
  description?: string;
  summary?: string;
  aliases?: [string, AliasRule][];
  tags?: string[];
  valid?: [from: string, to: string, stated: string];
  /** Below the threshold: it waits for review. */
  confidence?: number;
  grade?: EvidenceGrade;
  signals?: [SignalKind, string][];
  /** Other sources that say the same. */
  corroborating?: number;
  /** Its words address an assistant. */
  injected?: true;
  /** Set by the person. */
  override?: [reliability: number, reason: string];
}

export const SLEEP = 'Sleep and memory consolidation';
export const RETRIEVAL = 'Retrieval practice and long-term retention';
export const LOCI = 'The method of loci';
export const NOTES = 'Field notes, March';
export const AGREEMENT = 'Supply agreement';
export const GLOSSARY = 'Glossary of procurement';

export const CLAIM_SLEEP = 'Sleep after learning improves recall of declarative material.';
export const CLAIM_DRAWER =
  'Small samples, and a file drawer: of eleven preregistered attempts, six found no difference.';
export const CLAIM_NAP =
  'A nap of 60 minutes that contains slow-wave sleep preserves paired associates; a nap without it does not.';
export const CLAIM_LOCI =
  'Six weeks of training in the method of loci raised free recall from 26 to 62 of 72 words, and the gain was still there four months later.';
export const CLAIM_MAJEURE =
  '"Force Majeure" means an event beyond the control of a party that it could not foresee, except strikes of its own staff.';
export const CLAIM_DISASTER =
  'Force Majeure: natural disaster or war. Strikes, shortages and price rises are never meant.';
export const CLAIM_TESTING = 'Testing oneself on a text a week later beats reading it again.';
export const CLAIM_AGAIN =
  'After five minutes, reading again was slightly better, which is why learners judge it to be the better way.';

export interface Relation {
  kind: EdgeKind;
  from: string;
  to: string;
  because: string;
  confidence?: number;
  source?: [Source, string];
  method?: Method;
}

export const CLAIM_UP =
  'Where the coupling was strengthened by stimulation at the up-state, word-pair recall rose from 36.5 to 41.2 of 46 pairs.';
