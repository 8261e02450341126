// Every term that some document defines, conflicting ones first, then by alphabet.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Term } from '../../api';
import { useHost } from '../../api';
import { Chips } from '../../parts/Chips';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { Loaded } from '../../parts/Loaded';
import { Empty } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { useListKeys } from '../../parts/useListKeys';
import { count } from '../../parts/words';
import { navigate, replaceRoute, type RouteOf } from '../../state/router';
import { TermEntry } from './TermEntry';

export function Definitions({ route }: { route: RouteOf<'definitions'> }) {
  const host = useHost();
  const document = route.show === undefined || route.show === 'conflicts' ? null : route.show;
  const list = useQuery({
    queryKey: ['terms', document],
    queryFn: () => host.call('definitions_list', { document, term: null, conflicting: false }),
  });
  return (
    <Place title="Definitions" ready={list.isSuccess}>
      <Loaded query={list} what="the definitions">
        {({ terms }) =>
          terms.length === 0 && document === null ? (
            <NothingDefined />
          ) : (
            <Terms terms={terms} route={route} />
          )
        }
      </Loaded>
    </Place>
  );
}

function Terms({ terms, route }: { terms: Term[]; route: RouteOf<'definitions'> }) {
  const box = useRef<HTMLUListElement>(null);
  const [filter, setFilter] = useState(route.term ?? '');
  useListKeys(box, true);
  const conflicts = terms.filter(({ conflicting }) => conflicting).length;
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    const fitting = terms.filter(
      ({ term, conflicting }) =>
        (route.show !== 'conflicts' || conflicting) && term.toLowerCase().includes(wanted),
    );
    // the list comes by alphabet, and sorting keeps it within either half
    return fitting.sort((a, b) => Number(b.conflicting) - Number(a.conflicting));
  }, [terms, filter, route.show]);
  const one = route.show !== undefined && route.show !== 'conflicts' ? route.show : null;
  const chips = [
    { value: '', label: 'All' },
    { value: 'conflicts', label: 'Conflicting', count: conflicts },
    ...(one === null ? [] : [{ value: one, label: 'Of one document' }]),
  ];
  return (
    <>
      <header className="section-head">
        <Chips
          label="Show"
          chips={chips}
          value={route.show ?? ''}
          choose={(value) => replaceRoute({ ...route, show: value || undefined })}
        />
        <p className="section-note">{count(shown.length, 'term')}</p>
        <input
          type="search"
          className="filter"
          aria-label="Filter by term"
          placeholder="Filter by term"
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value);
            replaceRoute({ ...route, term: event.target.value.trim() || undefined });
          }}
        />
      </header>
      {shown.length === 0 && (
        <p className="nothing-shown" role="status">
          {route.show === 'conflicts' && filter === ''
            ? 'No documents disagree about a term.'
            : 'No term fits.'}
        </p>
      )}
      <ul className="entries terms" ref={box}>
        <LazyBlocks items={shown} size={40} item_rem={2.8}>
          {(block) =>
            block.map((term) => (
              <TermEntry key={term.normalised} term={term} open={shown.length === 1} />
            ))
          }
        </LazyBlocks>
      </ul>
    </>
  );
}

function NothingDefined() {
  return (
    <Empty
      kind="nothing-stored"
      title="No definitions yet"
      action={
        <button type="button" className="button" onClick={() => navigate({ place: 'library' })}>
          Add documents
        </button>
      }
    >
      <p>
        Where a document says what a term means, in a definitions section, a glossary or a sentence,
        the definition is kept here with its place.
      </p>
    </Empty>
  );
}
