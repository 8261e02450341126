// What speaks for a piece of knowledge: each source with its words, and the way to where they stand.

import type { EvidenceView } from '../../api';
import { dayInWords } from '../../parts/words';
import { keepQuote } from '../../state/quotes';
import { formatRoute, reading } from '../../state/router';
import { METHODS } from './words';

interface EvidenceListProps {
  evidence: EvidenceView[];
  /** Words that stand above the list already: a quote of the same is not shown again. */
  said?: string;
}

export function EvidenceList({ evidence, said = '' }: EvidenceListProps) {
  if (evidence.length === 0) return <p className="section-note">No source is known.</p>;
  return (
    <ul className="evidence-list">
      {evidence.map((of, at) => (
        <EvidenceItem key={`${of.document ?? 'hand'}-${at}`} evidence={of} said={said} />
      ))}
    </ul>
  );
}

/** Whether two texts differ in white space alone. */
export function sameWords(a: string, b: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(a) === plain(b);
}

function EvidenceItem({ evidence, said }: { evidence: EvidenceView; said: string }) {
  const { plain, superseded, copy_of } = evidence;
  return (
    <li>
      {plain !== '' && !sameWords(plain, said) && (
        <blockquote className="quote">{plain}</blockquote>
      )}
      <p className="evidence-where">
        <EvidenceLink evidence={evidence} /> {factsOf(evidence).join(' · ')}
        {superseded && <span className="flag caution">superseded version</span>}
      </p>
      {copy_of !== null && (
        <p className="section-note">
          A copy of{' '}
          <a className="link" href={formatRoute({ place: 'document', document: copy_of })}>
            another source here
          </a>
          : it does not count as a second one.
        </p>
      )}
    </li>
  );
}

function factsOf({ observed_at, method }: EvidenceView): string[] {
  const read = dayInWords(observed_at);
  return [read === '' ? '' : `read ${read}`, METHODS[method]].filter(Boolean);
}

/** The way to the passage; in words where it cannot be opened. */
export function EvidenceLink({ evidence }: { evidence: EvidenceView }) {
  const { title, document, span, opens } = evidence;
  if (document === null) return <span>Written by hand</span>;
  const at =
    span === null ? '' : span.page === null ? `, line ${span.line_start}` : `, page ${span.page}`;
  if (!opens || span === null)
    return (
      <span>
        {title === '' ? 'Its document is gone' : `${title}, changed since or gone`}; the words are
        kept as they were read
      </span>
    );
  return (
    <a
      className="link"
      href={formatRoute(reading(document, span))}
      onClick={() => keepQuote(document, span, evidence)}
    >
      {title}
      {at}
    </a>
  );
}
