// The shortest ways from a node to another one, edge by edge.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NodeCard, Path } from '../../api';
import { useHost } from '../../api';
import { EDGES, EDGES_BACK } from '../../parts/knowing';
import { Loaded } from '../../parts/Loaded';
import { Sheet } from '../../parts/Sheet';
import { count } from '../../parts/words';
import { formatRoute } from '../../state/router';
import type { NodeDialogProps } from './changing';
import { NodePicker } from './NodePicker';

const HOPS = 4;

export function PathsDialog({ view, close }: Omit<NodeDialogProps, 'make'>) {
  const [other, setOther] = useState<NodeCard | null>(null);
  return (
    <Sheet title="The way to another node" isOpen close={close}>
      <p className="sheet-words">
        From <strong>{view.name}</strong>
      </p>
      <NodePicker label="To" except={view.node_id} picked={setOther} />
      {other !== null && <Ways from={view.node_id} to={other} close={close} />}
      <div className="confirm-actions">
        <button type="button" className="button" onClick={close}>
          Close
        </button>
      </div>
    </Sheet>
  );
}

function Ways({ from, to, close }: { from: string; to: NodeCard; close: () => void }) {
  const host = useHost();
  const found = useQuery({
    queryKey: ['neighbours', 'paths', from, to.node_id],
    queryFn: () => host.call('node_paths', { from, to: to.node_id, hops: HOPS }),
  });
  return (
    <Loaded query={found} what="the ways">
      {({ paths }) => (
        <section aria-label="Ways" data-testid="ways">
          <p className="sheet-words" role="status">
            {paths.length === 0
              ? `No way of ${HOPS} steps or fewer leads to “${to.name}”.`
              : `${count(paths.length, 'way')} of ${count(paths[0]?.edges.length ?? 0, 'step')}.`}
          </p>
          <ol className="ways">
            {paths.map((path) => (
              <Way
                key={path.edges.map(({ edge_id }) => edge_id).join()}
                path={path}
                close={close}
              />
            ))}
          </ol>
        </section>
      )}
    </Loaded>
  );
}

function Way({ path: { nodes, edges }, close }: { path: Path; close: () => void }) {
  return (
    <li>
      {nodes.map((node, at) => {
        const edge = edges[at];
        const words = edge?.from === node.node_id ? EDGES : EDGES_BACK;
        return (
          <span key={node.node_id}>
            <a
              className="link"
              href={formatRoute({ place: 'node', node: node.node_id })}
              onClick={close}
            >
              {node.name}
            </a>
            {edge !== undefined && <em> {words[edge.kind]} </em>}
          </span>
        );
      })}
    </li>
  );
}
