// What Loci found and is not sure enough of: it waits here for a person's word.

import type { NodeKind } from '../../api';
import { Chips } from '../../parts/Chips';
import { spoken, UNSORTED } from '../../parts/knowing';
import { Loaded } from '../../parts/Loaded';
import { Empty } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { useDocuments } from '../../state/documents';
import { usePalace } from '../../state/palace';
import { navigate, replaceRoute, type RouteOf } from '../../state/router';
import { DocumentFilter } from './DocumentFilter';
import { type Filter, useQueue, useWaiting } from './useQueue';
import { Waiting } from './Waiting';

const KINDS: Record<NodeKind, string> = {
  claim: 'Claims',
  event: 'Events',
  concept: 'Concepts',
  entity: 'Named things',
  identifier: 'Identifiers',
  publication: 'Publications',
};

export function Review({ route }: { route: RouteOf<'review'> }) {
  const filter = filterOf(route);
  const list = useWaiting(filter);
  return (
    <Place title="Review" ready={list.isSuccess}>
      <Filters route={route} filter={filter} />
      {/* another filter is another list: nothing of the one before is carried over */}
      <Filtered key={JSON.stringify(filter)} filter={filter} />
    </Place>
  );
}

function filterOf({ show, document, wing }: RouteOf<'review'>): Filter {
  const kind = show !== undefined && show in KINDS ? (show as NodeKind) : null;
  return { kind, document: document ?? null, wing: wing ?? null };
}

function Filtered({ filter }: { filter: Filter }) {
  const queue = useQueue(filter);
  const threshold = queue.list.data?.pages[0]?.threshold;
  const done = queue.changes.recent.length > 0;
  const filtered = Object.values(filter).some((value) => value !== null);
  const empty = filtered ? <NoneOfThese /> : <NothingWaits threshold={threshold} done={done} />;
  return (
    <Loaded query={queue.list} what="what waits for review">
      {() => <Waiting queue={queue} empty={empty} />}
    </Loaded>
  );
}

function Filters({ route, filter }: { route: RouteOf<'review'>; filter: Filter }) {
  const documents = useDocuments();
  const palace = usePalace();
  const change = (part: Partial<RouteOf<'review'>>) => replaceRoute({ ...route, ...part });
  const readable = documents.data?.documents.filter(({ state }) => state === 'indexed') ?? [];
  const wings = new Set([...(palace.data?.wings.map(({ wing }) => wing) ?? []), UNSORTED]);
  if (filter.wing !== null) wings.add(filter.wing);
  return (
    <div className="filter-rows" role="group" aria-label="What is shown">
      <Chips
        label="Kind"
        chips={[
          { value: '', label: 'All kinds' },
          ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
        ]}
        value={filter.kind ?? ''}
        choose={(value) => change({ show: value === '' ? undefined : value })}
      />
      <div className="filters">
        <DocumentFilter
          documents={readable}
          chosen={filter.document}
          choose={(document) => change({ document })}
        />
        <label className="select">
          Wing
          <select
            value={filter.wing ?? ''}
            onChange={({ target }) => change({ wing: target.value || undefined })}
          >
            <option value="">All wings</option>
            {[...wings].map((wing) => (
              <option key={wing} value={wing}>
                {spoken(wing)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

function NoneOfThese() {
  return (
    <Empty
      kind="no-match"
      title="Nothing of these waits"
      action={
        <button type="button" className="button" onClick={() => replaceRoute({ place: 'review' })}>
          Show all that waits
        </button>
      }
    >
      <p>The filters leave nothing over. What was decided is under Recent changes.</p>
    </Empty>
  );
}

function NothingWaits({ threshold, done }: { threshold: number | undefined; done: boolean }) {
  const sure =
    threshold === undefined || threshold > 1
      ? 'Whatever Loci finds in documents waits here first.'
      : `What Loci finds with a sureness of ${threshold.toFixed(2)} or more is accepted at once; the rest waits here. You set that in Settings.`;
  return (
    <Empty
      kind={done ? 'all-reviewed' : 'nothing-stored'}
      title={done ? 'All is reviewed' : 'Nothing waits for review'}
      action={
        <button
          type="button"
          className="button"
          onClick={() => navigate(done ? { place: 'palace' } : { place: 'library' })}
        >
          {done ? 'Go to the palace' : 'Add documents'}
        </button>
      }
    >
      <p>
        Every document that you add is searched for terms, names, claims and dated events. {sure}
      </p>
    </Empty>
  );
}
