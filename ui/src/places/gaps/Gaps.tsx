// What was asked again and again and hardly found: questions that the documents do not answer yet.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Gap } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Chips } from '../../parts/Chips';
import { Loaded } from '../../parts/Loaded';
import { Empty, ErrorNotice } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { useShortcuts } from '../../parts/shortcuts';
import { useListKeys } from '../../parts/useListKeys';
import { navigate, recall, replaceRoute, type RouteOf } from '../../state/router';
import { heirs, useNextFocus } from '../review/useNextFocus';
import { GapCard } from './GapCard';

export function Gaps({ route }: { route: RouteOf<'gaps'> }) {
  const host = useHost();
  const all = route.show === 'all';
  const list = useQuery({
    queryKey: ['gaps', all],
    queryFn: () => host.call('gaps_list', { all }),
    // switching between the two must not take the chip away that was pressed
    placeholderData: (before) => before,
  });
  return (
    <Place title="Gaps" ready={list.isSuccess}>
      <p className="sheet-words">
        Questions that found fewer than two passages, three times or more within seven days.
      </p>
      <Loaded query={list} what="the gaps">
        {({ gaps }) => (
          <>
            <div className="filter-rows">
              <Chips
                label="Which"
                chips={[
                  { value: 'open', label: 'Open' },
                  { value: 'all', label: 'All that found too little' },
                ]}
                value={all ? 'all' : 'open'}
                choose={(show) =>
                  replaceRoute({ place: 'gaps', show: show === 'all' ? 'all' : undefined })
                }
              />
            </div>
            <GapCards gaps={gaps.filter(({ open }) => all || open)} all={all} />
          </>
        )}
      </Loaded>
    </Place>
  );
}

function GapCards({ gaps, all }: { gaps: Gap[]; all: boolean }) {
  const host = useHost();
  const client = useQueryClient();
  const box = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useNextFocus(box, heading);
  useListKeys(box, true);
  const ids = gaps.map(({ gap }) => gap);
  const quiet = useMutation({
    mutationFn: ({ gap, days }: { gap: Gap; days: number | null }) =>
      host.call('gaps_dismiss', { gap: gap.gap, snooze_days: days }),
    onSuccess: async (_, { gap, days }) => {
      const said = days === null ? 'dismissed' : `quiet for ${days} days`;
      announce(`“${gap.query}” is ${said}.`);
      await client.invalidateQueries({ queryKey: ['gaps'] });
      next.focus(all ? [gap.gap] : heirs(ids, new Set([gap.gap])));
    },
  });
  const current = () => {
    const focused = document.activeElement?.closest('[data-of]')?.getAttribute('data-of');
    const id = focused ?? recall().selected;
    return gaps.find(({ gap }) => gap === id);
  };
  useShortcuts({
    dismiss: () => {
      const gap = current();
      if (gap !== undefined) quiet.mutate({ gap, days: null });
    },
  });
  return (
    <>
      <h2 className="sr-only" tabIndex={-1} ref={heading}>
        {all ? 'All questions that found too little' : 'Open questions'}
      </h2>
      {quiet.isError && <ErrorNotice error={quiet.error} />}
      {gaps.length === 0 && <NothingMissing />}
      <ul className="entries" aria-label="Gaps" ref={box}>
        {gaps.map((gap) => (
          <GapCard
            key={gap.gap}
            gap={gap}
            busy={quiet.isPending}
            quiet={(days) => quiet.mutate({ gap, days })}
          />
        ))}
      </ul>
    </>
  );
}

function NothingMissing() {
  return (
    <Empty
      kind="nothing-stored"
      title="No gap to fill"
      action={
        <button
          type="button"
          className="button"
          onClick={() => navigate({ place: 'search', query: '', mode: 'hybrid', collection: null })}
        >
          Search
        </button>
      }
    >
      <p>
        A search that finds fewer than two passages is remembered here, on this machine alone. After
        three such searches for the same within seven days, the question comes up, so that you can
        add a source for it.
      </p>
    </Empty>
  );
}
