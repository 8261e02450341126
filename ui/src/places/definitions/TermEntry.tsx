// A term and what documents say it means; differing definitions stand side by side.

import { useState } from 'react';
import type { Term } from '../../api';
import { DefinitionText } from '../../parts/DefinitionText';

interface TermEntryProps {
  term: Term;
  open: boolean;
  /** The document in which it is read. */
  here?: string;
}

export function TermEntry({ term, open, here }: TermEntryProps) {
  const [toggled, setToggled] = useState<boolean | null>(null);
  const whole = toggled ?? (open || (term.conflicting && here === undefined));
  const { normalised, definitions, conflicting } = term;
  return (
    <li className="entry" data-testid="term">
      <button
        type="button"
        className="term-head"
        data-item={normalised}
        aria-expanded={whole}
        onClick={() => setToggled(!whole)}
      >
        <strong>{term.term}</strong>
        {conflicting ? (
          <span className="conflict">Conflicting definitions: {definitions.length}</span>
        ) : (
          <span className="section-note">
            {definitions.length === 1 ? definitions[0]?.title : `${definitions.length} definitions`}
          </span>
        )}
      </button>
      {whole && <TermDefinitions term={term} here={here} />}
    </li>
  );
}

export function TermDefinitions({ term, here }: { term: Term; here?: string }) {
  return (
    <div className={term.conflicting ? 'side-by-side' : ''}>
      {term.definitions.map((definition) => (
        <DefinitionText
          key={`${definition.document_id}-${definition.start}`}
          definition={definition}
          here={here}
        />
      ))}
    </div>
  );
}
