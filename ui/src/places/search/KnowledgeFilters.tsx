// Narrows a search by what passages speak for: a wing, a room of it, a hall, a kind, a label, a least
// reliability. Folded until one of them is set.

import { useId, useState } from 'react';
import { Chips } from '../../parts/Chips';
import { Icon } from '../../parts/Icon';
import { HALLS, KINDS, keysOf, oneOf, spoken } from '../../parts/knowing';
import { usePalace } from '../../state/palace';
import type { RouteOf } from '../../state/router';
import type { Filters } from './useSearch';

export const NO_KNOWLEDGE = {
  wing: undefined,
  room: undefined,
  hall: undefined,
  kind: undefined,
  tag: undefined,
  reliable: undefined,
} satisfies Partial<RouteOf<'search'>>;

export function knowledgeOf(
  route: RouteOf<'search'>,
): Pick<Filters, 'wing' | 'room' | 'hall' | 'kind' | 'tag' | 'min_reliability'> {
  return {
    wing: route.wing ?? null,
    room: route.wing === undefined ? null : (route.room ?? null),
    hall: oneOf(HALLS, route.hall),
    kind: oneOf(KINDS, route.kind),
    tag: route.tag ?? null,
    min_reliability: route.reliable === undefined ? null : Math.min(100, route.reliable) / 100,
  };
}

/** Where each word for a score begins. */
const LEAST = [
  { value: '', label: 'Any reliability' },
  { value: '30', label: 'Low or better, 0.30' },
  { value: '50', label: 'Moderate or better, 0.50' },
  { value: '70', label: 'High, 0.70' },
];

interface KnowledgeFiltersProps {
  route: RouteOf<'search'>;
  change: (part: Partial<RouteOf<'search'>>) => void;
}

export function KnowledgeFilters({ route, change }: KnowledgeFiltersProps) {
  const set = setOf(route);
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const open = unfolded || set.length > 0;
  return (
    <div className="knowledge-filters">
      <button
        type="button"
        className="quiet"
        aria-expanded={open}
        aria-controls={id}
        disabled={set.length > 0}
        onClick={() => setUnfolded(!unfolded)}
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> Filter by knowledge
        {set.length > 0 && `: ${set.join(', ')}`}
      </button>
      {set.length > 0 && (
        <button type="button" className="quiet" onClick={() => change(NO_KNOWLEDGE)}>
          <Icon name="close" /> Clear these filters
        </button>
      )}
      {open && (
        <div id={id} className="filter-rows">
          <PlaceChips route={route} change={change} />
          <Chips
            label="Hall"
            chips={[
              { value: '', label: 'All halls' },
              ...keysOf(HALLS).map((value) => ({ value, label: HALLS[value] })),
            ]}
            value={oneOf(HALLS, route.hall) ?? ''}
            choose={(hall) => change({ hall: hall || undefined })}
          />
          <Chips
            label="Kind"
            chips={[
              { value: '', label: 'All kinds' },
              ...keysOf(KINDS).map((value) => ({ value, label: KINDS[value] })),
            ]}
            value={oneOf(KINDS, route.kind) ?? ''}
            choose={(kind) => change({ kind: kind || undefined })}
          />
          <Chips
            label="Reliability"
            chips={LEAST}
            value={route.reliable === undefined ? '' : String(route.reliable)}
            choose={(least) => change({ reliable: least === '' ? undefined : Number(least) })}
          />
        </div>
      )}
    </div>
  );
}

/** What is set, in words. */
function setOf(route: RouteOf<'search'>): string[] {
  const { wing, room, hall, kind, tag, min_reliability } = knowledgeOf(route);
  return [
    wing === null ? '' : `wing ${spoken(wing)}`,
    room === null ? '' : `room ${spoken(room)}`,
    hall === null ? '' : `hall ${HALLS[hall].toLowerCase()}`,
    kind === null ? '' : KINDS[kind].toLowerCase(),
    tag === null ? '' : `label ${tag}`,
    min_reliability === null ? '' : `reliability ${min_reliability.toFixed(2)} or more`,
  ].filter(Boolean);
}

function PlaceChips({ route, change }: KnowledgeFiltersProps) {
  const palace = usePalace();
  const wings = palace.data?.wings ?? [];
  const rooms = wings.find(({ wing }) => wing === route.wing)?.rooms ?? [];
  return (
    <>
      <Chips
        label="Wing"
        chips={[
          { value: '', label: 'All wings' },
          ...wings.map(({ wing, nodes }) => ({ value: wing, label: spoken(wing), count: nodes })),
        ]}
        value={route.wing ?? ''}
        choose={(wing) => change({ wing: wing || undefined, room: undefined })}
      />
      {rooms.length > 0 && (
        <Chips
          label="Room"
          chips={[
            { value: '', label: 'All its rooms' },
            ...rooms.map(({ room, nodes }) => ({ value: room, label: spoken(room), count: nodes })),
          ]}
          value={route.room ?? ''}
          choose={(room) => change({ room: room || undefined })}
        />
      )}
    </>
  );
}
