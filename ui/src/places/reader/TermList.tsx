// The terms that a document uses; on printed pages those of the page in view, which notes none in place.

import { useMemo, useState } from 'react';
import type { Term } from '../../api';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { TermEntry } from '../definitions/TermEntry';

interface TermListProps {
  terms: Term[];
  page: { number: number; words: string } | null;
  here: string;
}

export function TermList({ terms, page, here }: TermListProps) {
  const [filter, setFilter] = useState('');
  const onPage = page !== null && page.words !== '';
  const shown = useMemo(() => {
    const words = onPage ? spaced(page.words) : '';
    const wanted = filter.trim().toLowerCase();
    return terms.filter(
      ({ term }) =>
        (words === '' || words.includes(spaced(term))) && term.toLowerCase().includes(wanted),
    );
  }, [terms, onPage, page?.words, filter]);
  if (terms.length === 0) {
    return <p className="panel-note">No term that some document defines is used here.</p>;
  }
  const where = onPage ? `Terms on page ${page.number}` : 'Terms in this document';
  return (
    <section aria-label={where}>
      <h2 className="panel-title">{where}</h2>
      <input
        type="search"
        className="filter"
        aria-label="Filter by term"
        placeholder="Filter by term"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {shown.length === 0 && <p className="panel-note">None.</p>}
      <ul className="entries">
        <LazyBlocks items={shown} size={40} item_rem={2.6}>
          {(block) =>
            block.map((term) => (
              <TermEntry key={term.normalised} term={term} open={false} here={here} />
            ))
          }
        </LazyBlocks>
      </ul>
    </section>
  );
}

/** Words with single spaces around, so that a term is found as whole words over line ends. */
function spaced(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ')} `;
}
