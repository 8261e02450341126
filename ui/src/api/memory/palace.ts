// What the in-memory host answers about the palace: the tree, moves, tunnels, the vocabulary. Together
// with `nodes.ts` this is everything it knows.

import type { Hall, RoomView, VocabularyEntry, VocabularyRequest, WingView } from '../bindings';
import { type Answers, fail, NOW } from './contract';
import type { House } from './house';
import type { KeptNode } from './kept';
import type { Knowledge } from './knowledge';
import { nodeAnswers } from './nodes';

export function knowledgeAnswers(host: House) {
  const known = host.knowledge;
  return {
    ...nodeAnswers(host),
    palace_show: ({ wing, room }) => ({
      wings: tree(known.accepted())
        .filter((view) => wing === null || view.wing === wing)
        .map((view) => ({
          ...view,
          rooms: view.rooms.filter((one) => room === null || one.room === room),
        })),
      nodes: known.accepted().length,
      edges: known.links().length,
      proposed: known.all().filter(({ state }) => state === 'proposed').length,
    }),
    palace_classify: ({ node }) => known.view(known.find(node)),
    palace_move: ({ nodes, wing, room, hall }) => {
      if (nodes.length === 0) fail('usage', 'No node was named.', 'Select one or more.');
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(wing) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(room))
        fail(
          'usage',
          `${wing}/${room} is not a place.`,
          'Lower case letters and digits, words joined by a hyphen.',
        );
      const moved = nodes.map((id) => known.find(id));
      const from = [...new Set(moved.map(({ place }) => `${place.wing}/${place.room}`))];
      const detail = `${from.join(', ')} → ${wing}/${room}`;
      const lesson = lessonOf(moved);
      const learnt = lesson === null ? [] : [`vocabulary: ${lesson} → ${wing}/${room}`];
      return known.change('move', { detail, learnt }, () => {
        for (const node of moved) {
          node.place = {
            ...{ wing, room, hall: hall ?? node.place.hall },
            ...{ confidence: 1, by: 'user', because: [] },
          };
          node.fixed = [...new Set([...node.fixed, 'place' as const])];
        }
        if (lesson !== null) learn(known, lesson, wing, room);
        return nodes;
      });
    },
    palace_tunnels: ({ wing }) => ({ wing, tunnels: tunnels(known, wing) }),
    palace_vocabulary: () => ({ entries: known.vocabulary, refused: [] }),
    palace_vocabulary_change: (asked) => changeVocabulary(known, asked),
  } satisfies Partial<Answers>;
}

function tally<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups].sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]));
}

function tree(nodes: KeptNode[]): WingView[] {
  const wings = tally(nodes, ({ place }) => place.wing).map(([wing, inWing]) => ({
    wing,
    nodes: inWing.length,
    rooms: tally(inWing, ({ place }) => place.room).map(([room, inRoom]) => roomView(room, inRoom)),
  }));
  const last = (view: WingView) => Number(view.wing === 'unsorted');
  return wings.sort((a, b) => last(a) - last(b));
}

function roomView(room: string, nodes: KeptNode[]): RoomView {
  return {
    room,
    nodes: nodes.length,
    contentious: nodes.filter(({ trust }) => trust.contentious).length,
    halls: tally(nodes, ({ place }) => place.hall).map(([hall, inHall]) => ({
      hall: hall as Hall,
      nodes: inHall.length,
    })),
  };
}

/** What a move teaches: the word that several names begin with. */
function lessonOf(nodes: KeptNode[]): string | null {
  const [first] = nodes;
  const word = first?.name.toLowerCase().split(/\s+/)[0] ?? '';
  const shared = nodes.length > 1 && nodes.every(({ name }) => name.toLowerCase().startsWith(word));
  return shared && word.length > 3 ? word : null;
}

function learn(known: Knowledge, pattern: string, wing: string, room: string): void {
  const entry: VocabularyEntry = {
    ...{ pattern, wing, room },
    weight: 0.9,
    origin: 'user',
    active: true,
    learnt_at: NOW,
  };
  known.vocabulary = [entry, ...known.vocabulary];
}

function tunnels(known: Knowledge, wing: string) {
  const wingOf = (id: string) => known.nodes.get(id)?.place.wing ?? '';
  const crossing = known
    .links()
    .filter(({ from, to }) => (wingOf(from) === wing) !== (wingOf(to) === wing));
  const other = ({ from, to }: { from: string; to: string }) =>
    wingOf(from) === wing ? wingOf(to) : wingOf(from);
  return tally(crossing, other).map(([name, edges]) => ({
    wing: name,
    edges: edges.length,
    through: edges
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, 20)
      .map((edge) => known.edge(edge)),
  }));
}

function changeVocabulary(known: Knowledge, asked: VocabularyRequest) {
  const refused: string[] = [];
  if (asked.change === 'switch') {
    known.vocabulary = known.vocabulary.map((entry) =>
      entry.pattern === asked.pattern && entry.wing === asked.wing
        ? { ...entry, active: asked.active }
        : entry,
    );
  } else if (asked.change === 'add') {
    const problem = problemOf(asked.pattern);
    if (problem !== null) fail('usage', `“${asked.pattern}”: ${problem}`, 'Use a longer word.');
    learn(known, asked.pattern, asked.wing, asked.room);
  } else {
    for (const [number, line] of asked.text.split('\n').entries()) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      const [, wing = '', room = '', pattern = ''] =
        /^([a-z0-9-]+)\/([a-z0-9-]+)\s*\|\s*[\d.]+\s*\|\s*(.+)$/.exec(line) ?? [];
      const problem = wing === '' ? 'not “wing/room | weight | pattern”' : problemOf(pattern);
      if (problem === null) learn(known, pattern, wing, room);
      else refused.push(`line ${number + 1}: ${problem}`);
    }
  }
  return { entries: known.vocabulary, refused };
}

function problemOf(pattern: string): string | null {
  if (pattern.trim().length < 3) return 'a pattern has 3 or more letters';
  return pattern.startsWith('*') ? 'a pattern does not begin with *' : null;
}
