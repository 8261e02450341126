// Judging knowledge anew, now: what it took, what it found, and a way to stop it.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SweepReport } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { count, spentInWords } from '../../parts/words';
import { refreshKnowledge } from '../review/refresh';

export function KnowledgeSweep() {
  const host = useHost();
  const client = useQueryClient();
  const sweep = useMutation({
    mutationFn: (all: boolean) => host.call('trust_sweep', { all }),
    onSuccess: (report) => {
      announce(`${count(report.assessed, 'node')} judged. ${inWords(report)}`);
      void refreshKnowledge(client);
    },
  });
  const run = (all: boolean) => () => {
    if (!sweep.isPending) sweep.mutate(all);
  };
  return (
    <section className="learning" aria-labelledby="sweep-title">
      <h3 id="sweep-title">Judging</h3>
      <p className="sheet-words">
        Scores and contradictions are judged when a document comes in, and now and then. You can
        have it done now; what you corrected stays as you set it.
      </p>
      <div className="row-buttons sweep">
        <button
          type="button"
          className="button small"
          aria-disabled={sweep.isPending}
          onClick={run(false)}
        >
          Judge what changed
        </button>
        <button
          type="button"
          className="button small"
          aria-disabled={sweep.isPending}
          onClick={run(true)}
        >
          Judge everything anew
        </button>
        {sweep.isPending && (
          <button
            type="button"
            className="button small"
            onClick={() => void host.call('ingest_cancel', {}).catch(() => undefined)}
          >
            Stop
          </button>
        )}
      </div>
      {sweep.isPending && <progress aria-label="Judging knowledge" />}
      {sweep.isError && <ErrorNotice error={sweep.error} />}
      {sweep.data !== undefined && !sweep.isPending && <Report report={sweep.data} />}
    </section>
  );
}

function inWords({ changed, contradictions }: SweepReport): string {
  return `${count(changed, 'score')} changed, ${count(contradictions, 'contradiction')} found.`;
}

function Report({ report }: { report: SweepReport }) {
  const { assessed, by_model, model_failures, model_tokens, waiting, took_ms, warnings } = report;
  const rows: [string, string][] = [
    ['Nodes looked at', assessed.toLocaleString('en')],
    ['Result', inWords(report)],
    ['Time', spentInWords(took_ms)],
  ];
  if (by_model > 0 || model_failures > 0) {
    const failed = model_failures === 0 ? '' : `, ${count(model_failures, 'call')} failed`;
    const tokens = count(model_tokens, 'token');
    rows.push(['Language model', `${count(by_model, 'node')}${failed}, ${tokens}`]);
  }
  if (waiting > 0) rows.push(['Still waiting', count(waiting, 'node')]);
  return (
    <div className="figures" role="group" aria-label="Result of judging" data-testid="sweep-result">
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.map((warning) => (
        <p key={warning} className="section-note">
          {warning}
        </p>
      ))}
    </div>
  );
}
