// Statements that cannot hold together, side by side, for a person to rule on.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ChangeView, ContradictionView, Ruling } from '../../api';
import { useHost } from '../../api';
import { Chips } from '../../parts/Chips';
import { Loaded } from '../../parts/Loaded';
import { Empty } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { useShortcuts } from '../../parts/shortcuts';
import { useListKeys } from '../../parts/useListKeys';
import { count } from '../../parts/words';
import { navigate, recall, replaceRoute, type RouteOf } from '../../state/router';
import { RecentChanges } from '../review/RecentChanges';
import { refreshKnowledge } from '../review/refresh';
import { useChanges } from '../review/useChanges';
import { heirs, useNextFocus } from '../review/useNextFocus';
import { EVERY_NODE } from '../review/useQueue';
import { Contradiction } from './Contradiction';
import { RULINGS } from './words';

/** More than anyone rules on in one sitting; the next come as these go. */
const MOST = 500;

export function Contradictions({ route }: { route: RouteOf<'contradictions'> }) {
  const host = useHost();
  const ruled = route.show === 'ruled';
  const list = useQuery({
    queryKey: ['contradictions', ruled],
    queryFn: () => host.call('trust_contradictions', { ruled, limit: MOST }),
    // switching between the two must not take the chip away that was pressed
    placeholderData: (before) => before,
  });
  return (
    <Place title="Contradictions" ready={list.isSuccess}>
      <Loaded query={list} what="the contradictions">
        {({ contradictions, open }) => (
          <>
            <div className="filter-rows">
              <Chips
                label="Which"
                chips={[
                  { value: 'open', label: 'To be ruled on', count: open },
                  { value: 'ruled', label: 'Ruled on too' },
                ]}
                value={ruled ? 'ruled' : 'open'}
                choose={(show) =>
                  replaceRoute({
                    place: 'contradictions',
                    show: show === 'ruled' ? 'ruled' : undefined,
                  })
                }
              />
            </div>
            <Rulings
              contradictions={contradictions.filter(({ edge }) => ruled || edge.ruling === null)}
              open={open}
              ruled={ruled}
            />
          </>
        )}
      </Loaded>
    </Place>
  );
}

interface RulingsProps {
  contradictions: ContradictionView[];
  open: number;
  ruled: boolean;
}

function Rulings({ contradictions, open, ruled }: RulingsProps) {
  const host = useHost();
  const client = useQueryClient();
  const box = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<string | null>(null);
  const next = useNextFocus(box, heading);
  useListKeys(box, true);
  const recent = useQuery({
    queryKey: ['review', 'recent'],
    queryFn: () => host.call('review_list', { ...EVERY_NODE, offset: 0, limit: 1 }),
  });
  const changes = useChanges({
    recent: recent.data?.recent ?? [],
    undone: async () => {
      await refreshKnowledge(client);
      setDecided(new Set());
    },
  });
  const shown = contradictions.filter(({ edge }) => ruled || !decided.has(edge.edge_id));
  const ids = shown.map(({ edge }) => edge.edge_id);
  const without = (id: string) => (known: ReadonlySet<string>) =>
    new Set([...known].filter((other) => other !== id));

  const rule = async ({ edge }: ContradictionView, ruling: Ruling, reason: string) => {
    const { edge_id } = edge;
    setAsking(null);
    setDecided((known) => new Set([...known, edge_id]));
    next.focus(ruled ? [edge_id] : heirs(ids, new Set([edge_id])));
    const work = async () => [await host.call('trust_rule', { edge: edge_id, ruling, reason })];
    const done = await changes.make(`Ruled: ${RULINGS[ruling]}.`, work);
    if (done === null) {
      setDecided(without(edge_id));
      next.focus([edge_id]);
      return;
    }
    await refreshKnowledge(client);
    setDecided(without(edge_id));
  };
  const undo = async (change?: ChangeView) => {
    const before = new Set(ids);
    await changes.undo(change);
    const { queryKey } = { queryKey: ['contradictions', ruled] };
    const now = client.getQueryData<{ contradictions: ContradictionView[] }>(queryKey);
    const back = now?.contradictions.map(({ edge }) => edge.edge_id) ?? [];
    next.focus(back.filter((id) => !before.has(id)).concat(ruled ? back : []));
  };
  const choose = (ruling: Ruling) => {
    const focused = document.activeElement?.closest('[data-of]')?.getAttribute('data-of');
    const id = focused ?? recall().selected;
    const one = shown.find(({ edge }) => edge.edge_id === id);
    if (one === undefined) return;
    if (ruling === 'both') setAsking(one.edge.edge_id);
    else void rule(one, ruling, '');
  };
  useShortcuts({
    first: () => choose('first'),
    second: () => choose('second'),
    both: () => choose('both'),
    undecided: () => choose('undecided'),
    undoLast: () => void undo(),
    undo: () => void undo(),
  });

  return (
    <>
      <RecentChanges changes={changes} undo={(change) => void undo(change)} heading={heading} />
      <p className="section-note queue-count">
        {count(open, 'contradiction')} to be ruled on, surest first. Both sides stay contentious
        until then.
      </p>
      {shown.length === 0 && <NothingContradicts ruled={ruled} />}
      <ul className="entries" aria-label="Contradictions" ref={box}>
        {shown.map((view) => (
          <Contradiction
            key={view.edge.edge_id}
            view={view}
            asking={asking === view.edge.edge_id}
            ask={(now) => {
              setAsking(now ? view.edge.edge_id : null);
              if (!now) next.focus([view.edge.edge_id]);
            }}
            rule={(ruling, reason) => void rule(view, ruling, reason)}
          />
        ))}
      </ul>
    </>
  );
}

function NothingContradicts({ ruled }: { ruled: boolean }) {
  return (
    <Empty
      kind="nothing-stored"
      title={ruled ? 'No contradiction was found' : 'Nothing is to be ruled on'}
      action={
        <button type="button" className="button" onClick={() => navigate({ place: 'palace' })}>
          Go to the palace
        </button>
      }
    >
      <p>
        Each new statement is compared with what is stored: negations, numbers, dates, opposites,
        the direction of an effect. Where two cannot both hold, they stand here side by side.
      </p>
    </Empty>
  );
}
