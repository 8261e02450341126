// Files on their way into the in-memory host: known paths bring their texts, one of them has changed on
// the disk since it was read, everything else is refused.

import type { IngestedDocument, IngestOptions, Problem } from '../bindings';
import { changedFile, samples, type Shelved, shelf } from './documents';
import type { House } from './house';

function answer(path: string, over: Partial<IngestedDocument>): IngestedDocument {
  return {
    path,
    document_id: null,
    state: 'indexed',
    reason: null,
    chunks: 0,
    nodes: 0,
    title: path.split('/').at(-1) ?? path,
    warnings: [],
    duplicate: null,
    offered_version_of: null,
    ...over,
  };
}

export function cancelled(path: string): IngestedDocument {
  return answer(path, { state: 'cancelled' });
}

export function takeIn(house: House, path: string, options: IngestOptions): IngestedDocument {
  const changed = changedFile(path);
  const earlier = house.shelves.find(
    ({ view }) => view.path === path && view.superseded_by === null && view.state === 'indexed',
  );
  if (changed !== null && earlier !== undefined && earlier.text !== changed.text) {
    return takeChanged(house, path, options, changed, earlier);
  }
  const known = [...samples(), ...shelf()].find(({ view }) => view.path === path);
  if (known === undefined) {
    const name = path.split('/').at(-1) ?? path;
    const reason: Problem = {
      code: 'unsupported_format',
      message: `${name} is not a format that Loci reads.`,
      hint: 'Export it as PDF, DOCX, HTML, Markdown or text.',
    };
    return answer(path, { state: 'refused', reason });
  }
  const { document_id, title, chunks, reason } = known.view;
  const here = house.shelves.some(({ view }) => view.document_id === document_id);
  if (!here) house.shelves = [known, ...house.shelves];
  if (here)
    return answer(path, { document_id, title, chunks, state: 'duplicate', duplicate: 'exact' });
  const state = reason === null ? 'indexed' : 'refused';
  return answer(path, { document_id, title, chunks, state, reason });
}

function takeChanged(
  house: House,
  path: string,
  options: IngestOptions,
  changed: Shelved,
  earlier: Shelved,
): IngestedDocument {
  const { document_id, title, chunks } = changed.view;
  if (options.force) {
    house.shelves = [
      changed,
      ...house.shelves.filter(({ view }) => view.document_id !== document_id),
    ];
    return answer(path, { document_id, title, chunks });
  }
  const reason: Problem = {
    code: 'duplicate',
    message: 'Other content came from the same place less than 30 days ago. The original is kept.',
    hint: 'Make it the new version with --supersedes, or a document of its own with --force.',
  };
  const refused: Shelved = {
    ...changed,
    view: { ...changed.view, state: 'refused', reason, chunks: 0 },
  };
  house.waiting.set(document_id, changed);
  if (!house.shelves.some(({ view }) => view.document_id === document_id))
    house.shelves = [refused, ...house.shelves];
  return answer(path, {
    reason,
    document_id,
    title,
    state: 'duplicate',
    duplicate: 'recent',
    offered_version_of: earlier.view.document_id,
  });
}

/** Puts `later` on the shelves as the version after `earlier`. */
export function supersede(house: House, later: Shelved, earlier: Shelved): void {
  const made: Shelved = {
    ...later,
    view: {
      ...later.view,
      supersedes: earlier.view.document_id,
      version: earlier.view.version + 1,
      state: 'indexed',
      reason: null,
    },
  };
  const replaced: Shelved = {
    ...earlier,
    view: {
      ...earlier.view,
      superseded_by: later.view.document_id,
      superseded_at: '2026-11-21T10:00:00Z',
      freshness: 'current',
    },
  };
  const others = house.shelves.filter(
    ({ view }) => ![later.view.document_id, earlier.view.document_id].includes(view.document_id),
  );
  house.shelves = [made, replaced, ...others];
  house.waiting.delete(later.view.document_id);
}
