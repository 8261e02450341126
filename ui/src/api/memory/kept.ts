// What the in-memory host keeps of a node and of an edge.

import type { EdgeView, Evidence, NodeView, Trust } from '../bindings';

/** What a card or a page works out from the rest is not kept. */
export type KeptNode = Omit<
  NodeView,
  | 'evidence'
  | 'relations'
  | 'history'
  | 'wing'
  | 'room'
  | 'hall'
  | 'placed_by'
  | 'reliability'
  | 'overridden'
  | 'contentious'
  | 'injected'
  | 'sources'
  | 'edges'
  | 'about'
> & { evidence: Evidence[] };

export type KeptEdge = Omit<EdgeView, 'from_name' | 'to_name' | 'evidence'> & {
  evidence: Evidence[];
};

export function reliabilityOf({ overridden, parts }: Trust): number {
  if (overridden !== null) return overridden.reliability;
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  return Math.round(Math.min(1, Math.max(0, sum)) * 1000) / 1000;
}
