// Words against the source's: what was struck out and what was put in, in words for those who hear it.

import { wordDiff } from '../../parts/wordDiff';

interface DifferenceProps {
  /** The source's words. */
  source: string;
  now: string;
}

export function Difference({ source, now }: DifferenceProps) {
  const parts = wordDiff(source, now);
  const same = parts.every(({ kind }) => kind === 'same');
  return (
    <figure className="difference" data-testid="difference">
      <figcaption>{same ? 'Word for word as in the source' : 'Against the source'}</figcaption>
      <blockquote className="quote">
        {parts.map(({ kind, text }, at) => {
          if (kind === 'same') return text;
          if (kind === 'removed')
            return (
              <del key={at}>
                <span className="sr-only">Removed: </span>
                {text}
                <span className="sr-only"> End of removal. </span>
              </del>
            );
          return (
            <ins key={at}>
              <span className="sr-only">Added: </span>
              {text}
              <span className="sr-only"> End of addition. </span>
            </ins>
          );
        })}
      </blockquote>
    </figure>
  );
}
