// What stands under the question: hits, or one of the four kinds of nothing, each with its action.

import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { DocumentView, SearchAnswer, Status } from '../../api';
import { useHost } from '../../api';
import { speak } from '../../parts/announce';
import { Empty, ErrorNotice } from '../../parts/Notice';
import { SHORTCUTS } from '../../parts/shortcuts';
import { count } from '../../parts/words';
import { useDocuments } from '../../state/documents';
import { addSamples, onTheWay, useQueue } from '../../state/queue';
import { navigate } from '../../state/router';
import { HitCard } from './HitCard';
import { Boosted, RelatedNodes } from './Related';

interface AnswerProps {
  query: string;
  filtered: boolean;
  status: Status;
  answer: UseQueryResult<SearchAnswer>;
  more: (() => void) | null;
  clear: () => void;
  /** Searches this wing alone. */
  within: (wing: string) => void;
}

export function Answer(props: AnswerProps) {
  const { query, answer, status } = props;
  const indexing = useQueue((queue) => onTheWay(queue) > 0);
  if (status.vault?.documents === 0 && !indexing) return <NothingStored />;
  if (answer.isError) {
    return (
      <Empty
        kind="failed"
        title="The search failed"
        action={
          <button type="button" className="button" onClick={() => void answer.refetch()}>
            Try again
          </button>
        }
      >
        <ErrorNotice error={answer.error} />
      </Empty>
    );
  }
  if (query === '') return indexing ? <StillIndexing /> : <Prompt />;
  if (answer.data === undefined) return <Searching />;
  if (answer.data.hits.length === 0 && !answer.isPlaceholderData) {
    return (
      <>
        <Warnings warnings={answer.data.warnings} />
        {indexing || status.vault?.chunks === 0 ? <StillIndexing /> : <NoMatch {...props} />}
      </>
    );
  }
  return <Hits {...props} data={answer.data} />;
}

function Hits({ query, answer, data, more, within }: AnswerProps & { data: SearchAnswer }) {
  const stale = answer.isPlaceholderData;
  const words = count(data.hits.length, 'passage');
  const documents = useSuperseded();
  useEffect(() => {
    if (!stale) speak(`${words} found.`);
  }, [stale, words]);
  return (
    <section aria-label="Passages" aria-busy={stale}>
      {data.degraded && data.degraded_reason !== null && (
        <div className="degraded" role="status" data-testid="degraded">
          <strong>{data.degraded_reason.message}</strong> {data.degraded_reason.hint}
        </div>
      )}
      <Warnings warnings={data.warnings} />
      <p className="answer-note">
        {stale ? 'Searching…' : `${words} in ${Math.max(0.1, data.took_ms).toFixed(1)} ms`}
        <span>
          <kbd>{SHORTCUTS.down.keys}</kbd> <kbd>{SHORTCUTS.up.keys}</kbd> move ·{' '}
          <kbd>{SHORTCUTS.preview.keys}</kbd> preview · <kbd>{SHORTCUTS.open.keys}</kbd> open
        </span>
      </p>
      {data.boosted_wing !== null && !stale && <Boosted wing={data.boosted_wing} within={within} />}
      <h2 className="sr-only">Passages</h2>
      <ol className={stale ? 'hits stale' : 'hits'}>
        {data.hits.map((hit) => (
          <HitCard
            key={hit.chunk_id}
            hit={hit}
            query={query}
            superseded={documents.get(hit.document_id)}
          />
        ))}
      </ol>
      {more !== null && !stale && (
        <button type="button" className="button more" onClick={more}>
          More passages
        </button>
      )}
      {!stale && data.related.length > 0 && <RelatedNodes related={data.related} />}
    </section>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  return warnings.map((warning) => (
    <p key={warning} className="degraded" role="status" data-testid="search-warning">
      {warning}
    </p>
  ));
}

/** Documents that a later version replaced. */
function useSuperseded(): ReadonlyMap<string, DocumentView> {
  const list = useDocuments();
  return useMemo(
    () =>
      new Map(
        list.data?.documents
          .filter(({ superseded_by }) => superseded_by !== null)
          .map((document) => [document.document_id, document]),
      ),
    [list.data],
  );
}

function NothingStored() {
  const host = useHost();
  const client = useQueryClient();
  const samples = () => {
    addSamples(host, client);
    navigate({ place: 'library' });
  };
  return (
    <Empty
      kind="nothing-stored"
      title="Nothing to search yet"
      action={
        <button type="button" className="button primary" data-testid="samples" onClick={samples}>
          Try the samples
        </button>
      }
    >
      <p>Drop files or a folder on this window, or begin with a few sample documents.</p>
    </Empty>
  );
}

function StillIndexing() {
  return (
    <Empty
      kind="indexing"
      title="Still indexing"
      action={
        <button type="button" className="button" onClick={() => navigate({ place: 'library' })}>
          Watch the queue
        </button>
      }
    >
      <p>Passages can be found as soon as their document is indexed.</p>
    </Empty>
  );
}

function NoMatch({ query, filtered, clear }: AnswerProps) {
  const action = filtered ? (
    <button type="button" className="button" onClick={clear}>
      Search everything, by words and meaning
    </button>
  ) : (
    <button type="button" className="button" onClick={() => navigate({ place: 'library' })}>
      Add documents
    </button>
  );
  return (
    <Empty kind="no-match" title="No passage matches" action={action}>
      <p>Nothing in your documents answers “{query}”. Try other words, or fewer.</p>
    </Empty>
  );
}

function Prompt() {
  return (
    <div className="prompt">
      <p>Ask in your own words, or look for exact ones.</p>
      <ul>
        <li>
          <q>how fast does the marsh gain height</q>{' '}
          <span>a question, matched by meaning and words</span>
        </li>
        <li>
          <code>"pioneer zone"</code> <span>a phrase, exactly as written</span>
        </li>
        <li>
          <code>Section 4.3</code> <span>a section by its number</span>
        </li>
      </ul>
    </div>
  );
}

/** Shown only when an answer takes long enough to notice. */
function Searching() {
  const client = useQueryClient();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), 1000);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className="searching" role="status">
      <progress aria-label="Searching" />
      {late && (
        <button
          type="button"
          className="button"
          onClick={() => void client.cancelQueries({ queryKey: ['search'] })}
        >
          Stop
        </button>
      )}
    </div>
  );
}
