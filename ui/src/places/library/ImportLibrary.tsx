// Another program's library taken over: looked at first, then brought in. Made again, it brings what is new.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ImportReport, Library } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { type Choice, Choices } from '../../parts/Choices';
import { JobBar } from '../../parts/JobBar';
import { ErrorNotice } from '../../parts/Notice';
import { count } from '../../parts/words';
import { FolderField, pathOf } from './FolderField';

const LIBRARIES: Choice<Library>[] = [
  {
    value: 'zotero',
    label: 'Zotero',
    words: 'Its data folder: items with their files, collections, tags, notes and marks in PDFs.',
  },
  {
    value: 'obsidian',
    label: 'Obsidian',
    words: 'A vault of Markdown: each file a document, its links relations, its tags labels.',
  },
];

export function ImportLibrary() {
  const host = useHost();
  const client = useQueryClient();
  const [library, setLibrary] = useState<Library>('zotero');
  const [path, setPath] = useState('');
  const run = useMutation({
    mutationFn: (dry_run: boolean) =>
      host.call('library_import', { library, path: pathOf(path), dry_run, collection: null }),
    onSuccess: (report) =>
      announce(`${saidOf(report)} ${count(report.documents, 'new document')}.`),
    // what came before it was stopped stays
    onSettled: (_, __, dry_run) => !dry_run && client.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate(true);
  };
  const anew = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      run.reset();
      set(value);
    };
  };
  const looking = run.isPending && run.variables;
  const taking = run.isPending && !run.variables;
  return (
    <details className="watch-form">
      <summary>Take a library over…</summary>
      <form onSubmit={submit} aria-busy={run.isPending}>
        <Choices
          legend="Whose library it is"
          name="library"
          choices={LIBRARIES}
          value={library}
          choose={anew(setLibrary)}
          disabled={run.isPending}
        />
        <FolderField
          id="import-path"
          value={path}
          change={anew(setPath)}
          disabled={run.isPending}
        />
        <button type="submit" className="button" disabled={run.isPending || pathOf(path) === ''}>
          {looking ? 'Looking at it…' : 'See what would come'}
        </button>
        {taking && (
          <div className="folder-taking">
            <JobBar what="Taking the library over" />
            <button
              type="button"
              className="button small"
              onClick={() => void host.call('job_cancel', {}).catch(() => undefined)}
            >
              Stop
            </button>
          </div>
        )}
        {run.isError && <ErrorNotice error={run.error} />}
        {run.isSuccess && <Report report={run.data} />}
        {run.isSuccess && run.data.dry_run && (
          <button
            type="button"
            className="button primary"
            data-testid="import-take"
            onClick={() => run.mutate(false)}
          >
            Take it over
          </button>
        )}
      </form>
    </details>
  );
}

function saidOf({ dry_run }: ImportReport): string {
  return dry_run ? 'Would come:' : 'Came:';
}

function Report({ report }: { report: ImportReport }) {
  const { collections, left_out, more_left_out } = report;
  const come = [
    count(report.documents, 'new document'),
    count(report.versions, 'new version'),
    count(report.notes, 'note'),
    count(report.highlights, 'highlight'),
    count(report.tags, 'label'),
    count(report.links, 'link'),
  ];
  const left = left_out.length + more_left_out;
  return (
    <div className="import-report" data-testid="import-report">
      <p>
        <strong>{saidOf(report)}</strong> {come.join(', ')}.
      </p>
      <p className="section-note">
        Here already: {count(report.known, 'document')},{' '}
        {count(report.notes_known, 'note or highlight', 'notes and highlights')}.
        {collections.length > 0 && ` In ${collections.join(', ')}.`}
      </p>
      {left > 0 && (
        <details>
          <summary>{count(left, 'thing')} left out</summary>
          <ul>
            {left_out.map(({ what, why }, number) => (
              // one file may be named twice
              <li key={number}>
                {what}: {why}
              </li>
            ))}
            {more_left_out > 0 && <li>and {more_left_out} more</li>}
          </ul>
        </details>
      )}
    </div>
  );
}
