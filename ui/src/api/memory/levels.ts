// What the in-memory host builds of its collections: each text's paragraphs are passages, their first
// sentences the chunks, and the documents' first ones the sections. The real one chooses better.

import type { Level, LevelNode, LevelSentence, LevelsBuilt, LevelsState } from '../bindings';
import { type Answers, fail, NOW } from './contract';
import type { Shelved } from './documents';
import type { House } from './house';
import { idOf } from './made';
import { spanOf } from './spans';

interface Built {
  nodes: LevelNode[];
  documents: string[];
  method: LevelsState['method'];
}

const ORDER: Level[] = ['raw', 'chunk', 'section', 'master'];

class Levels {
  private built = new Map<string, Built>();

  constructor(private host: House) {}

  collections(): string[] {
    return [...new Set(this.host.shelves.flatMap(({ view }) => view.collections))].sort();
  }

  private inside(collection: string): Shelved[] {
    return this.host.shelves.filter(
      ({ view }) =>
        view.collections.includes(collection) &&
        view.state === 'indexed' &&
        view.superseded_by === null,
    );
  }

  state(collection: string): LevelsState {
    const now = this.inside(collection).map(({ view }) => view.document_id);
    const built = this.built.get(collection);
    const at = (level: Level) => built?.nodes.filter((node) => node.level === level) ?? [];
    return {
      collection,
      master: at('master')[0]?.id ?? null,
      method: built?.method ?? 'textrank',
      max_synthesis_ratio: 0.2,
      built_at: built === undefined ? null : NOW,
      came: now.filter((id) => built === undefined || !built.documents.includes(id)).length,
      went: built?.documents.filter((id) => !now.includes(id)).length ?? 0,
      statistics: {
        documents: built?.documents.length ?? 0,
        raw: at('raw').length,
        chunks: at('chunk').length,
        sentences: at('chunk').reduce((sum, { sentences }) => sum + sentences.length, 0),
        sections: at('section').length,
        claims: at('master').flatMap(({ sentences }) => said(sentences)).length,
        dropped: 0,
      },
    };
  }

