// Files on their way in. One ingest runs at a time; what is added meanwhile waits its turn.

import type { Query, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type {
  DocumentState,
  DuplicateLevel,
  Host,
  IngestEvent,
  IngestOutcome,
  Problem,
  Progress,
} from '../api';
import { toFailure } from '../api';
import { addToDocuments } from './documents';

export interface Row {
  key: string;
  path: string;
  state: DocumentState | IngestOutcome;
  document: string | null;
  title: string;
  reason: Problem | null;
  duplicate: DuplicateLevel | null;
  /** A document whose new version this may be. */
  offered: string | null;
}

export interface Queue {
  rows: Row[];
  running: boolean;
  cancelling: boolean;
  /** What is being looked at while its files are not known yet. */
  looking: boolean;
  refining: { done: number; total: number } | null;
  problem: Problem | null;
  started_ms: number;
}

const PENDING = {
  state: 'pending',
  document: null,
  reason: null,
  duplicate: null,
  offered: null,
} as const;

const EMPTY: Queue = {
  rows: [],
  running: false,
  cancelling: false,
  looking: false,
  refining: null,
  problem: null,
  started_ms: 0,
};

/** How often what came in is shown: a person reads no faster, and every change redraws. */
const BEAT_MS = 150;
/** How often the figures of the whole vault are asked for while files come in. */
const STATUS_MS = 3_000;

let queue = EMPTY;
let last: Promise<unknown> = Promise.resolve();
let run = 0;
const listeners = new Set<() => void>();

function change(part: Partial<Queue>): void {
  queue = { ...queue, ...part };
  for (const listener of listeners) listener();
}

/** A part of the queue: only when it is another is what uses it drawn anew. */
export function useQueue<Part>(part: (queue: Queue) => Part): Part {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => part(queue),
  );
}

export const isRunning = (queue: Queue): boolean => queue.running;

/** How many files are on their way. */
export const onTheWay = (queue: Queue): number =>
  queue.rows.filter(({ state }) => !isFinal(state)).length;

/** Forgets every row; an answer that still comes is not shown. */
export function clearQueue(): void {
  run += 1;
  came.length = 0;
  change(EMPTY);
}

export function dismissFinished(): void {
  change({ rows: queue.rows.filter((row) => !isFinal(row.state)), problem: null });
}

export function isFinal(state: Row['state']): boolean {
  return ['indexed', 'refused', 'failed', 'duplicate', 'cancelled'].includes(state);
}

export function addPaths(host: Host, client: QueryClient, paths: string[], force = false): void {
  const options = {
    collection: 'default',
    source_url: null,
    source_type: null,
    force,
    supersedes: null,
    max_chunk_tokens: null,
    chunk_overlap: null,
  };
  enqueue(host, client, (progress) => host.ingest({ paths, options }, progress));
}

export function addSamples(host: Host, client: QueryClient): void {
  enqueue(host, client, (progress) => host.ingestSamples(progress));
}

export function cancelQueue(host: Host): void {
  change({ cancelling: true });

  host.call('ingest_cancel', {}).catch((thrown: unknown) => {
    change({ cancelling: false, problem: toFailure(thrown).problem });
  });
}

function enqueue(
  host: Host,
  client: QueryClient,
  start: (progress: Progress) => Promise<unknown>,
): void {
  const mine = run;
  last = last.then(async () => {
    if (mine !== run) return;
    const offset = queue.rows.length;
    change({
      running: true,
      looking: true,
      cancelling: false,
      problem: null,
      started_ms: Date.now(),
    });
    adding = Promise.resolve(true);
    try {
      await start((event) => {
        if (mine !== run) return;
        came.push({ event, offset });
        beat ??= window.setTimeout(() => showWhatCame(host, client), BEAT_MS);
      });
    } catch (thrown) {
      if (mine === run) change({ problem: toFailure(thrown).problem });
    }
    if (mine !== run) return;
    showWhatCame(host, client);
    change({ running: false, looking: false, cancelling: false, refining: null });
    const listed = await adding;
    if (mine !== run) return;
    // what stopped half-way is in the list as well, but has not been told
    const all = queue.rows.slice(offset).every(({ state }) => state === 'indexed');
    if (listed && all) refreshRest(client);
    else refresh(client);
  });
}

