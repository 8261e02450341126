// The sum behind a score, step by step: where each part begins and where it ends.

import type { TrustParts, TrustView } from '../../api';
import { count } from '../../parts/words';
import { GRADES } from './words';

export type Part = keyof TrustParts;

export interface Step {
  part: Part;
  label: string;
  /** Why it adds what it adds. */
  why: string;
  adds: number;
  from: number;
  to: number;
}

export interface Waterfall {
  steps: Step[];
  /** The sum before it is held between 0 and 1. */
  sum: number;
  /** The sum as it counts. */
  total: number;
  /** What the drawing spans: at least 0 to 1. */
  low: number;
  high: number;
  /** Decimals, so that the shown parts give the shown sum. */
  digits: number;
}

export const PARTS: readonly Part[] = [
  'source_tier',
  'evidence_grade',
  'corroboration',
  'contradiction',
  'bias',
  'arousal',
];

const LABELS: Record<Part, string> = {
  source_tier: 'Source',
  evidence_grade: 'Evidence grade',
  corroboration: 'Corroboration',
  contradiction: 'Contradictions',
  bias: 'Bias',
  arousal: 'Alarming words',
};

export function waterfall({ trust, parts }: TrustView): Waterfall {
  let at = 0;
  const steps = PARTS.map((part) => {
    const from = at;
    at = tidy(at + parts[part]);
    const adds = tidy(parts[part]);
    return { part, label: LABELS[part], why: whyOf(part, trust), adds, from, to: at };
  });
  const reached = steps.map(({ to }) => to);
  const whole = steps.every(({ adds }) => Math.abs(adds * 100 - Math.round(adds * 100)) < 1e-6);
  return {
    steps,
    sum: at,
    total: Math.min(1, Math.max(0, at)),
    low: Math.min(0, ...reached),
    high: Math.max(1, ...reached),
    digits: whole ? 2 : 3,
  };
}

/** The host counts in single precision: 0.85 comes as 0.850000024. */
function tidy(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function whyOf(part: Part, trust: TrustView['trust']): string {
  const { tier, grade, corroborating, contradictions, bias_signals, alarming } = trust;
  switch (part) {
    case 'source_tier':
      return tier === '' ? 'no source is known' : `tier: ${tier}`;
    case 'evidence_grade':
      return `GRADE-style: ${GRADES[grade].label}`;
    case 'corroboration':
      return corroborating === 0
        ? 'no other source says the same'
        : `${count(corroborating, 'other source')} × 0.05, at most 0.25`;
    case 'contradiction':
      return contradictions === 0
        ? 'nothing stored speaks against it'
        : `${count(contradictions, 'contradiction')} × 0.10, at most 0.30`;
    case 'bias':
      return bias_signals === 0
        ? 'no sign of it in the words'
        : `${count(bias_signals, 'sign')} × 0.05, at most 0.20`;
    case 'arousal':
      return alarming ? 'the words are meant to alarm' : 'none';
  }
}

/** With its sign, which is read out: “+0.05”, “−0.10”, “0.00”. */
export function signed(value: number, digits: number): string {
  const shown = Math.abs(value).toFixed(digits);
  if (Number(shown) === 0) return shown;
  return `${value < 0 ? '−' : '+'}${shown}`;
}
