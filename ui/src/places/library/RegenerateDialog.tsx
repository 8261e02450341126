// Reading a collection anew from its sealed originals: first the plan, then the run.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Regeneration, Strategy } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { type Choice, Choices } from '../../parts/Choices';
import { ErrorNotice } from '../../parts/Notice';
import { Sheet } from '../../parts/Sheet';
import { count, spentInWords } from '../../parts/words';
import { refresh } from '../../state/queue';

const STRATEGIES: Choice<Strategy>[] = [
  {
    value: 'hybrid',
    label: 'Hybrid',
    words: 'New concepts are compared with the most used ones first, then with a random rest.',
  },
  {
    value: 'popularity',
    label: 'Popularity',
    words: 'They are compared with the most used ones first: known names win.',
  },
  {
    value: 'random',
    label: 'Random',
    words: 'They are compared in random order: rare names get the same chance.',
  },
];

interface RegenerateDialogProps {
  collections: string[];
  close: () => void;
}

export function RegenerateDialog({ collections, close }: RegenerateDialogProps) {
  const host = useHost();
  const client = useQueryClient();
  const [collection, setCollection] = useState(collections[0] ?? 'default');
  const [strategy, setStrategy] = useState<Strategy>('hybrid');
  const run = useMutation({
    mutationFn: (dry_run: boolean) =>
      host.call('documents_regenerate', { collection, strategy, dry_run }),
    onSuccess: (answer) => {
      if (!answer.dry_run) refresh(client);
      announce(
        answer.dry_run ? 'The plan is ready.' : `${count(answer.done, 'document')} read anew.`,
      );
    },
  });
  const made = run.data;
  const current = made?.collection === collection && made.strategy === strategy ? made : undefined;
  const planned = current?.dry_run === true && !run.isPending;
  const done = current?.dry_run === false;
  return (
    <Sheet title="Regenerate a collection" isOpen close={close}>
      <p className="sheet-words">
        Texts, passages, meanings and definitions are made anew from the sealed originals. What is
        there now serves until the new is whole; your citations and corrections stay.
      </p>
      <label className="stacked">
        Collection
        <select
          value={collection}
          disabled={run.isPending}
          onChange={(event) => setCollection(event.target.value)}
        >
          {collections.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Choices
        legend="How concepts are matched"
        name="strategy"
        choices={STRATEGIES}
        value={strategy}
        choose={setStrategy}
        disabled={run.isPending}
      />
      {run.isPending && (
        <div role="status">
          <progress aria-label={run.variables ? 'Planning' : 'Reading the collection anew'} />
        </div>
      )}
      {run.isError && <ErrorNotice error={run.error} />}
      {current !== undefined && !run.isPending && <Figures made={current} />}
      <div className="confirm-actions">
        {run.isPending && !run.variables ? (
          <button
            type="button"
            className="button"
            onClick={() => void host.call('ingest_cancel', {}).catch(() => undefined)}
          >
            Stop
          </button>
        ) : (
          <button type="button" className="button" onClick={close}>
            {done ? 'Close' : 'Cancel'}
          </button>
        )}
        {!done && (
          <button
            type="button"
            className={planned ? 'button' : 'button primary'}
            disabled={run.isPending}
            onClick={() => run.mutate(true)}
          >
            Make a plan
          </button>
        )}
        {planned && (
          <button
            type="button"
            className="button primary"
            disabled={current.documents === 0}
            onClick={() => run.mutate(false)}
          >
            Regenerate {count(current.documents, 'document')}
          </button>
        )}
      </div>
    </Sheet>
  );
}

function Figures({ made }: { made: Regeneration }) {
  const { dry_run, documents, chunks, llm_calls, llm_tokens } = made;
  const calls =
    llm_calls === 0
      ? 'none, no language model is set'
      : `${count(llm_calls, 'call')}, about ${count(llm_tokens, 'token')}`;
  const rows: [string, string][] = dry_run
    ? [
        ['Documents', String(documents)],
        ['Passages now', String(chunks)],
        ['Language model', calls],
        ['Time', `about ${spentInWords(made.estimated_ms)}`],
      ]
    : [
        ['Documents read anew', `${made.done} of ${documents}`],
        ['Passages', `${chunks} before, ${made.chunks_after} now`],
        ['Time', spentInWords(made.took_ms)],
      ];
  if (made.resumed > 0) rows.push(['Done by an earlier run', String(made.resumed)]);
  return (
    <section aria-label={dry_run ? 'Plan' : 'Result'} className="figures">
      <h3>{dry_run ? 'Plan' : 'Result'}</h3>
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {made.failed.map(({ document_id, reason }) => (
        <p key={document_id} className="document-reason">
          {reason.message} What was made of it before serves on. {reason.hint}
        </p>
      ))}
    </section>
  );
}
