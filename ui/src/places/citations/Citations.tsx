// All kept citations, how they fare in later versions, and the references read from dropped lists.

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Citation, Fate, ListedReference } from '../../api';
import { useHost } from '../../api';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { Loaded } from '../../parts/Loaded';
import { Empty } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { ShownChips } from '../../parts/ShownChips';
import { useListKeys } from '../../parts/useListKeys';
import { authorsAndYear, count, FATES } from '../../parts/words';
import { formatRoute, navigate, replaceRoute, type RouteOf } from '../../state/router';
import { CitationItem } from './CitationItem';
import { useCitations } from './CitationsOf';
import { ExportButtons } from './ExportButtons';

type Shown = 'all' | 'unverified' | Fate;

const SHOWN: Record<Shown, string> = { all: 'All', unverified: 'Not compared', ...FATES };

export function Citations({ route }: { route: RouteOf<'citations'> }) {
  const list = useCitations(null);
  return (
    <Place
      title="Citations"
      ready={list.isSuccess}
      head={
        (list.data?.citations.length ?? 0) > 0 && (
          <ExportButtons ask={{ document: null, passage: null }} files />
        )
      }
    >
      <Loaded query={list} what="the citations">
        {({ citations }) =>
          citations.length === 0 ? <NothingKept /> : <Kept citations={citations} route={route} />
        }
      </Loaded>
      <References />
    </Place>
  );
}

function fateOf({ verified }: Citation): Shown {
  return verified?.fate ?? 'unverified';
}

function Kept({ citations, route }: { citations: Citation[]; route: RouteOf<'citations'> }) {
  const box = useRef<HTMLUListElement>(null);
  useListKeys(box, true);
  const show = route.show !== undefined && route.show in SHOWN ? (route.show as Shown) : 'all';
  const of = (value: Shown) =>
    citations.filter((citation) => value === 'all' || fateOf(citation) === value);
  return (
    <>
      <ShownChips
        label="Fate"
        names={SHOWN}
        of={of}
        value={show}
        choose={(value) =>
          replaceRoute({ place: 'citations', show: value === 'all' ? undefined : value })
        }
      />
      {of(show).length === 0 && (
        <p className="nothing-shown" role="status">
          No citation fared so.
        </p>
      )}
      <ul className="entries" ref={box}>
        <LazyBlocks items={of(show)} size={30} item_rem={6}>
          {(block) =>
            block.map((citation) => <CitationItem key={citation.citation_id} citation={citation} />)
          }
        </LazyBlocks>
      </ul>
    </>
  );
}

function NothingKept() {
  return (
    <Empty
      kind="nothing-stored"
      title="No citation is kept yet"
      action={
        <button
          type="button"
          className="button"
          onClick={() => navigate({ place: 'search', query: '', mode: 'hybrid', collection: null })}
        >
          Search for a passage
        </button>
      }
    >
      <p>
        Open a passage or select words in the reader, and choose Cite. When its document gets a new
        version, you are told whether the words are the same, moved, changed or gone.
      </p>
    </Empty>
  );
}

/** References of lists that were dropped: BibTeX, RIS, CSL-JSON. */
function References() {
  const host = useHost();
  const list = useQuery({
    queryKey: ['documents', 'references'],
    queryFn: () => host.call('references_list', {}),
  });
  const references = list.data?.references ?? [];
  if (references.length === 0) return null;
  return (
    <section className="part" aria-labelledby="references-title">
      <header className="section-head">
        <h2 id="references-title">References from lists</h2>
        <p className="section-note">{count(references.length, 'reference')}</p>
      </header>
      <ul className="entries">
        <LazyBlocks items={references} size={50} item_rem={2.6}>
          {(block, first) =>
            block.map((listed, at) => <ReferenceRow key={first + at} listed={listed} />)
          }
        </LazyBlocks>
      </ul>
    </section>
  );
}

function ReferenceRow({ listed }: { listed: ListedReference }) {
  const { reference, document_id } = listed;
  const said = [authorsAndYear(reference), reference.doi].filter(Boolean).join(' · ');
  return (
    <li className="entry">
      <div className="entry-head">
        <span>{reference.title ?? reference.key}</span>
        <span className="section-note">{said}</span>
        {document_id === null ? (
          <span className="section-note end">not in the library</span>
        ) : (
          <a
            className="link"
            href={formatRoute({ place: 'document', document: document_id })}
            aria-label={`Details of ${reference.title ?? reference.key}`}
          >
            In the library
          </a>
        )}
      </div>
    </li>
  );
}
