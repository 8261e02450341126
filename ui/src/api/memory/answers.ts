// What the in-memory host answers to each command of the table.

import type { DocumentView } from '../bindings';
import type { Answer } from '../host';
import { EVERYTHING } from '../host';
import { agentAnswers } from './agents';
import { auditAnswers } from './audit';
import { ask } from './asking';
import { writeList } from './cite';
import { type Answers, fail } from './contract';
import { memoryAnswers } from './handed';
import type { House } from './house';
import { importAnswers } from './importing';
import { supersede, takeIn } from './intake';
import { levelAnswers } from './levels';
import { isLoopback } from './life';
import { knowledgeAnswers } from './palace';
import { noteAnswers } from './notes';
import { reviewAnswers } from './review';
import { safetyAnswers } from './safetyAnswers';
import { normalise, structureOf, terms } from './structure';

export function answersOf(host: House): Answers {
  return {
    status: () => host.status(),
    vault_create: ({ passphrase }) => host.create(passphrase),
    vault_unlock: ({ passphrase }) => host.unlock(passphrase),
    vault_lock: () => {
      host.state = 'locked';
      return null;
    },
    vault_info: () => host.info(),
    models_list: () => ({ models: [] }),
    ingest_preview: ({ paths }) => {
      const accepted = paths.filter((path) => /\.(pdf|docx|html?|md|txt)$|\/[^.]*$/.test(path));
      return { accepted: accepted.length, refused: paths.length - accepted.length };
    },
    ingest_cancel: () => {
      host.cancelled = true;
      return null;
    },
    passage: ({ document, start, end }) => host.passage(document, start, end),
    page_words: ({ document, page }) => ({ words: host.printed(document).words(page) }),
    search: (asked) => host.search(asked),
    ask: (request) =>
      ask(host.shelves, request, () => {
        const { question: query, collection } = request;
        return host.search({ ...EVERYTHING, query, collection, mode: 'hybrid', top_k: 12 });
      }),
    ...documents(host),
    ...evidence(host),
    ...keeping(host),
    ...knowledgeAnswers(host),
    ...reviewAnswers(host),
    ...safetyAnswers(host),
    ...agentAnswers(host),
    ...importAnswers(host),
    ...auditAnswers(host),
    ...memoryAnswers(host),
    ...levelAnswers(host),
    ...noteAnswers(host),
  };
}

function documents(host: House) {
  return {
    documents_list: () => ({ documents: host.shelves.map(({ view }) => view) }),
    documents_show: ({ document }) => host.find(document).view,
    document_read: ({ document }) => {
      const shelved = host.find(document);
      const { view, text, html, pages } = shelved;
      return { document: view, text, html, pages, ...structureOf(shelved, host.shelves) };
    },
    documents_delete: (request) => {
      const shelved = host.find(request.document);
      host.shelves = host.shelves.filter((other) => other !== shelved);
      const certificate = host.life.forget(shelved, request, host.info().vault_id);
      const { document_id, chunks } = shelved.view;
      return { document_id, chunks, nodes: 0, edges: 0, original: true, certificate };
    },
    documents_foresee: ({ document, cascade }) =>
      host.life.foresee(host.find(document), cascade, host.scenario),
    documents_versions: ({ document }) => ({ documents: versions(host, document) }),
    documents_supersede: (request) => {
      const later = host.waiting.get(request.document) ?? host.find(request.document);
      supersede(host, later, host.find(request.supersedes));
      return host.find(request.document).view;
    },
    documents_reverify: ({ document }) => host.life.reverify(host.find(document), host.shelves),
    documents_verify: ({ document }) => {
      const { view, text } = host.find(document);
      const text_bytes = new TextEncoder().encode(text).length;
      const { document_id, chunks } = view;
      return { document_id, ok: true, chunks, text_bytes, findings: [] };
    },
    documents_regenerate: (request) => host.life.plan(request, host.shelves),
  } satisfies Partial<Answers>;
}

/** Oldest first. */
function versions(host: House, document: string): DocumentView[] {
  let { view } = host.find(document);
  while (view.supersedes !== null) view = host.find(view.supersedes).view;
  const found = [view];
  while (view.superseded_by !== null) {
    view = host.find(view.superseded_by).view;
    found.push(view);
  }
  return found;
}

