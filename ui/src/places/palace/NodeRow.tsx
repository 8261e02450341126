// A node in a list: its name, what it is, its score; Space shows what it is about.

import { useId, useState } from 'react';
import type { NodeCard } from '../../api';
import { HALLS, KINDS, PLACED_BY, placeInWords, TIERS } from '../../parts/knowing';
import { Reliability } from '../../parts/Reliability';
import { count } from '../../parts/words';
import { formatRoute } from '../../state/router';
import type { Selection } from '../review/useSelection';

interface NodeRowProps {
  node: NodeCard;
  selection: Selection;
  /** Whether to say in which room it is. */
  placed: boolean;
}

export function NodeRow({ node, selection, placed }: NodeRowProps) {
  const [open, setOpen] = useState(false);
  const { node_id, name, kind, hall, sources, edges } = node;
  const id = useId();
  const selected = selection.selected.has(node_id);
  const guessed = node.placed_by === 'nearest' || node.placed_by === 'model';
  return (
    <li
      className="node-row"
      data-testid="node-row"
      data-of={node_id}
      data-selected={selected}
      onClickCapture={(event) => selection.clicked(event, node_id)}
    >
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selected}
        onChange={() => selection.toggle(node_id)}
      />
      <div className="node-main">
        <a
          className="node-name"
          href={formatRoute({ place: 'node', node: node_id })}
          data-item={node_id}
          aria-describedby={`${id}-facts`}
          onKeyDown={(event) => {
            if (event.key === ' ') {
              event.preventDefault();
              setOpen(!open);
            } else if (event.key === 'Escape' && open) {
              event.preventDefault();
              setOpen(false);
            }
          }}
        >
          {name}
        </a>
        <p className="node-facts" id={`${id}-facts`}>
          {[
            KINDS[kind],
            placed ? placeInWords(node) : '',
            HALLS[hall],
            count(sources, 'source'),
            edges > 0 ? count(edges, 'edge') : '',
          ]
            .filter(Boolean)
            .join(' · ')}
          {guessed && <span className="flag">{PLACED_BY[node.placed_by]}</span>}
        </p>
        {open && (
          <div className="node-preview" data-testid="node-preview">
            <p>{node.about === '' ? 'Nothing more is said about it.' : node.about}</p>
            <p className="section-note">
              {count(node.mention_count, 'mention')} · {TIERS[node.tier]} ·{' '}
              {PLACED_BY[node.placed_by]}
            </p>
          </div>
        )}
      </div>
      <Reliability of={node} />
    </li>
  );
}
