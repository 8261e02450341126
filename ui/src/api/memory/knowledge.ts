// The in-memory host's knowledge: nodes, edges, and what a person changed about them, each change with
// what it replaced, so that it can be undone. `palace.ts` and `review.ts` answer from it.

import type {
  ChangeAnswer,
  ChangeView,
  EdgeView,
  Evidence,
  EvidenceView,
  Gap,
  KnowledgeSettings,
  NodeCard,
  NodeView,
  VocabularyEntry,
} from '../bindings';
import { fail, NOW } from './contract';
import { CONTRACT_FACTS, PROPOSED } from './contractFacts';
import { type Shelved, shelf } from './documents';
import { type KeptEdge, type KeptNode, reliabilityOf } from './kept';
import { MEMORY_FACTS } from './memoryFacts';
import { makeEdge, makeNode, VOCABULARY } from './made';
import { plainOf } from './markdown';
import { RELATIONS } from './relations';

interface Made {
  view: ChangeView;
  nodes: Map<string, KeptNode | null>;
  edges: Map<string, KeptEdge | null>;
  vocabulary: VocabularyEntry[];
}

export class Knowledge {
  nodes = new Map<string, KeptNode>();
  edges = new Map<string, KeptEdge>();
  vocabulary: VocabularyEntry[] = structuredClone(VOCABULARY);
  gaps: Gap[] = [];
  settings: KnowledgeSettings = {
    accept_from: 0.85,
    half_life_days: 90,
    learns: true,
    learnt: [],
  };
  private made: Made[] = [];
  private readonly shelves: () => readonly Shelved[];

  constructor(shelves: () => readonly Shelved[]) {
    this.shelves = shelves;
    const all = shelf();
    for (const fact of [...MEMORY_FACTS, ...CONTRACT_FACTS, ...PROPOSED]) {
      const node = makeNode(fact, all);
      this.nodes.set(node.node_id, node);
    }
    for (const relation of RELATIONS) {
      const edge = makeEdge(relation, all);
      this.edges.set(edge.edge_id, edge);
    }
    for (const id of this.nodes.keys()) this.assess(id);
  }

  /** Whether a source of it is on the shelves, or it was written by hand. */
  private supported(evidence: Evidence[]): boolean {
    return (
      evidence.length === 0 ||
      evidence.some(({ document }) => document === null || this.shelved(document) !== undefined)
    );
  }

  private shelved(document: string): Shelved | undefined {
    return this.shelves().find(({ view }) => view.document_id === document);
  }

  /** All nodes that something still speaks for, dismissed ones too. */
  all(): KeptNode[] {
    return [...this.nodes.values()].filter(({ evidence }) => this.supported(evidence));
  }

  accepted(): KeptNode[] {
    return this.all().filter(({ state }) => state === 'accepted');
  }

  /** Edges that count, at nodes that count or wait. */
  links(): KeptEdge[] {
    const here = (id: string) => {
      const node = this.nodes.get(id);
      return node !== undefined && node.state !== 'dismissed' && this.supported(node.evidence);
    };
    return [...this.edges.values()].filter(
      ({ state, from, to }) => state !== 'dismissed' && here(from) && here(to),
    );
  }

  linksOf(id: string): KeptEdge[] {
    return this.links().filter(({ from, to }) => from === id || to === id);
  }

  find(text: string): KeptNode {
    const name = text.toLowerCase();
    const found = this.all().filter(
      (node) =>
        (text.length >= 8 && node.node_id.startsWith(name)) ||
        node.name.toLowerCase() === name ||
        node.aliases.some((alias) => alias.name.toLowerCase() === name),
    );
    if (found[0] !== undefined) return found[0];
    return fail('not_found', 'No node has that id or name.', 'It may have been deleted.');
  }

  findEdge(id: string): KeptEdge {
    const edge = this.edges.get(id);
    return edge ?? fail('not_found', 'No edge has that id.', 'It may have been deleted.');
  }

  /** Counts a node's contradictions anew; a score that the person set stays. */
  assess(id: string): void {
    const node = this.nodes.get(id);
    if (node === undefined) return;
    const against = [...this.edges.values()].filter(
      ({ kind, from, to, ruling, state }) =>
        kind === 'contradicts' &&
        state !== 'dismissed' &&
        (from === id || to === id) &&
        (ruling === null || ruling === 'undecided'),
    ).length;
    const { trust } = node;
    trust.contradictions = against;
    trust.contentious = against > 0;
    trust.parts.contradiction = against === 0 ? 0 : -Math.min(against * 0.1, 0.3);
    trust.claim_number =
      against > 0 ? 4 : trust.corroborating > 1 ? 1 : trust.corroborating > 0 ? 2 : 3;
  }

