// Citations, versions, forgetting and watched folders of the in-memory host, by the same contract as the
// real one: a citation is looked up in the newest version, a deletion leaves a certificate.

import type {
  Cascade,
  Certificate,
  Citation,
  DeleteRequest,
  Fate,
  Foreseen,
  LlmRequest,
  LlmView,
  ListedReference,
  Regeneration,
  RegenerateRequest,
  Reverified,
  ReverifyReport,
  WatchedFolder,
} from '../bindings';
import { NOW } from './contract';
import { NO_REFERENCE, type Shelved } from './documents';
import { byteLength, plainOf } from './markdown';
import { spanOf } from './spans';

const NO_LLM: LlmView = {
  base_url: null,
  model: '',
  has_key: false,
  context_tokens: 8192,
  concurrency: 2,
  leaves_machine: false,
  contexts: 0,
};

const hex = (seed: string, digits: number) => {
  let state = 7;
  let out = '';
  for (let at = 0; at < digits; at += 1) {
    state = (state * 31 + seed.charCodeAt(at % seed.length) + at) % 65_521;
    out += (state % 16).toString(16);
  }
  return out;
};

export class Life {
  citations: Citation[] = [];
  certificates: Certificate[] = [];
  folders: WatchedFolder[] = [];
  listed: ListedReference[] = [];
  llm: LlmView = NO_LLM;
  recognise = true;
  private made = 0;

  /** What a full house has kept so far. */
  furnish(shelves: Shelved[]): void {
    const [first, current] = [1, 3].map((version) =>
      shelves.find(({ view }) => view.format === 'docx' && view.version === version),
    );
    if (first === undefined || current === undefined) return;
    for (const quote of [
      'The Supplier delivers on the Delivery Date.',
      'The Supplier has ten days to put right what was notified under Section 4.1.',
      'A complaint is made in writing within five days of delivery.',
      'Uncollected boxes are stored free of charge for one month.',
    ])
      this.cite(first, first.text.indexOf(quote), quote, '');
    this.reverify(current, shelves);
    this.listed = [
      {
        reference: {
          ...NO_REFERENCE,
          kind: 'book',
          title: 'The art of memory',
          year: 1966,
          key: 'yates1966',
          authors: [{ family: 'Yates', given: 'Frances A.' }],
        },
        list_id: hex('list', 64),
        document_id: null,
      },
    ];
    this.folders = [
      {
        path: '/home/ada/research/contracts',
        collection: 'contracts',
        mode: 'ask',
        looked_at: '2026-11-21T09:40:00Z',
        problem: null,
        changed: [{ path: current.view.path, document_id: current.view.document_id }],
        new: ['/home/ada/research/contracts/minutes.md'],
        gone: [],
      },
    ];
  }

  cite(shelved: Shelved, from: number, quote: string, note: string): Citation {
    this.made += 1;
    const citation: Citation = {
      citation_id: hex(`citation ${this.made}`, 32),
      document_id: shelved.view.document_id,
      title: shelved.view.title,
      span: spanOf(shelved, from, from + quote.length),
      quote,
      plain: plainOf(shelved, quote),
      note,
      created_at: NOW,
      source_here: true,
      verified: null,
    };
    this.citations = [citation, ...this.citations];
    return citation;
  }

  /** The ids of a document and everything it replaced. */
  lineage(shelved: Shelved, shelves: Shelved[]): string[] {
    const ids = [shelved.view.document_id];
    let at: Shelved | undefined = shelved;
    while (at !== undefined && at.view.supersedes !== null) {
      ids.push(at.view.supersedes);
      const earlier: string = at.view.supersedes;
      at = shelves.find(({ view }) => view.document_id === earlier);
    }
    return ids;
  }

  reverify(into: Shelved, shelves: Shelved[]): ReverifyReport {
    const [, ...earlier] = this.lineage(into, shelves);
    const counts: Record<Fate, number> = { same: 0, moved: 0, changed: 0, gone: 0 };
    this.citations = this.citations.map((citation) => {
      if (!earlier.includes(citation.document_id)) return citation;
      const verified = lookUp(citation, into);
      counts[verified.fate] += 1;
      return { ...citation, verified };
    });
    const citations = this.citations.filter(({ document_id }) => earlier.includes(document_id));
    return { document_id: into.view.document_id, ...counts, citations };
  }

  /** In a full house a note of the person repeats the document. */
  foresee(shelved: Shelved, cascade: Cascade, scenario: string): Foreseen {
    const { document_id, title } = shelved.view;
    const staying: Foreseen['staying'] =
      scenario === 'full' && cascade !== 'all'
        ? [
            {
              what: { reason: 7 },
              name: 'the reason of “edit”',
              words: `As ${title} has it.`,
              why: 'written by a person',
            },
          ]
        : [];
    return { document_id, cascade, removals: [], staying, more: 0 };
  }

