// Setting a score by hand. It needs a reason, is kept for good, and only another correction changes it.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { TrustView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { levelOf, scoreInNumbers, scoreInWords } from '../../parts/Reliability';
import { Sheet } from '../../parts/Sheet';
import { refreshKnowledge } from '../review/refresh';

const REASON_CHARS = 2000;

interface CorrectionDialogProps {
  view: TrustView;
  close: () => void;
}

export function CorrectionDialog({ view, close }: CorrectionDialogProps) {
  const host = useHost();
  const client = useQueryClient();
  const missing = useId();
  const { node_id, name, reliability: before } = view;
  const [typed, setTyped] = useState(scoreInNumbers(before));
  const [reason, setReason] = useState('');
  const score = parseScore(typed);
  const wanting = whatIsWanting(score, reason);
  const save = useMutation({
    mutationFn: (reliability: number) =>
      host.call('trust_override', { node: node_id, reliability, reason: reason.trim() }),
    onSuccess: (_, reliability) => {
      announce(`The score is corrected to ${scoreInWords(reliability)}.`);
      void refreshKnowledge(client);
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (score !== null && wanting === '') save.mutate(score);
  };
  return (
    <Sheet title="Correct the score" isOpen close={() => !save.isPending && close()}>
      <p className="sheet-words">
        <strong>{name}</strong>
      </p>
      <form className="correction" onSubmit={submit}>
        <div className="correction-score">
          <label className="stacked">
            Reliability
            <input
              type="range"
              min={0}
              max={1}
              step={0.01}
              value={score ?? before}
              aria-valuetext={scoreInWords(score ?? before)}
              disabled={save.isPending}
              onChange={({ target }) => setTyped(scoreInNumbers(Number(target.value)))}
            />
          </label>
          <label className="stacked">
            As a number
            <input
              type="number"
              inputMode="decimal"
              min={0}
              max={1}
              step={0.01}
              value={typed}
              disabled={save.isPending}
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
        </div>
        <dl className="before-after" data-testid="before-after">
          <div>
            <dt>Before</dt>
            <dd>{scoreInWords(before)}</dd>
          </div>
          <div>
            <dt>After</dt>
            <dd>{score === null ? 'not a score' : scoreInWords(score)}</dd>
          </div>
        </dl>
        <label className="stacked">
          Why
          <textarea
            value={reason}
            maxLength={REASON_CHARS}
            required
            disabled={save.isPending}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <Affects before={before} after={score ?? before} />
        {save.isError && <ErrorNotice error={save.error} />}
        <div className="confirm-actions">
          <p className="wanting" id={missing} role="status">
            {wanting}
          </p>
          <button type="button" className="button" disabled={save.isPending} onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary"
            disabled={wanting !== '' || save.isPending}
            aria-describedby={missing}
          >
            {save.isPending ? 'Saving…' : 'Save the correction'}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

function parseScore(typed: string): number | null {
  const value = Number(typed.replace(',', '.'));
  const fits = typed.trim() !== '' && Number.isFinite(value) && value >= 0 && value <= 1;
  return fits ? value : null;
}

/** Why it cannot be saved yet; empty where it can. */
function whatIsWanting(score: number | null, reason: string): string {
  if (score === null) return 'Give a number from 0 to 1.';
  return reason.trim() === '' ? 'Write why: a correction is kept with its reason.' : '';
}

function Affects({ before, after }: { before: number; after: number }) {
  const [from, to] = [before, after].map(scoreInNumbers);
  return (
    <div className="affects">
      <h3>What it changes</h3>
      <ul>
        <li>
          The score everywhere in Loci, in exports and for agents, marked “corrected by you”
          {levelOf(before) !== levelOf(after) &&
            `: ${levelOf(after)}, no longer ${levelOf(before)}`}
          .
        </li>
        {from !== to && (
          <li>
            {after < before
              ? `Searches that ask for more than ${to} no longer find it.`
              : `Searches that ask for up to ${to} find it now.`}
          </li>
        )}
        <li>The words and sources stay as they are.</li>
      </ul>
      <p className="permanent">
        It is permanent: no new source, sweep or model changes it. It can only be corrected by
        another correction, and both stay in the history.
      </p>
    </div>
  );
}
