// A full library behind the window, on a thread of its own as the real one is: 5,000 documents, 4,000
// nodes, of which 1,000 wait for review.

import { MemoryHost } from '../../src/api/memory';
import type { Shelved } from '../../src/api/memory/documents';
import type { Command, IngestEvent, IngestedDocument, Request } from '../../src/api';

const DOCUMENTS = 5000;
const NODES = 4000;
/** As the engine does: so many files at a time, each stage told for each. */
const GROUP = 64;
const GROUP_MS = 400;

const WORDS =
  'sleep memory recall archive index letters retention practice delay feedback contract supplier harbour glossary method walk interference spindle oscillation review'.split(
    ' ',
  );

const host = new MemoryHost('full');
const pattern = host.shelves.find(({ view }) => view.state === 'indexed');
if (pattern === undefined) throw new Error('no document to copy');
const model: Shelved = pattern;

function idOf(number: number): string {
  return (number + 1).toString(16).padStart(8, '0').repeat(8);
}

function makeDocument(number: number): Shelved {
  const word = (step: number) => WORDS[(number * step + step) % WORDS.length] ?? '';
  const title = `On ${word(3)} and ${word(7)}: ${word(11)} ${number}`;
  const name = `${word(3)}-${number}.md`;
  const view = {
    ...structuredClone(model.view),
    ...{ title, name, document_id: idOf(number), path: `/home/ada/library/${name}` },
  };
  return { ...model, view, text: `${title}\n`, html: null, stated: [] };
}

function furnish(): void {
  for (let number = 0; number < DOCUMENTS; number += 1) host.shelves.push(makeDocument(number));
  const [node] = host.knowledge.accepted();
  if (node === undefined) throw new Error('no node to copy');
  for (let number = 0; number < NODES; number += 1) {
    const node_id = idOf(number + 1_000_000);
    const name = `${WORDS[number % WORDS.length]} ${number}`;
    const state = number % 4 === 0 ? 'proposed' : 'accepted';
    host.knowledge.nodes.set(node_id, { ...structuredClone(node), node_id, name, state });
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function ingest(count: number, tell: (event: IngestEvent) => void): Promise<void> {
  const coming = Array.from({ length: count }, (_, at) => makeDocument(100_000 + at));
  tell({ event: 'found', paths: coming.map(({ view }) => view.path) });
  for (let from = 0; from < count; from += GROUP) {
    const group = coming.slice(from, from + GROUP);
    for (const stage of ['converting', 'parsing', 'chunking', 'embedding', 'indexing'] as const) {
      for (const at of group.keys()) tell({ event: 'stage', file: from + at, stage });
      await wait(GROUP_MS / 5);
    }
    host.shelves.unshift(...group);
    for (const [at, { view }] of group.entries()) {
      const { path, document_id, title, chunks } = view;
      const result: IngestedDocument = {
        ...{ path, document_id, title, chunks, state: 'indexed', nodes: 0 },
        ...{ reason: null, warnings: [], duplicate: null, offered_version_of: null },
      };
      tell({ event: 'done', file: from + at, result });
    }
  }
}

export type Asked = { id: number } & (
  { command: Command; request: Request<Command> } | { ingest: number }
);
export type Told = { id: number } & (
  { event: IngestEvent } | { answer: unknown } | { problem: string }
);

furnish();

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { id } = data;
  const tell = (told: Told) => postMessage(told);
  const work =
    'ingest' in data
      ? ingest(data.ingest, (event) => tell({ id, event }))
      : host.call(data.command, data.request);
  work.then(
    (answer) => tell({ id, answer }),
    (thrown: unknown) => tell({ id, problem: String(thrown) }),
  );
});
