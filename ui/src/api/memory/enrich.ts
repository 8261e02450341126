// Knowledge in the in-memory host's search: the nodes that a passage speaks for, filters by them, the wing
// that the question names, and what is related.

import type { Hit, Related, SearchRequest } from '../bindings';
import { reliabilityOf } from './kept';
import type { Knowledge } from './knowledge';

/** The hit with its nodes; null where a filter asks for a node that it does not speak for. */
export function withNodes(hit: Hit, known: Knowledge, asked: SearchRequest): Hit | null {
  const { span, document_id } = hit;
  const nodes = known
    .accepted()
    .filter(({ evidence }) =>
      evidence.some(
        (one) =>
          one.document === document_id &&
          one.span !== null &&
          one.span.start >= span.start &&
          one.span.end <= span.end,
      ),
    );
  const filtered =
    [asked.wing, asked.room, asked.hall, asked.kind, asked.tag].some((value) => value !== null) ||
    asked.min_reliability !== null;
  const fitting = nodes.filter(
    (node) =>
      (asked.wing === null || node.place.wing === asked.wing) &&
      (asked.room === null || node.place.room === asked.room) &&
      (asked.hall === null || node.place.hall === asked.hall) &&
      (asked.kind === null || node.kind === asked.kind) &&
      (asked.tag === null || node.tags.includes(asked.tag)) &&
      (asked.min_reliability === null || reliabilityOf(node.trust) >= asked.min_reliability),
  );
  if (filtered && fitting.length === 0) return null;
  const [first] = fitting;
  if (first === undefined) return hit;
  const { wing, room, hall } = first.place;
  return {
    ...hit,
    ...{ wing, room, hall },
    reliability: reliabilityOf(first.trust),
    overridden: first.trust.overridden !== null,
    nodes: fitting.map((node) => known.card(node)),
  };
}

/** The wing for which a word of the question speaks. */
export function boostedWing({ query, wing }: SearchRequest, known: Knowledge): string | null {
  if (wing !== null) return null;
  const words = query.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
  const entry = known.vocabulary.find(
    ({ pattern, active }) =>
      active &&
      pattern
        .split(' | ')
        .some((part) =>
          words.some((word) =>
            part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part,
          ),
        ),
  );
  return entry?.wing ?? null;
}

export function relatedTo(hits: Hit[], known: Knowledge, hops: number): Related[] {
  if (hops === 0) return [];
  const own = new Set(hits.flatMap(({ nodes }) => nodes.map(({ node_id }) => node_id)));
  const found = new Map<string, Related>();
  for (const id of own) {
    for (const edge of known.linksOf(id)) {
      const other = known.nodes.get(edge.from === id ? edge.to : edge.from);
      if (other === undefined || other.state !== 'accepted' || own.has(other.node_id)) continue;
      const { from_name, to_name } = known.edge(edge);
      const because = `${from_name} ${edge.kind.replace('_', ' ')} ${to_name}`;
      found.set(other.node_id, { ...known.card(other), hops: 1, because });
    }
  }
  return [...found.values()].slice(0, 8);
}
