// Everything that is stored, refused documents with their reasons included.

import { useMemo, useRef, useState } from 'react';
import type { DocumentView } from '../../api';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { useListKeys } from '../../parts/useListKeys';
import { count } from '../../parts/words';
import { DocumentRow } from './DocumentRow';

interface DocumentsProps {
  documents: DocumentView[];
  collections: Record<string, number>;
}

export function Documents({ documents, collections }: DocumentsProps) {
  const box = useRef<HTMLUListElement>(null);
  const [filter, setFilter] = useState('');
  const [collection, setCollection] = useState<string | null>(null);
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return documents.filter(
      (document) =>
        (collection === null || document.collection === collection) &&
        `${document.title} ${document.name}`.toLowerCase().includes(wanted),
    );
  }, [documents, filter, collection]);
  useListKeys(box, true);
  const names = Object.keys(collections);
  return (
    <section aria-labelledby="documents-title">
      <header className="section-head">
        <h2 id="documents-title">Documents</h2>
        <p className="section-note">
          {shown.length === documents.length
            ? count(documents.length, 'document')
            : `${shown.length} of ${count(documents.length, 'document')}`}
        </p>
        <input
          type="search"
          className="filter"
          aria-label="Filter by title or name"
          placeholder="Filter by title"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </header>
      {names.length > 1 && (
        <div className="chips" role="group" aria-label="Collection">
          {[null, ...names].map((name) => (
            <button
              key={name ?? ''}
              type="button"
              className="chip"
              aria-pressed={collection === name}
              onClick={() => setCollection(name)}
            >
              {name ?? 'All'}
            </button>
          ))}
        </div>
      )}
      <ul className="documents" ref={box}>
        <LazyBlocks items={shown} size={50} item_rem={4.2}>
          {(block) =>
            block.map((document) => <DocumentRow key={document.document_id} document={document} />)
          }
        </LazyBlocks>
      </ul>
    </section>
  );
}
