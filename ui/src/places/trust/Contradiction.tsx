// One contradiction: both sides with their words, sources and dates, why they clash, and the rulings.

import { useState } from 'react';
import type { ContradictionView, EvidenceView, NodeCard, Ruling } from '../../api';
import { Reliability } from '../../parts/Reliability';
import { SHORTCUTS } from '../../parts/shortcuts';
import { formatRoute } from '../../state/router';
import { EvidenceList } from './EvidenceList';
import { RULINGS } from './words';

const ORDER: Ruling[] = ['first', 'second', 'both', 'undecided'];

interface ContradictionProps {
  view: ContradictionView;
  /** Whether the conditions of “both” are being asked for. */
  asking: boolean;
  ask: (now: boolean) => void;
  rule: (ruling: Ruling, reason: string) => void;
}

export function Contradiction({ view, asking, ask, rule }: ContradictionProps) {
  const { edge, first, second } = view;
  const { edge_id, because, confidence, ruling } = edge;
  const id = `clash-${edge_id}`;
  return (
    <li
      className="entry clash"
      data-testid="contradiction"
      data-of={edge_id}
      data-ruling={ruling ?? ''}
    >
      <div className="entry-head">
        {/* the keyboard's way through the list; the sides have links of their own */}
        <h2 id={id} tabIndex={-1} data-item={edge_id}>
          {because || 'They cannot both hold'}
        </h2>
        <span className="section-note">sureness {confidence.toFixed(2)}</span>
        {ruling !== null && <span className="flag">{RULINGS[ruling]}</span>}
      </div>
      <div className="side-by-side">
        <Side
          letter="A"
          node={first}
          tier={view.first_tier}
          holds={view.first_holds}
          evidence={view.first_evidence}
        />
        <Side
          letter="B"
          node={second}
          tier={view.second_tier}
          holds={view.second_holds}
          evidence={view.second_evidence}
        />
      </div>
      <div className="row-buttons rulings" role="group" aria-labelledby={id}>
        {ORDER.map((value) => (
          <button
            key={value}
            type="button"
            className="button small"
            aria-pressed={ruling === null ? undefined : ruling === value}
            aria-expanded={value === 'both' ? asking : undefined}
            title={`${RULINGS[value]} (${SHORTCUTS[value].keys})`}
            onClick={() => (value === 'both' ? ask(!asking) : rule(value, ''))}
          >
            <kbd aria-hidden="true">{SHORTCUTS[value].keys}</kbd> {RULINGS[value]}
          </button>
        ))}
      </div>
      {asking && <Conditions rule={(reason) => rule('both', reason)} cancel={() => ask(false)} />}
    </li>
  );
}

interface SideProps {
  letter: 'A' | 'B';
  node: NodeCard;
  tier: string;
  holds: string;
  evidence: EvidenceView[];
}

function Side({ letter, node, tier, holds, evidence }: SideProps) {
  const facts = [tier === '' ? 'no source known' : `tier: ${tier}`, holds && `holds ${holds}`];
  return (
    <div className="side" role="group" aria-label={`${letter}: ${node.name}`}>
      <h3>
        <span className="side-letter">{letter}</span>{' '}
        <a className="link" href={formatRoute({ place: 'node', node: node.node_id })}>
          {node.name}
        </a>
      </h3>
      <p>
        <Reliability of={node} />{' '}
        <a
          className="link"
          href={formatRoute({ place: 'trust', node: node.node_id })}
          aria-label={`Why ${letter} has this score`}
        >
          Why
        </a>
      </p>
      <p className="section-note">{facts.filter(Boolean).join(' · ')}</p>
      <EvidenceList evidence={evidence} said={node.name} />
    </div>
  );
}

/** Both hold, but not at once: when does each? */
function Conditions({ rule, cancel }: { rule: (reason: string) => void; cancel: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="edit-form"
      aria-label="Both, under different conditions"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') rule(reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        cancel();
      }}
    >
      <label className="stacked">
        Under which conditions does each hold?
        <textarea
          value={reason}
          required
          autoFocus
          placeholder="A after a week, B within five minutes"
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <div className="row-buttons">
        <button type="submit" className="button small primary" disabled={reason.trim() === ''}>
          Rule so
        </button>
        <button type="button" className="button small" title="Esc" onClick={cancel}>
          Cancel
        </button>
        {reason.trim() === '' && <p className="wanting">Say when each of them holds.</p>}
      </div>
    </form>
  );
}
