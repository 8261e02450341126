// Files on their way in. One ingest runs at a time; what is added meanwhile waits its turn.

import type { QueryClient } from '@tanstack/react-query';
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

let queue = EMPTY;
let last: Promise<unknown> = Promise.resolve();
let run = 0;
const listeners = new Set<() => void>();

function change(part: Partial<Queue>): void {
  queue = { ...queue, ...part };
  for (const listener of listeners) listener();
}

export function useQueue(): Queue {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => queue,
  );
}

/** Forgets every row; an answer that still comes is not shown. */
export function clearQueue(): void {
  run += 1;
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
  enqueue(client, (progress) => host.ingest({ paths, options }, progress));
}

export function addSamples(host: Host, client: QueryClient): void {
  enqueue(client, (progress) => host.ingestSamples(progress));
}

export function cancelQueue(host: Host): void {
  change({ cancelling: true });

  host.call('ingest_cancel', {}).catch((thrown: unknown) => {
    change({ cancelling: false, problem: toFailure(thrown).problem });
  });
}

function enqueue(client: QueryClient, start: (progress: Progress) => Promise<unknown>): void {
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
    try {
      await start((event) => {
        if (mine === run) apply(event, offset, client);
      });
    } catch (thrown) {
      if (mine === run) change({ problem: toFailure(thrown).problem });
    }
    if (mine !== run) return;
    change({ running: false, looking: false, cancelling: false, refining: null });
    refresh(client);
  });
}

/** Everything that may say something else once documents came, went or changed places. */
export function refresh(client: QueryClient): void {
  const touched = [
    'documents',
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
  ];
  for (const name of touched) void client.invalidateQueries({ queryKey: [name] });
}

/** The row's question is answered: it has become a version, or stays a document of its own. */
export function settleOffer(key: string, part: Partial<Row>): void {
  const rows = queue.rows.map((row) =>
    row.key === key ? { ...row, offered: null, ...part } : row,
  );
  change({ rows });
}

function apply(event: IngestEvent, offset: number, client: QueryClient): void {
  if (event.event === 'found') {
    const rows = event.paths.map((path, index): Row => {
      const key = `${offset + index}`;
      return { ...PENDING, key, path, title: nameOf(path) };
    });
    change({ rows: [...queue.rows, ...rows], looking: false });
  } else if (event.event === 'stage') {
    replace(offset + event.file, { state: event.stage });
  } else if (event.event === 'done') {
    const { state, document_id: document, reason, title, duplicate } = event.result;
    const { offered_version_of: offered } = event.result;
    const row = queue.rows[offset + event.file];
    replace(offset + event.file, {
      state,
      document,
      reason,
      duplicate,
      offered,
      title: title || row?.title || '',
    });
    for (const queryKey of [['documents'], ['status']]) void client.invalidateQueries({ queryKey });
  } else {
    change({ refining: { done: event.done, total: event.total } });
  }
}

function replace(index: number, part: Partial<Row>): void {
  change({ rows: queue.rows.map((row, at) => (at === index ? { ...row, ...part } : row)) });
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
