// A host without a back end: the UI in a plain browser, and in tests. It keeps to the same contract
// as the real one, rejections included, and forgets everything on reload.

import type { IngestedDocument, IngestRequest, Problem, Status, VaultInfo } from '../bindings';
import type { Answer, Command, FileDrop, Host, Progress, Request } from '../host';
import { Failure } from '../host';
import { answersOf } from './answers';
import { type Shelved, samples, shelf } from './documents';
import { cancelled, takeIn } from './intake';
import { Knowledge } from './knowledge';
import { Life } from './life';
import { byteLength, plainOf } from './markdown';
import { search, spanOf } from './search';

/** `new`, `locked`, `empty`, `full`, `failing`, `slow` or `degraded`. */
export type Scenario = string;

export const PASSPHRASE = 'a quiet walk past seven lamps';

/** What cannot be read in the failing house. */
const FAILING =
  /^((definitions|cite|watch|certificates|node|edge|review|gaps)_list|(palace|node|trust)_show|palace_vocabulary|trust_contradictions)$/;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function fail(code: Problem['code'], message: string, hint: string): never {
  throw new Failure({ code, message, hint });
}

export class MemoryHost implements Host {
  scenario: Scenario;
  state: Status['state'];
  shelves: Shelved[];
  waiting = new Map<string, Shelved>();
  life = new Life();
  knowledge = new Knowledge(() => this.shelves);
  passphrase = PASSPHRASE;
  cancelled = false;
  private lockedHandlers = new Set<() => void>();
  private dropHandlers = new Set<(drop: FileDrop) => void>();

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.state = scenario === 'new' ? 'no_vault' : scenario === 'locked' ? 'locked' : 'unlocked';
    this.shelves = ['new', 'empty'].includes(scenario) ? [] : shelf();
    this.life.furnish(this.shelves);
  }

  async call<C extends Command>(command: C, request: Request<C>): Promise<Answer<C>> {
    await wait(this.scenario === 'slow' && command !== 'status' ? 60_000 : 1);
    if (this.state !== 'unlocked' && !['status', 'vault_create', 'vault_unlock'].includes(command))
      fail('locked', 'The vault is locked.', 'Unlock it with your passphrase.');
    if (this.scenario === 'failing' && FAILING.test(command))
      fail('vault_damaged', 'A part of the vault cannot be read.', 'Restore it from a backup.');
    // as over the bridge: what is answered is a copy
    return structuredClone(answersOf(this)[command](request));
  }

  ingest(request: IngestRequest, progress: Progress) {
    return this.run(request, progress);
  }

  ingestSamples(progress: Progress) {
    const options = {
      collection: 'default',
      source_url: null,
      source_type: null,
      force: false,
      supersedes: null,
      max_chunk_tokens: null,
      chunk_overlap: null,
    };
    return this.run({ paths: samples().map(({ view }) => view.path), options }, progress);
  }

  async original(document: string) {
    const { pdf } = this.find(document);
    if (pdf === null) fail('not_found', 'This document has no pages.', 'Read its text instead.');
    return pdf.slice();
  }

  /** What the person should know of this system, in tests. */
  warnings: string[] = [];

  /** What the next pick gives, in tests. */
  picked: string[] = [];

  async pick() {
    return this.picked;
  }

  /** A browser has its own way to save. */
  async save(name: string, text: string): Promise<string | null> {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
    return name;
  }

  onLocked(handler: () => void) {
    this.lockedHandlers.add(handler);
    return () => void this.lockedHandlers.delete(handler);
  }

  onFileDrop(handler: (drop: FileDrop) => void) {
    this.dropHandlers.add(handler);
    return () => void this.dropHandlers.delete(handler);
  }

  /** For tests and the browser console: files over the window. */
  dragFiles(drop: FileDrop) {
    for (const handler of this.dropHandlers) handler(drop);
  }

  /** For tests: what the shell does when nobody has touched the window for long. */
  lockFromOutside() {
    this.state = 'locked';
    for (const handler of this.lockedHandlers) handler();
  }

  status(): Status {
    const vault = this.state === 'unlocked' ? this.info() : null;
    return {
      profile: 'default',
      state: this.state,
      vault,
      idle_lock_s: 600,
      warnings: this.warnings,
    };
  }

  info(): VaultInfo {
    const collections: Record<string, number> = {};
    for (const { view } of this.shelves)
      for (const name of view.collections) collections[name] = (collections[name] ?? 0) + 1;
    return {
      vault_id: '5f3c0a9e5f3c0a9e',
      created_at: '2026-11-02T08:00:00Z',
      documents: this.shelves.length,
      chunks: this.shelves.reduce((sum, { view }) => sum + view.chunks, 0),
      nodes: this.knowledge.accepted().length,
      edges: this.knowledge.links().length,
      model: 'loci-static-256',
      refine_pending: 0,
      commit_seq: 41,
      size_bytes: 3_481_600,
      collections,
    };
  }

  create(passphrase: string): VaultInfo {
    if (passphrase === '') fail('bad_passphrase', 'A passphrase cannot be empty.', 'Choose one.');
    this.passphrase = passphrase;
    this.state = 'unlocked';
    return this.info();
  }

  unlock(passphrase: string): VaultInfo {
    if (passphrase !== this.passphrase)
      fail(
        'wrong_passphrase',
        'That passphrase does not open this vault.',
        'Check it and try again.',
      );
    this.state = 'unlocked';
    return this.info();
  }

  find(document: string): Shelved {
    const found = this.shelves.find(({ view }) => view.document_id.startsWith(document));
    return found ?? fail('not_found', 'No document has that id.', 'It may have been deleted.');
  }

  passage(document: string, start: number, end: number) {
    const shelved = this.find(document);
    const bytes = new TextEncoder().encode(shelved.text);
    if (end > bytes.length) fail('not_found', 'The text has no such place.', 'Search again.');
    const decode = (from: number, to: number) => new TextDecoder().decode(bytes.slice(from, to));
    const before = decode(0, start);
    const quote = decode(start, end);
    return {
      span: spanOf(shelved, before.length, before.length + quote.length),
      quote,
      plain: plainOf(shelved, quote),
      prefix: before.slice(-32),
      suffix: decode(end, bytes.length).slice(0, 32),
      boxes: shelved.boxes(start, end),
    };
  }

  /** Finds the selected words in the text that stands there; the real host matches letter by letter. */
  selection({ document, runs }: Request<'selection'>) {
    const { text } = this.find(document);
    const selected = runs.map(({ words, start, end }) => [...words].slice(start, end).join(''));
    const pattern = selected.join(' ').trim().split(/\s+/).map(escaped).join('\\s+');
    const found = new RegExp(pattern).exec(text);
    if (pattern === '' || found === null)
      fail(
        'not_found',
        'The selected words are not in the text that was read from these pages.',
        'Select other words, or choose the passage in the text view.',
      );
    const start = byteLength(text.slice(0, found.index));
    return this.passage(document, start, start + byteLength(found[0]));
  }

  search(request: Request<'search'>) {
    if (this.scenario === 'failing')
      fail('vault_damaged', 'A part of the index cannot be read.', 'Restore it from a backup.');
    const answer = search(this.shelves, request, this.knowledge);
    if (this.scenario !== 'degraded') return answer;
    const degraded_reason: Problem = {
      code: 'model_missing',
      message: 'The model is not installed, so only words were compared.',
      hint: 'Run ./setup to install it; your documents need not be added again.',
    };
    const hits = answer.hits.map((hit) => ({ ...hit, semantic: null }));
    return { ...answer, hits, degraded: true, degraded_reason };
  }

  private async run({ paths, options }: IngestRequest, progress: Progress) {
    this.cancelled = false;
    const pace = this.scenario === 'full' || this.scenario === 'empty' ? 350 : 1;
    progress({ event: 'found', paths });
    const documents: IngestedDocument[] = [];
    for (const [file, path] of paths.entries()) {
      for (const stage of ['converting', 'chunking', 'embedding', 'indexing'] as const) {
        if (this.cancelled) break;
        progress({ event: 'stage', file, stage });
        await wait(pace);
      }
      const result = this.cancelled ? cancelled(path) : takeIn(this, path, options);
      documents.push(result);
      progress({ event: 'done', file, result });
    }
    return { documents, took_ms: paths.length * 4 * pace };
  }
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function memoryHost(scenario: Scenario): MemoryHost {
  const host = new MemoryHost(scenario);
  Object.assign(window, { lociHost: host });
  return host;
}
