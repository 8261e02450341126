// Everything that is stored, refused documents with their reasons included.

import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { DocumentView } from '../../api';
import { useHost } from '../../api';
import { Chips } from '../../parts/Chips';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { useListKeys } from '../../parts/useListKeys';
import { count } from '../../parts/words';
import { replaceRoute, type RouteOf } from '../../state/router';
import { DocumentRow } from './DocumentRow';
import { foldVersions, isShown, matches, offeredFor, type Show, SHOWS } from './fold';

interface DocumentsProps {
  route: RouteOf<'library'>;
  documents: DocumentView[];
  collections: Record<string, number>;
  remove: (document: DocumentView) => void;
}

/** Not drawn anew for what only the queue tells. */
export const Documents = memo(function Documents(props: DocumentsProps) {
  const { route, documents, collections, remove } = props;
  const box = useRef<HTMLUListElement>(null);
  const [filter, setFilter] = useState(route.filter ?? '');
  const conflicting = useConflicting();
  // the letter first, then the list
  const wanted = useDeferredValue(filter);
  const show = route.show !== undefined && route.show in SHOWS ? (route.show as Show) : 'all';
  const collection = route.collection ?? null;
  const here = useMemo(
    () =>
      foldVersions(documents).filter(
        ({ document }) => collection === null || document.collections.includes(collection),
      ),
    [documents, collection],
  );
  const shown = useMemo(
    () => here.filter((shelf) => isShown(shelf, show, conflicting) && matches(shelf, wanted)),
    [here, show, conflicting, wanted],
  );
  const all = here.reduce((sum, { earlier }) => sum + 1 + earlier.length, 0);
  useListKeys(box, true);
  const names = Object.keys(collections);
  const chips = useMemo(
    () =>
      (Object.keys(SHOWS) as Show[]).map((value) => ({
        value,
        label: SHOWS[value],
        count: here.filter((shelf) => isShown(shelf, value, conflicting)).length,
      })),
    [here, conflicting],
  );
  return (
    <section aria-labelledby="documents-title">
      <header className="section-head">
        <h2 id="documents-title">Documents</h2>
        <p className="section-note">
          {shown.length === here.length
            ? count(here.length, 'document')
            : `${shown.length} of ${count(here.length, 'document')}`}
          {here.length < all && ` · ${count(all - here.length, 'earlier version')}`}
        </p>
        <input
          type="search"
          className="filter"
          aria-label="Filter by title, name, author or DOI"
          placeholder="Filter"
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value);
            replaceRoute({ ...route, filter: event.target.value.trim() || undefined });
          }}
        />
      </header>
      <div className="filter-rows">
        <Chips
          label="Show"
          chips={chips}
          value={show}
          choose={(value) => replaceRoute({ ...route, show: value === 'all' ? undefined : value })}
        />
        {names.length > 1 && (
          <Chips
            label="Collection"
            chips={['', ...names].map((value) => ({
              value,
              label: value === '' ? 'All collections' : value,
            }))}
            value={collection ?? ''}
            choose={(value) => replaceRoute({ ...route, collection: value || undefined })}
          />
        )}
      </div>
      {shown.length === 0 && (
        <p className="nothing-shown" role="status">
          {NOTHING[show]}
        </p>
      )}
      <ul className="documents" ref={box}>
        <LazyBlocks items={shown} size={15} item_rem={4.2}>
          {(block) =>
            block.map((shelf) => (
              <DocumentRow
                key={shelf.document.document_id}
                shelf={shelf}
                offered={offeredFor(shelf.document, documents)}
                remove={remove}
              />
            ))
          }
        </LazyBlocks>
      </ul>
    </section>
  );
});

const NOTHING: Record<Show, string> = {
  all: 'No document fits the filter.',
  current: 'No current document fits the filter.',
  stale: 'Nothing is stale: every watched file still says what was read.',
  refused: 'Nothing was refused.',
  conflicts: 'No document defines a term differently from another.',
};

/** Documents that define a term differently from some other. */
function useConflicting(): ReadonlySet<string> {
  const host = useHost();
  const list = useQuery({
    queryKey: ['terms', 'conflicting'],
    queryFn: () => host.call('definitions_list', { document: null, term: null, conflicting: true }),
  });
  return useMemo(
    () =>
      new Set(
        list.data?.terms.flatMap(({ definitions }) =>
          definitions.map(({ document_id }) => document_id),
        ),
      ),
    [list.data],
  );
}
