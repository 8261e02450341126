// One hit: where it stands, its words, and why it was found.

import { memo, useState } from 'react';
import type { DocumentView, Hit } from '../../api';
import { DefinitionText } from '../../parts/DefinitionText';
import { keepQuote } from '../../state/quotes';
import { formatRoute } from '../../state/router';
import { SpeaksFor } from './SpeaksFor';
import { emphasise, excerpt } from './emphasis';

interface HitCardProps {
  hit: Hit;
  query: string;
  /** The hit's document, where a later version replaced it. */
  superseded?: DocumentView;
}

/** Not drawn anew for each letter of the next question. */
export const HitCard = memo(function HitCard({ hit, query, superseded }: HitCardProps) {
  const [whole, setWhole] = useState(false);
  const { document_id: document, span } = hit;
  const to = formatRoute({ place: 'read', document, span, query, view: null });
  const terms = hit.keyword?.terms ?? (hit.exact ? query.split(/\s+/) : []);
  const parts = whole ? emphasise(hit.plain, terms) : excerpt(hit.plain, terms);
  const id = `hit-${hit.chunk_id}`;
  // a document's first heading is mostly its title: once is enough
  const headings = hit.parent_chain.filter((heading) => heading !== hit.title);
  return (
    <li className="hit" data-testid="hit" data-open={whole}>
      <h3 className="hit-where">
        <a
          id={id}
          href={to}
          className="hit-link"
          data-item={hit.chunk_id}
          aria-describedby={`${id}-text`}
          onClick={() => keepQuote(document, span, { quote: hit.text, plain: hit.plain })}
          onKeyDown={(event) => {
            if (event.key === ' ') {
              event.preventDefault();
              setWhole(!whole);
            } else if (event.key === 'Escape' && whole) {
              event.preventDefault();
              setWhole(false);
            }
          }}
        >
          {hit.title}
        </a>
        {headings.map((heading, at) => (
          <span key={at} className="hit-heading">
            {heading}
          </span>
        ))}
        {superseded !== undefined && (
          <span className="format superseded">v{superseded.version}, superseded</span>
        )}
      </h3>
      <p className="hit-text" id={`${id}-text`}>
        {parts.map(({ text, on }, at) => (on ? <mark key={at}>{text}</mark> : text))}
      </p>
      <SpeaksFor hit={hit} />
      <Terms hit={hit} />
      <ul className="hit-why" aria-label="Why it was found">
        <Reasons hit={hit} />
      </ul>
    </li>
  );
});

/** The terms that the passage uses, folded; each with everything that says what it means. */
function Terms({ hit: { definitions } }: { hit: Hit }) {
  const [open, setOpen] = useState(false);
  if (definitions.length === 0) return null;
  const names = [...new Set(definitions.map(({ term }) => term))];
  return (
    <div className="hit-terms">
      <button type="button" className="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '▾' : '▸'} Terms: {names.join(', ')}
      </button>
      {open &&
        names.map((name) => {
          const meant = definitions.filter(({ term }) => term === name);
          return (
            <div key={name} className={meant.length > 1 ? 'side-by-side' : ''}>
              {meant.map((definition) => (
                <DefinitionText
                  key={`${definition.document_id}-${definition.start}`}
                  definition={definition}
                />
              ))}
            </div>
          );
        })}
    </div>
  );
}

function Reasons({ hit }: { hit: Hit }) {
  const { exact, keyword, semantic, span } = hit;
  const lines =
    span.line_start === span.line_end
      ? `line ${span.line_start}`
      : `lines ${span.line_start}–${span.line_end}`;
  return (
    <>
      {exact && <li className="why exact">Exact</li>}
      {keyword !== null && (
        <li className="why words" title={`Place ${keyword.rank} by words`}>
          Words #{keyword.rank}
          {(keyword.terms ?? []).length > 0 && <small>{keyword.terms?.join(', ')}</small>}
        </li>
      )}
      {semantic !== null && (
        <li className="why meaning" title={`Place ${semantic.rank} by meaning, cosine similarity`}>
          Meaning #{semantic.rank} <small>{semantic.score.toFixed(2)}</small>
        </li>
      )}
      {hit.kind !== 'content' && <li className="why kind">{hit.kind}</li>}
      <li className="hit-place">{span.page === null ? lines : `page ${span.page} · ${lines}`}</li>
    </>
  );
}
