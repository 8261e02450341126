// One definition: its words, what is excepted, where it stands and the way there.

import type { Definition } from '../api';
import { formatRoute, reading } from '../state/router';
import { DEFINITION_FORMS, sectionInWords } from './words';

interface DefinitionTextProps {
  definition: Definition;
  /** The document in which it is read: its own definitions need no source. */
  here?: string;
}

export function DefinitionText({ definition, here }: DefinitionTextProps) {
  const { term, plain, section_id, form, document_id, title, start, end, exceptions } = definition;
  const section = sectionInWords(section_id);
  const where = [document_id === here ? 'This document' : title, section].filter(Boolean);
  return (
    <div className="definition">
      <p className="definition-text">{plain}</p>
      {exceptions.length > 0 && (
        <p className="definition-except">Except: {exceptions.join('; ')}</p>
      )}
      <p className="definition-where">
        {where.join(', ')} · {DEFINITION_FORMS[form]}
        <a className="link" href={formatRoute(reading(document_id, { start, end }))}>
          Open where it is defined
          <span className="sr-only">
            : {term} in {title}
          </span>
        </a>
      </p>
    </div>
  );
}
