// The in-memory vault: what is on its shelves, what is known of it, whether it is open.

import type { Problem, ProposalView, Status, VaultInfo } from '../bindings';
import type { Request } from '../host';
import { fail } from './contract';
import { type Shelved, shelf } from './documents';
import { Knowledge } from './knowledge';
import { Life } from './life';
import { plainOf } from './markdown';
import { Notebook } from './notebook';
import type { Printed } from './printed';
import { Safety } from './safety';
import { search } from './search';
import { spanOf } from './spans';

/** `new`, `locked`, `empty`, `full`, `failing`, `slow` or `degraded`. */
export type Scenario = string;

export const PASSPHRASE = 'a quiet walk past seven lamps';

export class House {
  scenario: Scenario;
  state: Status['state'];
  shelves: Shelved[];
  /** Turned away as recent; on the shelves they stand as refused until the person has decided. */
  waiting = new Map<string, Shelved>();
  life = new Life();
  notebook = new Notebook();
  knowledge = new Knowledge(() => this.shelves);
  safety = new Safety();
  /** What agents propose. */
  proposals: ProposalView[] = [];
  passphrase = PASSPHRASE;
  cancelled = false;
  /** What the person should know of this system, in tests. */
  warnings: string[] = [];
  wait_s = 0;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.state = scenario === 'new' ? 'no_vault' : scenario === 'locked' ? 'locked' : 'unlocked';
    this.shelves = ['new', 'empty'].includes(scenario) ? [] : shelf();
    this.life.furnish(this.shelves);
  }

  status(): Status {
    const vault = this.state === 'unlocked' ? this.info() : null;
    return {
      profile: 'default',
      state: this.state,
      vault,
      idle_lock_s: 600,
      clipboard_clear_s: this.safety.set.clipboard_clear_s,
      warnings: this.warnings,
      wait_s: this.wait_s,
      keychain: this.safety.codes.keychain,
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
      last_commit_at: '2026-11-20T18:04:00Z',
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

  printed(document: string): Printed {
    const { printed } = this.find(document);
    return printed ?? fail('not_found', 'There is no such page.', 'Read its text instead.');
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
}
