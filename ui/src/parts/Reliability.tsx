// A score wherever it is shown: its number, its word, and what a reader must know beside it.

import type { NodeCard } from '../api';

type Scored = Pick<NodeCard, 'reliability' | 'overridden' | 'contentious'> &
  Partial<Pick<NodeCard, 'injected'>>;

export type Level = 'very low' | 'low' | 'moderate' | 'high';

/** A score as it is written everywhere: `0.62`. */
export function scoreInNumbers(score: number): string {
  return score.toFixed(2);
}

/** The word beside a score. High begins where a fact is good enough to be given to every agent. */
export function levelOf(score: number): Level {
  const shown = Number(scoreInNumbers(score));
  if (shown < 0.3) return 'very low';
  if (shown < 0.5) return 'low';
  return shown < 0.7 ? 'moderate' : 'high';
}

/** “0.62, moderate”. */
export function scoreInWords(score: number): string {
  return `${scoreInNumbers(score)}, ${levelOf(score)}`;
}

export function Reliability({ of }: { of: Scored }) {
  const { reliability, overridden, contentious, injected = false } = of;
  const level = levelOf(reliability);
  return (
    <span className="reliability" data-testid="reliability" data-level={level}>
      <span className="reliability-score">
        <span className="sr-only">Reliability </span>
        <strong>{scoreInNumbers(reliability)}</strong> {level}
      </span>
      {overridden && <span className="flag">corrected by you</span>}
      {contentious && <span className="flag caution">contentious</span>}
      {injected && <span className="flag danger">addresses an assistant</span>}
    </span>
  );
}
