// What a part of the sum rests on.

import type { EdgeView, NodeCard, Signal, SignalKind, TrustView } from '../../api';
import { Reliability } from '../../parts/Reliability';
import { count } from '../../parts/words';
import { formatRoute } from '../../state/router';
import { EvidenceList } from './EvidenceList';
import type { Part } from './waterfall';
import { GRADES, RULINGS } from './words';

export function PartEvidence({ part, view }: { part: Part; view: TrustView }) {
  const { trust, evidence, corroborated_by, contradictions, node_id } = view;
  switch (part) {
    case 'source_tier':
      return (
        <>
          <p className="section-note">
            The best of {count(evidence.length, 'source')} gives the base: {trust.tier || 'none'}.
          </p>
          <EvidenceList evidence={evidence} />
        </>
      );
    case 'evidence_grade':
      return (
        <p>
          <strong>{GRADES[trust.grade].label}</strong>: {GRADES[trust.grade].words} The names are
          GRADE’s levels; the rules are Loci’s own.
        </p>
      );
    case 'corroboration':
      return <SaysTheSame nodes={corroborated_by} counted={trust.corroborating} />;
    case 'contradiction':
      return <Against edges={contradictions} node={node_id} />;
    case 'bias':
      return <Phrases signals={trust.signals} kind="bias" none="No phrase shows bias." />;
    case 'arousal':
      return <Phrases signals={trust.signals} kind="alarming" none="No phrase is alarming." />;
  }
}

function SaysTheSame({ nodes, counted }: { nodes: NodeCard[]; counted: number }) {
  if (nodes.length === 0)
    return (
      <p>
        {counted === 0
          ? 'No other source says the same. Copies of one source count once.'
          : 'The other sources speak for this very node: see them under Source.'}
      </p>
    );
  return (
    <ul className="said-by">
      {nodes.map((node) => (
        <li key={node.node_id}>
          <a className="link" href={formatRoute({ place: 'node', node: node.node_id })}>
            {node.name}
          </a>{' '}
          <Reliability of={node} />
        </li>
      ))}
    </ul>
  );
}

function Against({ edges, node }: { edges: EdgeView[]; node: string }) {
  if (edges.length === 0) return <p>Nothing that is stored speaks against it.</p>;
  return (
    <>
      <ul className="said-by">
        {edges.map((edge) => {
          const [id, name] =
            edge.from === node ? [edge.to, edge.to_name] : [edge.from, edge.from_name];
          return (
            <li key={edge.edge_id}>
              <a className="link" href={formatRoute({ place: 'node', node: id })}>
                {name}
              </a>
              <p className="section-note">
                {edge.because}
                {edge.ruling !== null && ` · ${RULINGS[edge.ruling]}`}
              </p>
            </li>
          );
        })}
      </ul>
      <a className="link" href={formatRoute({ place: 'contradictions' })}>
        Compare and rule
      </a>
    </>
  );
}

interface PhrasesProps {
  signals: Signal[];
  kind: SignalKind;
  none: string;
}

export function Phrases({ signals, kind, none }: PhrasesProps) {
  const told = signals.filter((signal) => signal.kind === kind);
  if (told.length === 0) return none === '' ? null : <p>{none}</p>;
  return (
    <ul className="phrases">
      {told.map(({ phrase }, at) => (
        <li key={at}>
          <q>{phrase}</q>
        </li>
      ))}
    </ul>
  );
}
