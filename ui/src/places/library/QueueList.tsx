// Files on their way in: the stage of each, how many are left, how long it may take.

import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect } from 'react';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { ProblemNotice } from '../../parts/Notice';
import { count, durationInWords, STAGES } from '../../parts/words';
import { navigate, reading } from '../../state/router';
import {
  addPaths,
  cancelQueue,
  dismissFinished,
  isFinal,
  type Queue,
  type Row,
  secondsLeft,
  settleOffer,
  useQueue,
} from '../../state/queue';
import { VersionOffer } from './VersionOffer';

const STEPS = ['converting', 'parsing', 'chunking', 'contextualising', 'embedding', 'indexing'];

const RECENT = { asked: 'Changed since it was read', kept: 'Kept as its own document' };

export function QueueList() {
  const host = useHost();
  const queue = useQueue((whole) => whole);
  const { rows, running } = queue;
  const done = rows.filter((row) => isFinal(row.state)).length;
  const words = summary(queue, done);
  useEffect(() => {
    if (rows.length > 0 && !running) announce(words);
  }, [running, rows.length, words]);
  if (rows.length === 0 && !running && queue.problem === null) return null;
  return (
    <section className="queue" aria-labelledby="queue-title" aria-busy={running}>
      <header className="section-head">
        <h2 id="queue-title">On the way in</h2>
        <p className="section-note">{words}</p>
        {running ? (
          <button
            type="button"
            className="button"
            data-testid="cancel"
            disabled={queue.cancelling}
            onClick={() => cancelQueue(host)}
          >
            {queue.cancelling ? 'Stopping…' : 'Cancel'}
          </button>
        ) : (
          <button type="button" className="button" onClick={dismissFinished}>
            Clear
          </button>
        )}
      </header>
      {running && (
        <progress
          aria-label="Files done"
          {...(queue.looking ? {} : { value: done, max: Math.max(1, rows.length) })}
        />
      )}
      {queue.problem !== null && <ProblemNotice problem={queue.problem} />}
      <ul className="queue-rows">
        <LazyBlocks items={rows} size={20} item_rem={2.6}>
          {(block) => block.map((row) => <QueueRow key={row.key} row={row} />)}
        </LazyBlocks>
      </ul>
    </section>
  );
}

function summary(queue: Queue, done: number): string {
  const { rows, running, looking, refining } = queue;
  if (looking && rows.length === 0) return 'Looking at the files…';
  if (refining !== null) {
    return `Refining the meaning of passages: ${refining.done} of ${refining.total}`;
  }
  if (!running) {
    const ready = rows.filter(({ state }) => state === 'indexed').length;
    return `${ready} of ${count(rows.length, 'file')} ready to search`;
  }
  const left_s = secondsLeft(rows, queue.started_ms, Date.now());
  const left = left_s === null ? '' : ` · ${durationInWords(left_s)}`;
  return `${done} of ${count(rows.length, 'file')}${left}`;
}

const QueueRow = memo(function QueueRow({ row }: { row: Row }) {
  const host = useHost();
  const client = useQueryClient();
  const { document } = row;
  const step = STEPS.indexOf(row.state);
  const { offered, duplicate } = row;
  const open = document === null ? null : () => navigate(reading(document));
  const recent = duplicate === 'recent';
  return (
    <li className="queue-row" data-testid="queue-row" data-state={row.state} title={row.path}>
      <span className="queue-name">{row.title}</span>
      <span className="queue-stage">
        {step >= 0 && (
          <span className="steps" aria-hidden="true">
            {STEPS.map((name, at) => (
              <i key={name} data-on={at <= step} />
            ))}
          </span>
        )}
        {recent ? RECENT[offered === null ? 'kept' : 'asked'] : STAGES[row.state]}
      </span>
      <span className="queue-actions">
        {open !== null && !recent && (row.state === 'indexed' || row.state === 'duplicate') && (
          <button type="button" className="quiet" onClick={open}>
            {row.state === 'duplicate' ? 'Open it' : 'Open'}
            <span className="sr-only"> {row.title}</span>
          </button>
        )}
        {duplicate === 'exact' && (
          <button
            type="button"
            className="quiet"
            onClick={() => addPaths(host, client, [row.path], true)}
          >
            Read it again
          </button>
        )}
      </span>
      {offered !== null && document !== null && (
        <VersionOffer
          document={document}
          path={row.path}
          offered={offered}
          waits={row.state === 'duplicate'}
          settled={(made) =>
            settleOffer(
              row.key,
              made === null ? {} : { state: 'indexed', duplicate: null, title: made.title },
            )
          }
        />
      )}
      {row.reason !== null && row.state !== 'duplicate' && row.state !== 'indexed' && (
        <p className="queue-reason">
          {row.reason.message} <span>{row.reason.hint}</span>
        </p>
      )}
    </li>
  );
});
