// One node: what it is, where and why, how reliable, what speaks for it, what it is related to, and what
// was done about it.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NodeView } from '../../api';
import { useHost } from '../../api';
import { Loaded } from '../../parts/Loaded';
import { Empty } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { useShortcuts } from '../../parts/shortcuts';
import { navigate, type RouteOf } from '../../state/router';
import { refreshKnowledge } from '../review/refresh';
import { useChanges } from '../review/useChanges';
import { LastChange } from '../palace/LastChange';
import { EvidenceList } from '../trust/EvidenceList';
import { About } from './About';
import { Actions } from './Actions';
import { Aliases } from './Aliases';
import { Around } from './Around';
import type { Make } from './changing';
import { History } from './History';
import { Relations } from './Relations';

export function NodePage({ route }: { route: RouteOf<'node'> }) {
  const host = useHost();
  const client = useQueryClient();
  const { node } = route;
  const [deleted, setDeleted] = useState(false);
  const shown = useQuery({
    queryKey: ['node', node],
    queryFn: () => host.call('node_show', { node }),
    enabled: !deleted,
  });
  const changes = useChanges({
    recent: [],
    undone: async () => {
      setDeleted(false);
      await refreshKnowledge(client);
    },
  });
  useShortcuts({ undo: () => void changes.undo() });
  const make: Make = async (said, work) => {
    const answers = await changes.make(said, async () => [await work()]);
    if (answers !== null) await refreshKnowledge(client);
    return answers !== null;
  };
  const remove = async () => {
    if (shown.data === undefined) return;
    const { name } = shown.data;
    setDeleted(true);
    const done = await changes.make(`Deleted “${name}”.`, async () => [
      await host.call('node_delete', { node }),
    ]);
    if (done === null) setDeleted(false);
    else void refreshKnowledge(client);
  };
  const title = shown.data?.name ?? 'Node';
  if (deleted) {
    return (
      <Place title="Deleted" ready back>
        <LastChange changes={changes} />
        <Empty
          kind="deleted"
          title={`“${title}” is deleted`}
          action={
            <button type="button" className="button" onClick={() => navigate({ place: 'palace' })}>
              Back to the palace
            </button>
          }
        >
          <p>Its edges went with it. Undo brings all of it back.</p>
        </Empty>
      </Place>
    );
  }
  return (
    <Place title={title} ready={shown.isSuccess} back>
      <LastChange changes={changes} />
      <Loaded query={shown} what="the node">
        {(view) => (
          <Page
            view={view}
            route={route}
            make={make}
            remove={() => void remove()}
            undo={(change) => void changes.undo(change)}
          />
        )}
      </Loaded>
    </Place>
  );
}

interface PageProps {
  view: NodeView;
  route: RouteOf<'node'>;
  make: Make;
  remove: () => void;
  undo: (change: NodeView['history'][number]) => void;
}

function Page({ view, route, make, remove, undo }: PageProps) {
  return (
    <>
      <About view={view} />
      <Actions view={view} make={make} remove={remove} />
      {view.aliases.length > 0 && <Aliases view={view} make={make} />}
      <section className="part" aria-labelledby="evidence-title">
        <h2 id="evidence-title">Evidence</h2>
        <EvidenceList evidence={view.evidence} />
      </section>
      <Relations view={view} make={make} />
      <Around route={route} name={view.name} />
      <History history={view.history} undo={undo} />
    </>
  );
}
