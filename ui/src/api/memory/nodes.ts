// What the in-memory host answers about nodes and edges.

import type { EdgeKind, Field, NodesRequest, PathList } from '../bindings';
import { type Answers, fail, NOW } from './contract';
import type { House } from './house';
import { type KeptNode, reliabilityOf } from './kept';
import type { Knowledge } from './knowledge';
import { idOf, makeNode } from './made';
import { normalise } from './structure';

/** The nodes that a listing asks for, most important first. */
export function fitting(known: Knowledge, asked: NodesRequest): KeptNode[] {
  const words = asked.query?.toLowerCase() ?? '';
  const day = asked.as_of;
  return known
    .all()
    .filter(
      (node) =>
        node.state === (asked.state ?? 'accepted') &&
        (asked.wing === null || node.place.wing === asked.wing) &&
        (asked.room === null || node.place.room === asked.room) &&
        (asked.hall === null || node.place.hall === asked.hall) &&
        (asked.kind === null || node.kind === asked.kind) &&
        (asked.tag === null || node.tags.includes(asked.tag)) &&
        (asked.document === null ||
          node.evidence.some(({ document }) => document === asked.document)) &&
        (asked.min_reliability === null || reliabilityOf(node.trust) >= asked.min_reliability) &&
        (day === null ||
          ((node.valid_from === '' || node.valid_from <= day) &&
            (node.valid_to === '' || node.valid_to >= day))) &&
        `${node.name} ${node.description}`.toLowerCase().includes(words),
    )
    .sort((a, b) => b.importance - a.importance || a.name.localeCompare(b.name));
}

export function nodeAnswers(host: House) {
  const known = host.knowledge;
  return {
    node_list: (asked) => {
      const all = fitting(known, asked);
      const from = all.slice(asked.offset, asked.offset + (asked.limit || 100));
      return { nodes: from.map((node) => known.card(node)), total: all.length };
    },
    node_show: ({ node }) => known.view(known.find(node)),
    node_add: (asked) => {
      const at = asked.wing === null ? undefined : `${asked.wing}/${asked.room ?? 'general'}`;
      const { name, kind, description, tags } = asked;
      const hall = asked.hall ?? 'fact';
      const made = makeNode({ name, kind, description, tags, hall, at, by: 'user', from: [] }, []);
      known.change('add', { detail: name }, () => {
        known.nodes.set(made.node_id, { ...made, tier: 'user' });
        return [made.node_id];
      });
      return known.view(known.find(made.node_id));
    },
    node_edit: (asked) => {
      const node = known.find(asked.node);
      const { reason } = asked;
      const fields = (
        ['name', 'description', 'summary', 'kind', 'tags', 'importance'] as const
      ).filter((field) => asked[field] !== null);
      const held = asked.valid_from !== null || asked.valid_to !== null;
      const said = [...fields, ...(held ? ['validity'] : [])].join(', ');
      if (said === '' && !asked.approve)
        fail('usage', 'Nothing would change.', 'Change a field first.');
      return known.change('edit', { detail: said, reason }, () => {
        for (const field of fields) Object.assign(node, { [field]: asked[field] });
        if (asked.valid_from !== null) node.valid_from = asked.valid_from;
        if (asked.valid_to !== null) node.valid_to = asked.valid_to;
        if (asked.approve) node.state = 'accepted';
        const fixed: Field[] = [...node.fixed, ...fields, ...(held ? (['validity'] as const) : [])];
        Object.assign(node, { fixed: [...new Set(fixed)], tier: 'user', updated_at: NOW });
        return [node.node_id];
      });
    },
    node_merge: ({ into, from, reason }) => {
      const [kept, gone] = [known.find(into), known.find(from)];
      if (kept === gone) fail('usage', 'A node cannot be merged into itself.', 'Name another.');
      return known.change('merge', { detail: `${gone.name} into ${kept.name}`, reason }, () => {
        const others = gone.evidence.filter(
          ({ document }) => !kept.evidence.some((own) => own.document === document),
        );
        kept.evidence = [...kept.evidence, ...others];
        kept.mention_count += gone.mention_count;
        const alias = { name: gone.name, normalised: gone.normalised, rule: 'user' as const };
        kept.aliases = [...kept.aliases, alias, ...gone.aliases];
        relink(known, gone.node_id, kept.node_id);
        known.nodes.delete(gone.node_id);
        return [kept.node_id];
      });
    },
    node_split: ({ node, name, documents, reason }) => {
      const whole = known.find(node);
      const id = idOf(`${name} ${known.changes().length}`);
      const leaves = ({ document }: { document: string | null }) =>
        document !== null && documents.includes(document);
      return known.change('split', { detail: `${name} out of ${whole.name}`, reason }, () => {
        const part: KeptNode = {
          ...structuredClone(whole),
          ...{ node_id: id, name, normalised: normalise(name), sense: whole.sense + 1 },
          aliases: [],
          evidence: whole.evidence.filter(leaves),
        };
        whole.evidence = whole.evidence.filter((evidence) => !leaves(evidence));
        known.nodes.set(id, part);
        return [id, whole.node_id];
      });
    },
    node_unalias: ({ node, alias }) => {
      const kept = known.find(node);
      return known.change('unalias', { detail: `${alias} is not ${kept.name}` }, () => {
        kept.aliases = kept.aliases.filter(({ name }) => name !== alias);
        return [kept.node_id];
      });
    },
    node_delete: ({ node }) => {
      const gone = known.find(node);
      return known.change('delete', { detail: gone.name }, () => {
        for (const { edge_id } of known.linksOf(gone.node_id)) known.edges.delete(edge_id);
        known.nodes.delete(gone.node_id);
        return [gone.node_id];
      });
    },
    node_neighbours: ({ node, hops, limit }) => neighbours(known, node, hops, limit || 60),
    node_paths: ({ from, to, hops }) => paths(known, from, to, hops || 4),
    node_export: ({ format, wing }) => {
      const nodes = known.accepted().filter(({ place }) => wing === null || place.wing === wing);
      const text = format === 'graphml' ? '<graphml/>' : JSON.stringify({ '@graph': nodes });
      return { text, nodes: nodes.length, edges: known.links().length };
    },
    edge_list: ({ node, kind, state, limit }) => {
      const all = known
        .links()
        .filter(
          (edge) =>
            (node === null || edge.from === node || edge.to === node) &&
            (kind === null || edge.kind === kind) &&
            (state === null || edge.state === state),
        );
      return {
        edges: all.slice(0, limit || 100).map((edge) => known.edge(edge)),
        total: all.length,
      };
    },
    edge_add: ({ kind, from, to, reason }) => {
      const [a, b] = [known.find(from), known.find(to)];
      if (a === b) fail('usage', 'An edge needs two nodes.', 'Name another node.');
      const edge_id = idOf(`${kind} ${a.node_id} ${b.node_id}`);
      known.change('edge', { detail: `${a.name} ${kind} ${b.name}`, reason }, () => {
        known.edges.set(edge_id, {
          ...{ edge_id, kind, from: a.node_id, to: b.node_id, because: reason },
          state: 'accepted',
          confidence: 1,
          ruling: null,
          evidence: [],
        });
        return [a.node_id, b.node_id];
      });
      return known.edge(known.findEdge(edge_id));
    },
    edge_delete: ({ edge }) => {
      const gone = known.findEdge(edge);
      return known.change('edge', { detail: `${gone.kind} is gone` }, () => {
        known.edges.delete(edge);
        return [gone.from, gone.to];
      });
    },
  } satisfies Partial<Answers>;
}

