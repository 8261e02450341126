// The document as a publication, and its entry for a reference list.

import type { DocumentView, Reference } from '../../api';
import { ExportButtons } from '../citations/ExportButtons';

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
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function referenceFacts(reference: Reference): [string, string][] {
  const authors = reference.authors
    .map(({ family, given }) => [given, family].filter(Boolean).join(' '))
    .join(', ');
  const volume = [reference.volume, reference.issue && `no. ${reference.issue}`]
    .filter(Boolean)
    .join(', ');
  const all: [string, string | null][] = [
    ['Title', reference.title],
    ['Authors', authors],
    ['Year', reference.year === null ? null : String(reference.year)],
    ['In', reference.container],
    ['Volume', volume],
    ['Pages', reference.pages],
    ['Publisher', reference.publisher],
    ['DOI', reference.doi],
    ['arXiv', reference.arxiv],
    ['ISBN', reference.isbn],
    ['PubMed', reference.pmid],
    ['Address', reference.url],
    ['Language', reference.language],
  ];
  return all.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
