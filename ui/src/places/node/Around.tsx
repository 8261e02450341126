// What is near a node: one or two steps away, today or on a day, drawn and as a list that says the same.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Neighbourhood } from '../../api';
import { useHost } from '../../api';
import { Chips } from '../../parts/Chips';
import { Icon } from '../../parts/Icon';
import { EDGES, KINDS, placeInWords } from '../../parts/knowing';
import { Loaded } from '../../parts/Loaded';
import { count } from '../../parts/words';
import { formatRoute, replaceRoute, type RouteOf } from '../../state/router';
import { Graph } from './Graph';

/** More boxes than this are not told apart. */
const MOST = 60;

export function Around({ route, name }: { route: RouteOf<'node'>; name: string }) {
  const host = useHost();
  const { node } = route;
  const hops = route.hops === 2 ? 2 : 1;
  const as_of = route.on ?? null;
  const around = useQuery({
    queryKey: ['neighbours', node, hops, as_of],
    queryFn: () => host.call('node_neighbours', { node, hops, limit: MOST, as_of }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="part" aria-labelledby="around-title" data-testid="neighbourhood">
      <header className="section-head">
        <h2 id="around-title">Neighbourhood</h2>
        <Chips
          label="How far"
          chips={[
            { value: '1', label: 'One step' },
            { value: '2', label: 'Two steps' },
          ]}
          value={String(hops)}
          choose={(value) => replaceRoute({ ...route, hops: value === '2' ? 2 : undefined })}
        />
        <Day route={route} />
      </header>
      <Loaded query={around} what="the neighbourhood">
        {(found) =>
          found.nodes.length < 2 ? (
            <p className="section-note">
              {as_of === null
                ? 'No edge leads to or from it yet.'
                : 'No edge led to or from it on that day.'}
            </p>
          ) : (
            <>
              {found.cut && (
                <p className="degraded" role="status" data-testid="graph-cut">
                  There are more: the {found.nodes.length - 1} most important are drawn.
                </p>
              )}
              <Graph around={found} name={name} />
              <Key found={found} />
              <AsList found={found} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Day({ route }: { route: RouteOf<'node'> }) {
  const day = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (day.current !== null) day.current.value = route.on ?? '';
  }, [route.on]);
  return (
    <>
      <label className="select as-of">
        As of
        <input
          type="date"
          ref={day}
          defaultValue={route.on ?? ''}
          placeholder="2026-03-31"
          pattern="[0-9]{4}-[0-9]{2}-[0-9]{2}"
          onChange={({ target }) => {
            if (/^\d{4}-\d{2}-\d{2}$/.test(target.value)) {
              replaceRoute({ ...route, on: target.value });
            }
          }}
        />
      </label>
      {route.on !== undefined && (
        <button
          type="button"
          className="quiet"
          onClick={() => replaceRoute({ ...route, on: undefined })}
        >
          <Icon name="close" /> Clear the date
        </button>
      )}
    </>
  );
}

/** Which dashes mean what. */
function Key({ found }: { found: Neighbourhood }) {
  const kinds = [...new Set(found.edges.map(({ kind }) => kind))].sort();
  const tunnels = found.nodes.some(({ wing }) => wing !== found.nodes[0]?.wing);
  return (
    <ul className="graph-key" aria-hidden="true">
      {kinds.map((kind) => (
        <li key={kind}>
          <svg width="34" height="8" focusable="false">
            <path className="edge" data-kind={kind} d="M0 4H34" />
          </svg>
          {EDGES[kind]}
        </li>
      ))}
      {tunnels && <li>⇄ a tunnel: in another wing</li>}
    </ul>
  );
}

function AsList({ found }: { found: Neighbourhood }) {
  const [middle] = found.nodes;
  const others = found.nodes.slice(1);
  return (
    <details className="graph-list">
      <summary>
        The same as a list: {count(others.length, 'node')}, {count(found.edges.length, 'edge')}
      </summary>
      <ul aria-label="Neighbourhood as a list">
        {others.map((node, at) => (
          <li key={node.node_id}>
            <a className="link" href={formatRoute({ place: 'node', node: node.node_id })}>
              {node.name}
            </a>{' '}
            <span className="section-note">
              {KINDS[node.kind]}, {count(found.distances[at + 1] ?? 1, 'step')} away
              {node.wing !== middle?.wing && `, through a tunnel to ${placeInWords(node)}`}
            </span>
            <ul>
              {found.edges
                .filter(({ from, to }) => from === node.node_id || to === node.node_id)
                .map((edge) => (
                  <li key={edge.edge_id}>
                    {edge.from_name} <em>{EDGES[edge.kind]}</em> {edge.to_name}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
