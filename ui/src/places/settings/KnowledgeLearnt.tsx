// What Loci learnt from decisions: each thing with its before and after, its reason and its undoing.

import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import type { KnowledgeSettings, Learnt, VocabularyEntry } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ORIGINS, placeInWords } from '../../parts/knowing';
import { ErrorNotice } from '../../parts/Notice';
import { dayInWords, momentInWords } from '../../parts/words';
import { refreshKnowledge } from '../review/refresh';

interface KnowledgeLearntProps {
  settings: KnowledgeSettings;
  busy: boolean;
  setLearns: (learns: boolean) => void;
  setActive: (learnt: Learnt, active: boolean) => void;
}

export function KnowledgeLearnt({ settings, busy, setLearns, setActive }: KnowledgeLearntProps) {
  const { learns, learnt } = settings;
  return (
    <section className="learning" aria-labelledby="learnt-title">
      <h3 id="learnt-title">Learning</h3>
      <label className="consent">
        <input
          type="checkbox"
          checked={learns}
          disabled={busy}
          onChange={({ target }) => setLearns(target.checked)}
        />
        <span>
          Learn from my decisions: approving, dismissing and moving change the threshold, what
          sources begin with, and the vocabulary. What I set by hand is never changed.
        </span>
      </label>
      {learnt.length === 0 ? (
        <p className="section-note">Nothing was learnt about thresholds or sources yet.</p>
      ) : (
        <ul className="entries" aria-label="Learnt from decisions">
          {learnt.map((one) => (
            <li key={one.what} className="entry learnt-row" data-testid="learnt-row">
              <div className="entry-head">
                <strong>{one.what}</strong>
                <span>
                  {number(one.before)} → {number(one.now)}
                </span>
                {!one.active && <span className="flag">undone</span>}
                <span className="section-note">
                  {one.because} · {momentInWords(one.at)}
                </span>
                <button
                  type="button"
                  className="button small"
                  aria-label={`${one.active ? 'Undo' : 'Use again'}: ${one.what}`}
                  aria-disabled={busy}
                  onClick={() => !busy && setActive(one, !one.active)}
                >
                  {one.active ? 'Undo' : 'Use again'}
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <LearntWords />
    </section>
  );
}

function number(value: number): string {
  return value > 1 ? 'never' : value.toFixed(2);
}

/** Patterns that joined the vocabulary. Loci's own are in the palace. */
function LearntWords() {
  const host = useHost();
  const client = useQueryClient();
  const shown = useQuery({
    queryKey: ['vocabulary'],
    queryFn: () => host.call('palace_vocabulary', {}),
  });
  const change = useMutation({
    mutationFn: ({ pattern, wing, active }: VocabularyEntry) =>
      host.call('palace_vocabulary_change', { change: 'switch', pattern, wing, active: !active }),
    onSuccess: (now, { pattern, active }) => {
      client.setQueryData(['vocabulary'], now);
      announce(`${pattern}: ${active ? 'undone' : 'in force again'}.`);
      void refreshKnowledge(client);
    },
  });
  const entries = shown.data?.entries.filter(({ origin }) => origin !== 'builtin') ?? [];
  if (shown.isError) return <ErrorNotice error={shown.error} />;
  if (entries.length === 0) return null;
  return (
    <>
      <h4>Words learnt</h4>
      {change.isError && <ErrorNotice error={change.error} />}
      <ul className="entries" aria-label="Words learnt">
        {entries.map((entry) => {
          const { pattern, wing, origin, learnt_at, active } = entry;
          return (
            <li key={`${pattern} ${wing}`} className="entry learnt-row" data-testid="learnt-word">
              <div className="entry-head">
                <strong>{pattern}</strong>
                <span>→ {placeInWords(entry)}</span>
                {!active && <span className="flag">undone</span>}
                <span className="section-note">
                  {ORIGINS[origin]}
                  {learnt_at !== null && ` · ${dayInWords(learnt_at)}`}
                </span>
                <button
                  type="button"
                  className="button small"
                  aria-label={`${active ? 'Undo' : 'Use again'}: ${pattern}`}
                  aria-disabled={change.isPending}
                  onClick={() => !change.isPending && change.mutate(entry)}
                >
                  {active ? 'Undo' : 'Use again'}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
