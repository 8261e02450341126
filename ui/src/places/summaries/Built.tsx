// What is built of a collection, what came and went since, and building it.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LevelMethod, LevelsBuilt, LevelsState } from '../../api';
import { toFailure, useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { count, dayInWords } from '../../parts/words';
import { JobBar } from '../../parts/JobBar';

const METHODS: Record<LevelMethod, string> = { textrank: 'TextRank', tfidf: 'TF-IDF' };

export function Built({ state }: { state: LevelsState }) {
  const host = useHost();
  const client = useQueryClient();
  const { collection, master, built_at, came, went, statistics } = state;
  const [method, setMethod] = useState<LevelMethod>(state.method);
  const build = useMutation<LevelsBuilt, unknown, 'all' | 'new'>({
    mutationFn: (what) =>
      what === 'new'
        ? host.call('levels_update', { collection, add: [], remove: [] })
        : host.call('levels_build', { collection, method, max_synthesis_ratio: null }),
    onSuccess: async ({ documents_read, sections_written }) => {
      announce(
        `${count(documents_read, 'document')} read, ${count(sections_written, 'section')} written.`,
      );
      await client.invalidateQueries({ queryKey: ['levels'] });
    },
  });
  const busy = build.isPending;
  const stale = came > 0 || went > 0;
  const stopped = build.isError && toFailure(build.error).problem.code === 'cancelled';
  return (
    <section className="part" aria-labelledby="built-title" data-testid="built">
      <h2 id="built-title">{collection}</h2>
      {built_at === null ? (
        <p className="section-note">
          {count(came, 'document')}, nothing built yet. Nothing is made up: summaries are sentences
          of the documents themselves.
        </p>
      ) : (
        <p className="section-note" role="status">
          {count(statistics.documents, 'document')} in {count(statistics.sections, 'section')},{' '}
          {count(statistics.chunks, 'chunk')} and {count(statistics.raw, 'passage')} · built on{' '}
          {dayInWords(built_at)} by {METHODS[state.method]}
          {statistics.dropped > 0 &&
            ` · ${count(statistics.dropped, 'claim')} dropped for want of support`}
        </p>
      )}
      {master !== null && stale && (
        <p className="degraded" role="status" data-testid="levels-stale">
          {[came > 0 && `${count(came, 'document')} came`, went > 0 && `${went} went`]
            .filter(Boolean)
            .join(', ')}{' '}
          since. What rests on them is marked stale until it is updated.
        </p>
      )}
      <div className="row-buttons">
        {master !== null && (
          <button
            type="button"
            className={stale ? 'button primary' : 'button'}
            aria-disabled={busy || !stale}
            onClick={() => !busy && stale && build.mutate('new')}
          >
            Update
          </button>
        )}
        <button
          type="button"
          className={master === null ? 'button primary' : 'button'}
          aria-disabled={busy}
          onClick={() => !busy && build.mutate('all')}
        >
          {master === null ? 'Build' : 'Rebuild'}
        </button>
        <label>
          by{' '}
          <select
            value={method}
            onChange={({ target }) => setMethod(target.value as LevelMethod)}
            disabled={busy}
          >
            {Object.entries(METHODS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {busy && (
          <>
            <JobBar what={`Building the summaries of ${collection}`} />
            <button
              type="button"
              className="button"
              onClick={() => void host.call('job_cancel', {})}
            >
              Cancel
            </button>
          </>
        )}
      </div>
      {build.isError &&
        (stopped ? (
          <p className="section-note" role="status">
            Stopped. What was built before is still there.
          </p>
        ) : (
          <ErrorNotice error={build.error} />
        ))}
    </section>
  );
}