function evidence(host: House) {
  const { life } = host;
  const here = (id: string) => host.shelves.find(({ view }) => view.document_id === id);
  return {
    definitions_list: ({ document, term, conflicting }) => ({
      terms: terms(host.shelves).filter(
        (known) =>
          (!conflicting || known.conflicting) &&
          (term === null || known.normalised === normalise(term)) &&
          (document === null ||
            known.definitions.some((definition) => definition.document_id === document)),
      ),
    }),
    cite_add: ({ document, start, end, note }) => {
      const { quote } = host.passage(document, start, end);
      const shelved = host.find(document);
      const bytes = new TextEncoder().encode(shelved.text).slice(0, start);
      return life.cite(shelved, new TextDecoder().decode(bytes).length, quote, note);
    },
    cite_list: ({ document }) => {
      const ids = document === null ? null : life.lineage(host.find(document), host.shelves);
      const of = life.citations.filter(({ document_id }) => ids?.includes(document_id) ?? true);
      return { citations: of };
    },
    cite_delete: ({ citation }) => {
      life.citations = life.citations.filter(({ citation_id }) => citation_id !== citation);
      return null;
    },
    cite_export: ({ format, document, passage }) => {
      if (document !== null && passage !== null) {
        const { view } = host.find(document);
        const [start, end] = passage;
        const page = start === end ? null : host.passage(document, start, end).span.page;
        return writeList(format, [{ view, page }]);
      }
      const kept = life.citations.filter(
        ({ document_id }) => document === null || document_id === document,
      );
      return writeList(
        format,
        kept.flatMap(({ document_id, span }) => {
          const view = here(document_id)?.view;
          return view === undefined ? [] : [{ view, page: span.page }];
        }),
      );
    },
    certificates_list: () => ({ certificates: life.certificates }),
    certificates_verify: (certificate) => {
      const known = life.certificates.some(
        (own) => JSON.stringify(own) === JSON.stringify(certificate),
      );
      return { ok: known, own_key: known };
    },
    references_list: () => ({ references: life.listed }),
  } satisfies Partial<Answers>;
}

function keeping(host: House) {
  const { life } = host;
  return {
    watch_list: () => ({ folders: life.folders }),
    watch_add: ({ path, collection, mode }) => {
      if (!path.startsWith('/'))
        fail('usage', `${path} is not a whole path.`, 'Begin it with a slash.');
      const gone = path.includes('nowhere');
      life.folders = [
        ...life.folders.filter((folder) => folder.path !== path),
        {
          path,
          collection,
          mode,
          looked_at: gone ? null : '2026-11-21T10:00:00Z',
          problem: gone
            ? {
                code: 'not_found',
                message: `There is no folder ${path}.`,
                hint: 'Check the path, or connect the drive.',
              }
            : null,
          changed: [],
          new: gone ? [] : ['/home/ada/research/memory/sleep-and-memory.md'],
          gone: [],
        },
      ];
      return { folders: life.folders };
    },
    watch_remove: ({ path }) => {
      life.folders = life.folders.filter((folder) => folder.path !== path);
      return { folders: life.folders };
    },
    watch_scan: () => {
      life.folders = life.folders.map((folder) => ({
        ...folder,
        looked_at: folder.problem === null ? '2026-11-21T10:05:00Z' : folder.looked_at,
      }));
      return { folders: life.folders };
    },
    watch_take: ({ path }) => takeChanges(host, path),
    llm_show: () => life.llm,
    llm_set: (request) => {
      if (!isLoopback(request.base_url) && !request.text_may_leave)
        fail(
          'usage',
          'That address is not this machine.',
          'Agree that text leaves it, or use a local one.',
        );
      return life.setLlm(request);
    },
    llm_clear: () => life.clearLlm(),
    scans_show: () => ({ recognise: life.recognise, problem: null }),
    scans_set: ({ recognise }) => {
      life.recognise = recognise;
      return { recognise, problem: null };
    },
  } satisfies Partial<Answers>;
}

function takeChanges(host: House, path: string): Answer<'watch_take'> {
  const { life } = host;
  const folder = life.folders.find((known) => known.path === path);
  if (folder === undefined) fail('not_found', 'That folder is not watched.', 'Add it first.');
  const options = {
    collection: folder.collection,
    source_url: null,
    source_type: null,
    force: false,
    supersedes: null,
    max_chunk_tokens: null,
    chunk_overlap: null,
  };
  for (const { document_id } of folder.changed) host.find(document_id).view.freshness = 'current';
  const documents = folder.new.map((file) => takeIn(host, file, options));
  life.folders = life.folders.map((known) =>
    known === folder ? { ...folder, changed: [], new: [], gone: [] } : known,
  );
  return { documents, took_ms: 12 };
}
