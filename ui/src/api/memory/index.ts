// A host without a back end: the UI in a plain browser, and in tests. It keeps to the same contract
// as the real one, rejections included, and forgets everything on reload.

import type { IngestedDocument, IngestRequest } from '../bindings';
import type { Answer, Command, FileDrop, Host, Progress, Request } from '../host';
import { answersOf } from './answers';
import { fail } from './contract';
import { samples } from './documents';
import { House, type Scenario } from './house';
import { cancelled, takeIn } from './intake';

export { PASSPHRASE } from './house';

/** What cannot be read in the failing house. */
const FAILING =
  /^((definitions|cite|watch|certificates|agents|node|edge|review|gaps|levels)_list|(palace|node|trust)_show|palace_vocabulary|trust_contradictions)$/;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a locked vault answers. */
const OUTSIDE = new Set<Command>([
  'status',
  'vault_create',
  'vault_unlock',
  'vault_unlock_keychain',
  'vault_recover',
  'passphrase_strength',
]);

export class MemoryHost extends House implements Host {
  private answers = answersOf(this);
  private lockedHandlers = new Set<() => void>();
  private dropHandlers = new Set<(drop: FileDrop) => void>();

  async call<C extends Command>(command: C, request: Request<C>): Promise<Answer<C>> {
    await wait(this.scenario === 'slow' && command !== 'status' ? 60_000 : 1);
    if (this.state !== 'unlocked' && !OUTSIDE.has(command))
      fail('locked', 'The vault is locked.', 'Unlock it with your passphrase.');
    if (this.scenario === 'failing' && FAILING.test(command))
      fail('vault_damaged', 'A part of the vault cannot be read.', 'Restore it from a backup.');
    // as over the bridge: what is answered is a copy
    return structuredClone(this.answers[command](request));
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

  async pagePicture(document: string, page: number) {
    return new Blob([this.printed(document).picture(page)], { type: 'image/svg+xml' });
  }

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

export function memoryHost(scenario: Scenario): MemoryHost {
  const host = new MemoryHost(scenario);
  Object.assign(window, { lociHost: host });
  return host;
}
