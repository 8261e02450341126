// What a node is related to: its edges by kind and direction, each with why and its words.

import { useState } from 'react';
import type { EdgeView, NodeView } from '../../api';
import { useHost } from '../../api';
import { IconButton } from '../../parts/IconButton';
import { EDGES, EDGES_BACK, edgeInWords, keysOf } from '../../parts/knowing';
import { scoreInNumbers } from '../../parts/Reliability';
import { formatRoute } from '../../state/router';
import { EvidenceList } from '../trust/EvidenceList';
import type { Make } from './changing';

interface Group {
  words: string;
  edges: EdgeView[];
}

/** By kind, outgoing before incoming; a contradiction has no direction. */
function groupsOf({ node_id, relations }: NodeView): Group[] {
  return keysOf(EDGES).flatMap((kind) => {
    const of = relations.filter((edge) => edge.kind === kind);
    if (kind === 'contradicts') return [{ words: EDGES[kind], edges: of }];
    return [
      { words: EDGES[kind], edges: of.filter(({ from }) => from === node_id) },
      { words: EDGES_BACK[kind], edges: of.filter(({ from }) => from !== node_id) },
    ];
  });
}

export function Relations({ view, make }: { view: NodeView; make: Make }) {
  const groups = groupsOf(view).filter(({ edges }) => edges.length > 0);
  return (
    <section className="part" aria-labelledby="relations-title" data-testid="relations">
      <h2 id="relations-title">Edges</h2>
      {groups.length === 0 && (
        <p className="section-note">None yet. Relate it to another node by hand.</p>
      )}
      {groups.map((group) => (
        <RelationGroup key={group.words} group={group} of={view.node_id} make={make} />
      ))}
    </section>
  );
}

/** So many at once of a node that half the library names. */
const SHOWN = 20;

function RelationGroup({ group, of, make }: { group: Group; of: string; make: Make }) {
  const [all, setAll] = useState(false);
  const { words, edges } = group;
  return (
    <div className="relation-group">
      <h3>{words}</h3>
      <ul>
        {edges.slice(0, all ? undefined : SHOWN).map((edge) => (
          <Relation key={edge.edge_id} edge={edge} of={of} make={make} />
        ))}
      </ul>
      {!all && edges.length > SHOWN && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Show all {edges.length}
          <span className="sr-only"> of “{words}”</span>
        </button>
      )}
    </div>
  );
}

interface RelationProps {
  edge: EdgeView;
  of: string;
  make: Make;
}

function Relation({ edge, of, make }: RelationProps) {
  const host = useHost();
  const [open, setOpen] = useState(false);
  const [other, name] = edge.from === of ? [edge.to, edge.to_name] : [edge.from, edge.from_name];
  const said = edgeInWords(edge);
  return (
    <li className="relation">
      <div className="relation-head">
        <a className="link" href={formatRoute({ place: 'node', node: other })}>
          {name}
        </a>
        {edge.state === 'proposed' && <span className="flag">to review</span>}
        {edge.ruling !== null && <span className="flag">ruled on</span>}
        <span className="section-note">
          {edge.because !== '' && `${edge.because} · `}confidence {scoreInNumbers(edge.confidence)}
        </span>
        {edge.evidence.length > 0 && (
          <button
            type="button"
            className="quiet"
            aria-expanded={open}
            aria-label={`Words for: ${said}`}
            onClick={() => setOpen(!open)}
          >
            <span aria-hidden="true">{open ? '▾' : '▸'}</span> Words
          </button>
        )}
        <IconButton
          icon="trash"
          label={`Remove the edge: ${said}`}
          title="Remove"
          press={() =>
            void make(`Removed: ${said}.`, () => host.call('edge_delete', { edge: edge.edge_id }))
          }
        />
      </div>
      {open && <EvidenceList evidence={edge.evidence} />}
    </li>
  );
}
