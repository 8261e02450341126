// Ways out of a wing: the other wings, and the edges that cross over to them.

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Tunnel } from '../../api';
import { useHost } from '../../api';
import { EDGES, spoken } from '../../parts/knowing';
import { ErrorNotice } from '../../parts/Notice';
import { count } from '../../parts/words';
import { formatRoute } from '../../state/router';

export function Tunnels({ wing }: { wing: string }) {
  const host = useHost();
  const list = useQuery({
    queryKey: ['tunnels', wing],
    queryFn: () => host.call('palace_tunnels', { wing }),
  });
  if (list.isError) return <ErrorNotice error={list.error} />;
  if (list.data === undefined) return null;
  const { tunnels } = list.data;
  return (
    <section className="tunnels" aria-labelledby="tunnels-title" data-testid="tunnels">
      <h3 id="tunnels-title">Tunnels</h3>
      {tunnels.length === 0 ? (
        <p className="section-note">No edge leads from {spoken(wing)} to another wing.</p>
      ) : (
        <ul>
          {tunnels.map((tunnel) => (
            <TunnelItem key={tunnel.wing} tunnel={tunnel} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TunnelItem({ tunnel: { wing, edges, through } }: { tunnel: Tunnel }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className="quiet"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> To {spoken(wing)}: {count(edges, 'edge')}
      </button>
      {open && (
        <div id={id} className="tunnel">
          <ul>
            {through.map((edge) => (
              <li key={edge.edge_id}>
                <a className="link" href={formatRoute({ place: 'node', node: edge.from })}>
                  {edge.from_name}
                </a>{' '}
                {EDGES[edge.kind]}{' '}
                <a className="link" href={formatRoute({ place: 'node', node: edge.to })}>
                  {edge.to_name}
                </a>
              </li>
            ))}
          </ul>
          {edges > through.length && (
            <p className="section-note">The surest {through.length} are shown.</p>
          )}
          <a className="link" href={formatRoute({ place: 'palace', wing })}>
            Walk over to {spoken(wing)}
          </a>
        </div>
      )}
    </li>
  );
}
