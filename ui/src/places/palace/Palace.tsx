// The palace: its wings, rooms and halls on the left, what they hold on the right.

import { useEffect, useRef, useState } from 'react';
import type { PalaceView } from '../../api';
import { HALLS, oneOf, spoken, UNSORTED } from '../../parts/knowing';
import { Loaded } from '../../parts/Loaded';
import { useShortcuts } from '../../parts/shortcuts';
import { useScrollMemory } from '../../parts/useScrollMemory';
import { count } from '../../parts/words';
import { usePalace } from '../../state/palace';
import { formatRoute, navigate, type RouteOf } from '../../state/router';
import { AddNode } from './AddNode';
import { Export } from './Export';
import { NothingHeld } from './NothingHeld';
import { Nodes } from './Nodes';
import { Tree } from './Tree';
import { Tunnels } from './Tunnels';
import { Vocabulary } from './Vocabulary';

export function Palace({ route }: { route: RouteOf<'palace'> }) {
  return route.show === 'vocabulary' ? <Vocabulary /> : <House route={route} />;
}

function House({ route }: { route: RouteOf<'palace'> }) {
  const box = useRef<HTMLDivElement>(null);
  const palace = usePalace();
  const [adding, setAdding] = useState(false);
  useScrollMemory(box, palace.isSuccess);
  const up = above(route);
  useShortcuts(up === null ? {} : { close: () => navigate(up) });
  useEffect(() => {
    document.title = 'Palace – Loci';
  }, []);
  return (
    <div className="scroll" ref={box}>
      <div className="column wide">
        <header className="place-head">
          <h1>Palace</h1>
          {palace.data !== undefined && <Figures palace={palace.data} />}
          {palace.isSuccess && (
            <button type="button" className="button small" onClick={() => setAdding(true)}>
              Add a node…
            </button>
          )}
        </header>
        <Loaded query={palace} what="the palace">
          {(view) =>
            view.nodes === 0 ? (
              <NothingHeld palace={view} />
            ) : (
              <div className="palace">
                <div className="palace-side">
                  <Tree palace={view} route={route} />
                  <Export wing={route.wing} />
                </div>
                <Held palace={view} route={route} />
              </div>
            )
          }
        </Loaded>
        {adding && <AddNode palace={palace.data} close={() => setAdding(false)} />}
      </div>
    </div>
  );
}

function Figures({ palace: { nodes, edges, proposed } }: { palace: PalaceView }) {
  return (
    <>
      <p className="section-note" data-testid="palace-figures">
        {count(nodes, 'node')} · {count(edges, 'edge')}
        {proposed > 0 && (
          <>
            {' · '}
            <a className="link" href={formatRoute({ place: 'review' })}>
              {proposed.toLocaleString('en')} to review
            </a>
          </>
        )}
      </p>
      <a className="link end" href={formatRoute({ place: 'palace', show: 'vocabulary' })}>
        Vocabulary
      </a>
    </>
  );
}

/** Where Esc leads: from a hall to its room, to its wing, to the door. */
function above({ wing, room, hall }: RouteOf<'palace'>): RouteOf<'palace'> | null {
  if (hall !== undefined) return { place: 'palace', wing, room };
  if (room !== undefined && wing !== UNSORTED) return { place: 'palace', wing };
  return wing === undefined ? null : { place: 'palace' };
}

function Held({ palace, route }: { palace: PalaceView; route: RouteOf<'palace'> }) {
  const { wing, room } = route;
  const known = palace.wings.find((view) => view.wing === wing);
  const gone =
    wing !== undefined &&
    (known === undefined ||
      (room !== undefined && !known.rooms.some((view) => view.room === room)));
  return (
    <section className="palace-held" aria-labelledby="held-title">
      <Crumbs route={route} />
      {gone ? (
        <p className="nothing-shown" role="status">
          {room === undefined ? `The wing ${spoken(wing)}` : `The room ${spoken(room)}`} holds
          nothing.
        </p>
      ) : (
        <>
          {wing !== undefined && wing !== UNSORTED && room === undefined && <Tunnels wing={wing} />}
          <Nodes
            key={formatRoute({ ...route, kind: undefined, filter: undefined })}
            route={route}
            palace={palace}
          />
        </>
      )}
    </section>
  );
}

function Crumbs({ route }: { route: RouteOf<'palace'> }) {
  const { wing, room } = route;
  const hall = oneOf(HALLS, route.hall);
  const steps: [string, RouteOf<'palace'>][] = [['All wings', { place: 'palace' }]];
  if (wing !== undefined) steps.push([spoken(wing), { place: 'palace', wing }]);
  if (room !== undefined && room !== wing) {
    steps.push([spoken(room), { place: 'palace', wing, room }]);
  }
  if (hall !== null) steps.push([HALLS[hall], route]);
  const last = steps.at(-1);
  return (
    <div className="crumbs">
      <nav aria-label="Where you are">
        <ol>
          {steps.slice(0, -1).map(([name, to]) => (
            <li key={name}>
              <a className="link" href={formatRoute(to)}>
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <h2 id="held-title">{last?.[0]}</h2>
    </div>
  );
}
