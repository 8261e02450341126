// Trust in words: the Admiralty code, the grades, how evidence was found, what was decided.

import type { EvidenceGrade, Method, Ruling } from '../../api';

/** The source, apart from its claim. */
export const SOURCE_LETTERS: Record<string, string> = {
  A: 'completely reliable',
  B: 'usually reliable',
  C: 'fairly reliable',
  D: 'not usually reliable',
  E: 'unreliable',
  F: 'reliability cannot be judged',
};

/** The claim, apart from its source. */
export const CLAIM_NUMBERS: Record<number, string> = {
  1: 'confirmed by other sources',
  2: 'probably true',
  3: 'possibly true',
  4: 'doubtful',
  5: 'improbable',
  6: 'truth cannot be judged',
};

export const GRADES: Record<EvidenceGrade, { label: string; words: string }> = {
  ungraded: { label: 'ungraded', words: 'Nothing in the words tells what kind of evidence it is.' },
  very_low: { label: 'very low', words: 'An opinion, an anecdote or marketing.' },
  low: { label: 'low', words: 'A case, or an observation without a control.' },
  moderate: {
    label: 'moderate',
    words: 'An observational study with a comparison, a standard, or a primary document.',
  },
  high: { label: 'high', words: 'A randomised trial, a systematic review, or law in force.' },
};

export const METHODS: Record<Method, string> = {
  definition: 'defined there',
  keyphrase: 'a key phrase of the document',
  name: 'named there',
  identifier: 'an identifier there',
  claim: 'a sentence that claims something',
  event: 'a sentence that tells what happened when',
  structure: 'from the document’s structure',
  pattern: 'a pattern in the sentence',
  comparison: 'two statements compared',
  hand: 'written by hand',
  model: 'found by the language model',
};

export const RULINGS: Record<Ruling, string> = {
  first: 'A holds',
  second: 'B holds',
  both: 'Both, under different conditions',
  undecided: 'Undecided',
};

/** How far the assessment has come. */
export const LAYERS: Record<number, string> = {
  0: 'its source',
  1: 'its source and its words',
  2: 'its source, its words and everything else stored',
  3: 'its source, its words, everything else stored, and the language model’s judgement',
};

/** “Looked at” half of a sentence for any layer. */
export function layerInWords(layer: number): string {
  return LAYERS[Math.min(3, Math.max(0, layer))] ?? '';
}