  build(collection: string, method: LevelsState['method']): LevelsBuilt {
    const shelves = this.inside(collection);
    if (shelves.length === 0)
      fail('not_found', 'The collection has no documents that could be read.', 'Add documents.');
    const nodes: LevelNode[] = [];
    const master = node('master', collection, collection, []);
    nodes.push(master);
    for (const shelved of shelves) {
      const section = node('section', shelved.view.document_id, shelved.view.title, [master.id]);
      nodes.push(section);
      for (const paragraph of shelved.text.matchAll(/^[A-Z][^\n|#]+(\n[^\n|#]+)*/gm)) {
        const name = `${shelved.view.document_id} ${paragraph.index}`;
        const chunk = node('chunk', name, heading(shelved.text, paragraph.index), [section.id]);
        const raw = node('raw', name, chunk.title, [chunk.id]);
        const first = /^[^.]*\./.exec(paragraph[0])?.[0] ?? paragraph[0];
        raw.sentences = [quote(shelved, paragraph.index, paragraph[0], [])];
        chunk.sentences = [quote(shelved, paragraph.index, first, [raw.id])];
        chunk.children = [raw.id];
        section.children.push(chunk.id);
        section.sentences.push(quote(shelved, paragraph.index, first, [chunk.id]));
        nodes.push(chunk, raw);
      }
      section.sentences = section.sentences.slice(0, 3);
      section.entities = [{ kind: 'concept', name: shelved.view.title }];
      master.children.push(section.id);
      const best = section.sentences[0];
      if (best !== undefined)
        master.sentences.push(ours(`On ${section.title}:`), { ...best, cites: [section.id] });
    }
    const documents = shelves.map(({ view }) => view.document_id);
    this.built.set(collection, { nodes, documents, method });
    return {
      collection,
      method,
      documents_read: documents.length,
      documents_removed: 0,
      sections_written: master.children.length,
      sections_removed: 0,
      statistics: this.state(collection).statistics,
      took_ms: 1,
    };
  }

  method(collection: string): LevelsState['method'] {
    return this.built.get(collection)?.method ?? 'textrank';
  }

  nodes(collection: string): LevelNode[] {
    const built = this.built.get(collection);
    if (built === undefined)
      fail('not_found', `Nothing is built of the collection '${collection}' yet.`, 'Build it.');
    const { came, went } = this.state(collection);
    const stale = came > 0 || went > 0;
    return built.nodes.map((node) => ({ ...node, stale: stale && node.level === 'master' }));
  }

  find(id: string): { collection: string; node: LevelNode; all: LevelNode[] } {
    for (const collection of this.built.keys()) {
      const all = this.nodes(collection);
      const found = all.find((node) => node.id.startsWith(id));
      if (found !== undefined) return { collection, node: found, all };
    }
    return fail('not_found', 'No node has that id.', 'It may have gone with an update.');
  }

  above(id: string): LevelNode[] {
    const { node, all } = this.find(id);
    const parent = all.find((other) => node.parents.includes(other.id));
    return parent === undefined ? [] : [...this.above(parent.id), parent];
  }

  below(id: string, to: Level): LevelNode[] {
    const { node, all } = this.find(id);
    if (ORDER.indexOf(to) >= ORDER.indexOf(node.level))
      fail('usage', 'The level that is asked for is not below the node.', 'Take one below.');
    const children = all.filter((other) => node.children.includes(other.id));
    return children.flatMap((child) => (child.level === to ? [child] : this.below(child.id, to)));
  }
}

function said(sentences: LevelSentence[]): LevelSentence[] {
  return sentences.filter(({ connective }) => !connective);
}

function heading(text: string, at: number): string {
  return [...text.slice(0, at).matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? '';
}

function node(level: Level, of: string, title: string, parents: string[]): LevelNode {
  return {
    id: idOf(`${level} ${of}`).slice(0, 32),
    ...{ level, title, parents },
    ...{ sentences: [], children: [], entities: [] },
    ...{ confidence: 1, version: 1, created_at: NOW, stale: false },
  };
}

function ours(text: string): LevelSentence {
  return { text, connective: true, support: 1, cites: [], sources: [] };
}

function quote(shelved: Shelved, at: number, text: string, cites: string[]): LevelSentence {
  const { start, end, page } = spanOf(shelved, at, at + text.length);
  const { document_id } = shelved.view;
  const source = { document_id, start, end, page: page ?? null, quote: text };
  return { text, connective: false, support: 1, cites, sources: [source] };
}

export function levelAnswers(host: House) {
  const levels = new Levels(host);
  const answer = (level: Level, nodes: LevelNode[], collection: string, total: number) => ({
    ...{ level, nodes, total, sources: [], took_ms: 1 },
    collections: nodes.map(() => collection),
    stale: levels.state(collection).came + levels.state(collection).went > 0,
  });
  return {
    levels_list: () => ({ collections: levels.collections().map((name) => levels.state(name)) }),
    levels_build: ({ collection, method }) =>
      levels.build(collection, method ?? levels.method(collection)),
    levels_update: ({ collection }) => levels.build(collection, levels.method(collection)),
    levels_query: ({ collections, level, query, top_k }) => {
      const [collection = ''] = collections;
      const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const found = levels.nodes(collection).filter((node) => {
        const text = node.sentences.map((sentence) => sentence.text.toLowerCase()).join(' ');
        return node.level === level && words.every((word) => text.includes(word));
      });
      return answer(level, found.slice(0, top_k ?? 10), collection, found.length);
    },
    levels_node: ({ node }) => {
      const { collection, node: found } = levels.find(node);
      return { collection, node: found, above: levels.above(node) };
    },
    levels_drilldown: ({ node, to, top_k }) => {
      const found = levels.below(node, to);
      const { collection } = levels.find(node);
      return answer(to, found.slice(0, top_k ?? 20), collection, found.length);
    },
    levels_rollup: ({ nodes, to }) => {
      const paths = nodes.map((id) => levels.above(id));
      const common = paths[0]?.find(
        (one) => one.level === to && paths.every((path) => path.some(({ id }) => id === one.id)),
      );
      const top = common ?? paths[0]?.[0];
      const { collection } = levels.find(nodes[0] ?? '');
      return answer(top?.level ?? to, top === undefined ? [] : [top], collection, 1);
    },
    levels_validate: ({ collection }) => ({
      ...{ collection, ok: true, nodes: levels.nodes(collection).length },
      ...{ citations: 0, citations_hold: 0, stale: 0, findings: [], took_ms: 1 },
    }),
    levels_hierarchy: ({ collection }) => ({
      ...{ collection, method: levels.method(collection), built_at: NOW, commit_seq: 1 },
      ...{ dropped: 0, documents: [], nodes: levels.nodes(collection) },
    }),
  } satisfies Partial<Answers>;
}