function relink(known: Knowledge, gone: string, kept: string): void {
  const end = (id: string) => (id === gone ? kept : id);
  for (const edge of [...known.edges.values()]) {
    if (edge.from !== gone && edge.to !== gone) continue;
    known.edges.delete(edge.edge_id);
    const [from, to] = [end(edge.from), end(edge.to)];
    const edge_id = idOf(`${edge.kind as EdgeKind} ${from} ${to}`);
    if (from !== to) known.edges.set(edge_id, { ...edge, edge_id, from, to });
  }
}

function neighbours(known: Knowledge, node: string, hops: number, limit: number) {
  const start = known.find(node).node_id;
  const far = new Map([[start, 0]]);
  let cut = false;
  for (const [id, distance] of far) {
    if (distance === hops) continue;
    for (const { from, to } of known.linksOf(id)) {
      const other = from === id ? to : from;
      if (far.has(other)) continue;
      if (far.size >= limit) cut = true;
      else far.set(other, distance + 1);
    }
  }
  const within = known.links().filter(({ from, to }) => far.has(from) && far.has(to));
  return {
    nodes: [...far.keys()].map((id) => known.card(known.find(id))),
    distances: [...far.values()],
    edges: within.map((edge) => known.edge(edge)),
    cut,
  };
}

function paths(known: Knowledge, from: string, to: string, hops: number): PathList {
  const [a, b] = [known.find(from).node_id, known.find(to).node_id];
  let fronts: string[][] = [[a]];
  for (let length = 0; length < hops; length += 1) {
    fronts = fronts.flatMap((path) => {
      const last = path.at(-1) ?? '';
      return known
        .linksOf(last)
        .map((edge) => (edge.from === last ? edge.to : edge.from))
        .filter((id) => !path.includes(id))
        .map((id) => [...path, id]);
    });
    const found = fronts.filter((path) => path.at(-1) === b);
    if (found.length > 0) return { paths: found.slice(0, 10).map((path) => pathOf(known, path)) };
  }
  return { paths: [] };
}

function pathOf(known: Knowledge, path: string[]) {
  const edges = path.slice(1).flatMap((id, at) => {
    const edge = known.linksOf(id).find(({ from, to }) => from === path[at] || to === path[at]);
    return edge === undefined ? [] : [known.edge(edge)];
  });
  return { nodes: path.map((id) => known.card(known.find(id))), edges };
}