  card(node: KeptNode): NodeCard {
    const { node_id, name, kind, state, place, trust, evidence, mention_count } = node;
    const { importance, tier, confidence, summary, description } = node;
    return {
      ...{ node_id, name, kind, state, mention_count, importance, tier, confidence },
      wing: place.wing,
      room: place.room,
      hall: place.hall,
      placed_by: place.by,
      reliability: reliabilityOf(trust),
      overridden: trust.overridden !== null,
      contentious: trust.contentious,
      injected: trust.injected,
      sources: evidence.length,
      edges: this.linksOf(node_id).length,
      about: (summary || description).slice(0, 200),
    };
  }

  view(node: KeptNode): NodeView {
    const { node_id } = node;
    return {
      ...node,
      ...this.card(node),
      evidence: node.evidence.map((evidence) => this.evidence(evidence)),
      relations: this.linksOf(node_id).map((edge) => this.edge(edge)),
      history: this.changesOf(node_id),
    };
  }

  edge(edge: KeptEdge): EdgeView {
    return {
      ...edge,
      from_name: this.nodes.get(edge.from)?.name ?? '',
      to_name: this.nodes.get(edge.to)?.name ?? '',
      evidence: edge.evidence.map((evidence) => this.evidence(evidence)),
    };
  }

  evidence(evidence: Evidence): EvidenceView {
    const shelved = evidence.document === null ? undefined : this.shelved(evidence.document);
    const { span } = evidence;
    const bytes = new TextEncoder().encode(shelved?.text ?? '');
    const here = span === null ? null : new TextDecoder().decode(bytes.slice(span.start, span.end));
    return {
      ...evidence,
      plain: shelved === undefined ? evidence.quote : plainOf(shelved, evidence.quote),
      title: shelved?.view.title ?? '',
      opens: shelved !== undefined && here === evidence.quote,
      superseded: shelved !== undefined && shelved.view.superseded_by !== null,
      copy_of: null,
    };
  }

  /** Newest first. */
  changes(): ChangeView[] {
    return this.made.map(({ view }) => view).reverse();
  }

  changesOf(id: string): ChangeView[] {
    return this.changes().filter(({ nodes }) => nodes.includes(id));
  }

  /** Does `work`, and keeps what it replaced. `work` returns the nodes concerned. */
  change(
    action: string,
    said: { detail: string; reason?: string; learnt?: string[] },
    work: () => string[],
  ): ChangeAnswer {
    const before = structuredClone({ nodes: this.nodes, edges: this.edges });
    const { vocabulary } = this;
    const ids = work();
    for (const id of this.nodes.keys()) this.assess(id);
    const view: ChangeView = {
      change: this.made.length + 1,
      at: NOW,
      action,
      detail: said.detail,
      reason: said.reason ?? '',
      nodes: ids,
      undoable: true,
      undone: false,
    };
    this.made.push({
      view,
      nodes: differing(before.nodes, this.nodes),
      edges: differing(before.edges, this.edges),
      vocabulary,
    });
    return this.answer(view, said.learnt ?? []);
  }

  undo(number: number): ChangeAnswer {
    const made = this.made.find(({ view }) => view.change === number);
    if (made === undefined || made.view.undone)
      fail('not_found', 'That change is not to be undone.', 'Look at the history.');
    for (const [id, node] of made.nodes)
      if (node === null) this.nodes.delete(id);
      else this.nodes.set(id, node);
    for (const [id, edge] of made.edges)
      if (edge === null) this.edges.delete(id);
      else this.edges.set(id, edge);
    this.vocabulary = made.vocabulary;
    for (const id of this.nodes.keys()) this.assess(id);
    made.view = { ...made.view, undone: true, undoable: false };
    return this.answer(made.view, []);
  }

  private answer(change: ChangeView, learnt: string[]): ChangeAnswer {
    const nodes = change.nodes.flatMap((id) => {
      const node = this.nodes.get(id);
      return node === undefined ? [] : [this.card(node)];
    });
    return { change, nodes, learnt };
  }
}

function differing<T>(before: Map<string, T>, now: Map<string, T>): Map<string, T | null> {
  const changed = new Map<string, T | null>();
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const old = before.get(id) ?? null;
    if (JSON.stringify(old) !== JSON.stringify(now.get(id) ?? null)) changed.set(id, old);
  }
  return changed;
}
