// The document as a publication, and its entry for a reference list.

import type { DocumentView, FieldSource, Reference, ReferenceField } from '../../api';
import { ExportButtons } from '../citations/ExportButtons';

// Where a field was read.
const WHERE: Record<FieldSource, string> = {
  title_block: 'title block',
  running_head: 'running head',
  metadata: 'the file’s metadata',
  identifier: 'its identifier',
  list: 'a list of references',
};

interface Fact {
  name: string;
  value: string;
  field: ReferenceField;
}

export function ReferencePart({ document }: { document: DocumentView }) {
  const facts = referenceFacts(document.reference);
  return (
    <section className="part" aria-labelledby="reference-title">
      <header className="section-head">
        <h2 id="reference-title">Reference</h2>
        <p className="section-note" />
        {document.state === 'indexed' && (
          // an empty passage is the publication alone, without page and quote
          <ExportButtons ask={{ document: document.document_id, passage: [0, 0] }} />
        )}
      </header>
      {facts.length === 0 ? (
        <p className="section-note">
          The document says neither author nor year nor DOI. Drop a BibTeX, RIS or CSL-JSON list
          that names it to add them.
        </p>
      ) : (
        <dl className="facts">
          {facts.map(({ name, value, field }) => {
            const source = document.reference.sources?.[field];
            return (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {value}
                  {source !== undefined && <small> from {WHERE[source]}</small>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}

function referenceFacts(reference: Reference): Fact[] {
  const authors = reference.authors
    .map(({ family, given }) => [given, family].filter(Boolean).join(' '))
    .join(', ');
  const volume = [reference.volume, reference.issue && `no. ${reference.issue}`]
    .filter(Boolean)
    .join(', ');
  const all: [string, string | null, ReferenceField][] = [
    ['Title', reference.title, 'title'],
    ['Authors', authors, 'authors'],
    ['Year', reference.year === null ? null : String(reference.year), 'year'],
    ['In', reference.container, 'container'],
    ['Volume', volume, 'volume'],
    ['Pages', reference.pages, 'pages'],
    ['Publisher', reference.publisher, 'publisher'],
    ['DOI', reference.doi, 'doi'],
    ['arXiv', reference.arxiv, 'arxiv'],
    ['ISBN', reference.isbn, 'isbn'],
    ['PubMed', reference.pmid, 'pmid'],
    ['Address', reference.url, 'url'],
    ['Language', reference.language, 'language'],
  ];
  return all.flatMap(([name, value, field]) =>
    value === null || value === '' ? [] : [{ name, value, field }],
  );
}