/** Everything that may say something else once documents came, went or changed places. */
export function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['documents'], exact: true });
  refreshRest(client);
}

/** All of that but the list of documents itself. */
function refreshRest(client: QueryClient): void {
  const touched = [
    'status',
    'search',
    'versions',
    'terms',
    'citations',
    'folders',
    'read',
    // what is known comes of documents
    'palace',
    'nodes',
    'node',
    'neighbours',
    'tunnels',
    'trust',
    'review',
    'contradictions',
    'gaps',
    'levels',
  ];
  for (const name of touched) void client.invalidateQueries({ queryKey: [name] });
  // one document, what is listed in them
  const parts = ({ queryKey }: Query) => queryKey[0] === 'documents' && queryKey.length > 1;
  void client.invalidateQueries({ predicate: parts });
}

/** The row's question is answered: it has become a version, or stays a document of its own. */
export function settleOffer(key: string, part: Partial<Row>): void {
  const rows = queue.rows.map((row) =>
    row.key === key ? { ...row, offered: null, ...part } : row,
  );
  change({ rows });
}

const came: { event: IngestEvent; offset: number }[] = [];
/** Whether all that came so far was put into the list of documents. */
let adding = Promise.resolve(true);
let beat: number | undefined;
let asked_ms = 0;

/** All events since the last beat, in one change of the queue and one of the list of documents. */
function showWhatCame(host: Host, client: QueryClient): void {
  window.clearTimeout(beat);
  beat = undefined;
  if (came.length === 0) return;
  const next = { ...queue, rows: [...queue.rows] };
  const settled: string[] = [];
  for (const { event, offset } of came.splice(0)) apply(event, offset, next, settled);
  change(next);
  if (settled.length > 0) {
    const added = addToList(host, client, settled);
    adding = Promise.all([adding, added]).then((each) => each.every(Boolean));
  }
  if (Date.now() - asked_ms > STATUS_MS) {
    asked_ms = Date.now();
    void client.invalidateQueries({ queryKey: ['status'] });
  }
}

/** Puts documents that came in into the list that is shown, which is not asked for as a whole. */
async function addToList(host: Host, client: QueryClient, ids: string[]): Promise<boolean> {
  const mine = run;
  const asked = ids.map((document) => host.call('documents_show', { document }));
  const views = (await Promise.allSettled(asked)).flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  );
  return mine === run && addToDocuments(client, views) && views.length === ids.length;
}

function apply(event: IngestEvent, offset: number, next: Queue, settled: string[]): void {
  const replace = (file: number, part: Partial<Row>) => {
    const row = next.rows[offset + file];
    if (row !== undefined) next.rows[offset + file] = { ...row, ...part };
  };
  if (event.event === 'found') {
    const rows = event.paths.map((path, index): Row => {
      const key = `${offset + index}`;
      return { ...PENDING, key, path, title: nameOf(path) };
    });
    next.rows.push(...rows);
    next.looking = false;
  } else if (event.event === 'stage') {
    replace(event.file, { state: event.stage });
  } else if (event.event === 'done') {
    const { state, document_id: document, reason, title, duplicate } = event.result;
    const { offered_version_of: offered } = event.result;
    const named = title === '' ? {} : { title };
    replace(event.file, { state, document, reason, duplicate, offered, ...named });
    if (document !== null) settled.push(document);
  } else {
    next.refining = { done: event.done, total: event.total };
  }
}

export function nameOf(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}

/** Seconds that the rest will take at the pace so far; null before there is a pace. */
export function secondsLeft(rows: Row[], started_ms: number, now_ms: number): number | null {
  const ended = rows.filter((row) => isFinal(row.state)).length;
  const open = rows.length - ended;
  const spent_s = (now_ms - started_ms) / 1000;
  return ended === 0 || open === 0 || spent_s < 2 ? null : (spent_s / ended) * open;
}
