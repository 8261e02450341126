// What the UI asks of whatever it runs in. `tauri.ts` answers in the real window, `memory/` in a
// plain browser and in tests. Nothing outside `src/api/` knows which one it talks to.

import type {
  Commands,
  ErrorCode,
  IngestAnswer,
  IngestEvent,
  IngestRequest,
  Problem,
  SearchRequest,
} from './bindings';

export type Command = keyof Commands;
export type Request<C extends Command> = Commands[C]['request'];
export type Answer<C extends Command> = Commands[C]['answer'];

/** A search without filters. */
export const EVERYTHING: Omit<SearchRequest, 'query'> = {
  mode: 'hybrid',
  top_k: 10,
  collection: null,
  document: null,
  as_of: null,
  all_versions: false,
  wing: null,
  room: null,
  hall: null,
  kind: null,
  tag: null,
  min_reliability: null,
  min_score: null,
  expand_hops: 0,
  weights: null,
};

/** Files over the window, as the window system tells it. */
export type FileDrop =
  { kind: 'enter'; paths: string[] } | { kind: 'leave' } | { kind: 'drop'; paths: string[] };

export type Progress = (event: IngestEvent) => void;
export type Unsubscribe = () => void;

export interface Host {
  call<C extends Command>(command: C, request: Request<C>): Promise<Answer<C>>;
  ingest(request: IngestRequest, progress: Progress): Promise<IngestAnswer>;
  ingestSamples(progress: Progress): Promise<IngestAnswer>;
  /** A page of a PDF, counted from 1, as a picture of so many pixels in a row. */
  pagePicture(document: string, page: number, width: number): Promise<Blob>;
  /** Files, or one folder, that the person picks in the system's own dialog; none if they cancel. */
  pick(what: 'files' | 'folder'): Promise<string[]>;
  /** Saves a text where the person says: the path, or null if they cancel. */
  save(name: string, text: string): Promise<string | null>;
  /** The vault was locked from outside: idle, suspend. */
  onLocked(handler: () => void): Unsubscribe;
  onFileDrop(handler: (drop: FileDrop) => void): Unsubscribe;
}

/** A `Problem` that can be thrown. Every rejection of a `Host` is one. */
export class Failure extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'Failure';
    this.problem = problem;
  }

  get code(): ErrorCode {
    return this.problem.code;
  }
}

/** Turns whatever was thrown into something that can be shown. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  if (isProblem(thrown)) return new Failure(thrown);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new Failure({
    code: 'internal',
    message: `Loci could not do that: ${message}`,
    hint: 'Nothing stored was changed. Try again; if it happens again, restart Loci.',
  });
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    'message' in value &&
    'hint' in value
  );
}
