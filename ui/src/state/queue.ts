// Files on their way in. One ingest runs at a time; what is added meanwhile waits its turn.

import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { DocumentState, Host, IngestEvent, IngestOutcome, Problem, Progress } from '../api';
import { toFailure } from '../api';

export interface Row {
  key: string;
  path: string;
  state: DocumentState | IngestOutcome;
  document: string | null;
  title: string;
  reason: Problem | null;
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
  const options = { collection: 'default', source_url: null, source_type: null, force };
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

function refresh(client: QueryClient): void {
  for (const queryKey of [['documents'], ['status'], ['search']])
    void client.invalidateQueries({ queryKey });
}

function apply(event: IngestEvent, offset: number, client: QueryClient): void {
  if (event.event === 'found') {
    const rows = event.paths.map((path, index): Row => {
      const key = `${offset + index}`;
      return { key, path, state: 'pending', document: null, title: nameOf(path), reason: null };
    });
    change({ rows: [...queue.rows, ...rows], looking: false });
  } else if (event.event === 'stage') {
    replace(offset + event.file, { state: event.stage });
  } else if (event.event === 'done') {
    const { state, document_id: document, reason, title } = event.result;
    const row = queue.rows[offset + event.file];
    replace(offset + event.file, { state, document, reason, title: title || row?.title || '' });
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
