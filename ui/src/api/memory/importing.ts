// The in-memory host takes a library over, once for each folder: two of the samples, a note and a mark.

import type { ImportReport } from '../bindings';
import { type Answers, fail } from './contract';
import { samples } from './documents';
import type { House } from './house';
import { takeIn } from './intake';

export function importAnswers(host: House) {
  const taken = new Set<string>();
  return {
    library_import: ({ library, path, dry_run, collection }) => {
      if (!path.startsWith('/'))
        fail(
          'usage',
          'That is not a folder; nothing was taken over.',
          'Give the folder of the library.',
        );
      const known = taken.has(path);
      const into =
        collection ?? (library === 'zotero' ? 'Coast / Mud' : (path.split('/').at(-1) ?? ''));
      const options = {
        collection: into,
        source_url: null,
        source_type: null,
        force: false,
        supersedes: null,
        max_chunk_tokens: null,
        chunk_overlap: null,
      };
      const shelved = new Set(host.shelves.map(({ view }) => view.path));
      const files = samples()
        .map(({ view }) => view.path)
        .filter((file) => !known && !shelved.has(file))
        .slice(0, 2);
      if (!dry_run) taken.add(path);
      const marks = library === 'zotero' ? 1 : 0;
      return {
        dry_run,
        items: 2,
        documents: files.length,
        known: known ? 2 : 0,
        versions: 0,
        notes: known ? 0 : marks,
        highlights: known ? 0 : marks,
        notes_known: known ? 2 * marks : 0,
        collections: [into],
        tags: 2,
        links: library === 'obsidian' ? 3 : 0,
        left_out:
          library === 'zotero'
            ? [{ what: 'storage:gone.html', why: 'the file is missing in storage' }]
            : [],
        more_left_out: 0,
        taken: dry_run ? [] : files.map((file) => takeIn(host, file, options)),
      } satisfies ImportReport;
    },
  } satisfies Partial<Answers>;
}