  forget(shelved: Shelved, { cascade }: DeleteRequest, vault_id: string): Certificate {
    const { document_id, sha256, size_bytes, chunks, definitions } = shelved.view;
    const mine = this.citations.filter((citation) => citation.document_id === document_id);
    this.citations = this.citations.flatMap((citation) => {
      if (citation.document_id !== document_id) return citation;
      return cascade === 'none' ? { ...citation, source_here: false } : [];
    });
    const gone = (what: string, count: number) => ({ what, gone: count, kept: 0, reason: '' });
    const why = 'made by a person, and kept as asked (cascade none); they quote the document';
    const kept = cascade === 'none' ? mine.length : 0;
    const reason = kept > 0 ? why : '';
    const certificate: Certificate = {
      body: {
        kind: 'loci deletion certificate v1',
        vault_id,
        document_id,
        sha256,
        size_bytes,
        cascade,
        deleted_at: NOW,
        commit_seq: 42,
        removals: [
          gone('original', 1),
          gone('text', 1),
          gone('chunks', chunks),
          gone('vectors', chunks),
          gone('definitions', definitions),
          { what: 'citations', gone: mine.length - kept, kept, reason },
        ],
        proof: [
          { place: 'the word index, every segment', found: 0 },
          { place: 'the vectors, every segment', found: 0 },
          { place: 'the vault’s files, for the document’s sealed records', found: 0 },
        ],
      },
      public_key: hex('key', 64),
      signature: hex(document_id, 128),
    };
    this.certificates = [certificate, ...this.certificates];
    return certificate;
  }

  setLlm(request: LlmRequest): LlmView {
    const { base_url, model, api_key, context_tokens, concurrency } = request;
    const leaves_machine = !isLoopback(base_url);
    const has_key = api_key !== null && api_key !== '';
    this.llm = {
      base_url,
      model,
      has_key,
      context_tokens,
      concurrency,
      leaves_machine,
      contexts: 0,
    };
    return this.llm;
  }

  clearLlm(): LlmView {
    this.llm = NO_LLM;
    return this.llm;
  }

  plan(request: RegenerateRequest, shelves: Shelved[]): Regeneration {
    const { collection, strategy, dry_run } = request;
    const of = shelves.filter(
      ({ view }) => view.collections.includes(collection) && view.state === 'indexed',
    );
    const chunks = of.reduce((sum, { view }) => sum + view.chunks, 0);
    const asks = this.llm.base_url === null ? 0 : chunks;
    return {
      collection,
      strategy,
      dry_run,
      documents: of.length,
      chunks,
      llm_calls: asks,
      llm_tokens: asks * 900,
      estimated_ms: of.length * 1400,
      resumed: 0,
      done: dry_run ? 0 : of.length,
      failed: [],
      chunks_after: dry_run ? 0 : chunks,
      took_ms: dry_run ? 0 : of.length * 1250,
    };
  }
}

export function isLoopback(address: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/.test(address);
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function similarity(a: string, b: string): number {
  const [left, right] = [words(a), words(b)];
  const shared = left.filter((word) => right.includes(word)).length;
  return left.length === 0 ? 0 : shared / Math.max(left.length, right.length);
}

function lookUp(citation: Citation, into: Shelved): Reverified {
  const { document_id } = into.view;
  const at = into.text.indexOf(citation.quote);
  if (at >= 0) {
    const span = spanOf(into, at, at + citation.quote.length);
    const start = byteLength(into.text.slice(0, at));
    const fate = start === citation.span.start ? 'same' : 'moved';
    const { quote, plain } = citation;
    return { fate, document_id, span, quote, plain, similarity: 1, at: NOW };
  }
  const sentences = [...into.text.matchAll(/[^.\n]+(?:\n[^.\n]+)*\./g)];
  const scored = sentences.map((match) => ({
    from: match.index,
    quote: match[0],
    score: similarity(citation.quote, match[0]),
  }));
  const best = scored.sort((a, b) => b.score - a.score)[0];
  if (best === undefined || best.score < 0.5)
    return {
      fate: 'gone',
      document_id,
      span: null,
      quote: '',
      plain: '',
      similarity: best?.score ?? 0,
      at: NOW,
    };
  const span = spanOf(into, best.from, best.from + best.quote.length);
  const { quote, score } = best;
  const plain = plainOf(into, quote);
  return { fate: 'changed', document_id, span, quote, plain, similarity: score, at: NOW };
}
