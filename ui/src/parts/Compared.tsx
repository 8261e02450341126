// How a citation fares in a later version: its fate, and both quotes side by side with the words that
// differ struck out or underlined.

import type { Citation, Fate } from '../api';
import { formatRoute, reading } from '../state/router';
import { wordDiff } from './wordDiff';
import { FATES } from './words';

export function FateMark({ fate }: { fate: Fate }) {
  return (
    <span className="fate" data-fate={fate}>
      {FATES[fate]}
    </span>
  );
}

export function Compared({ citation }: { citation: Citation }) {
  const { verified, quote, document_id, span, source_here } = citation;
  if (verified === null) return null;
  const parts = wordDiff(citation.plain, verified.plain);
  const there = reading(verified.document_id, verified.span);
  return (
    <div className="compared">
      <figure>
        <figcaption>
          As cited{' '}
          {source_here && (
            <a className="link" href={formatRoute(reading(document_id, span))}>
              Open
            </a>
          )}
        </figcaption>
        <blockquote>
          {quote === '' && <em>Its words were forgotten with the document.</em>}
          {parts
            .filter(({ kind }) => kind !== 'added')
            .map(({ kind, text }, at) =>
              kind === 'removed' && verified.fate === 'changed' ? (
                <del key={at}>
                  <span className="sr-only">Removed: </span>
                  {text}
                  <span className="sr-only"> End of removal. </span>
                </del>
              ) : (
                text
              ),
            )}
        </blockquote>
      </figure>
      <figure>
        <figcaption>
          In the later version{' '}
          {verified.span !== null && (
            <a className="link" href={formatRoute(there)}>
              Open
            </a>
          )}
        </figcaption>
        {verified.fate === 'gone' ? (
          <p className="compared-gone">Nothing like it is left.</p>
        ) : (
          <blockquote>
            {parts
              .filter(({ kind }) => kind !== 'removed')
              .map(({ kind, text }, at) =>
                kind === 'added' ? (
                  <ins key={at}>
                    <span className="sr-only">Added: </span>
                    {text}
                    <span className="sr-only"> End of addition. </span>
                  </ins>
                ) : (
                  text
                ),
              )}
          </blockquote>
        )}
      </figure>
    </div>
  );
}
