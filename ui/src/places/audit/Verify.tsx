// Whether every record holds, and heads of the trail that leave this machine.

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditReport } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { count } from '../../parts/words';

export function Verify() {
  const host = useHost();
  const [head, setHead] = useState('');
  const verify = useMutation({
    mutationFn: () => host.call('audit_verify', { against: head.trim() === '' ? null : head }),
    onSuccess: ({ ok }) => announce(ok ? 'The trail holds.' : 'The trail does not hold.'),
  });
  const save = useMutation({
    mutationFn: async () => {
      const made = await host.call('audit_checkpoint', {});
      return host.save(`loci-head-${made.size}.txt`, made.note);
    },
    onSuccess: (path) => {
      if (path !== null) announce('The head is saved. Keep it elsewhere.');
    },
  });
  return (
    <section className="part" aria-labelledby="verify-title" aria-busy={verify.isPending}>
      <h2 id="verify-title">The trail</h2>
      <p className="section-note">
        A head that you keep elsewhere shows later whether the records before it were written anew:
        whoever holds the key could do that to a history that never left.
      </p>
      <label className="field">
        <span>A head that you kept (optional)</span>
        <textarea
          rows={2}
          className="input mono"
          data-testid="audit-head"
          value={head}
          onChange={(event) => setHead(event.target.value)}
        />
      </label>
      <p className="buttons">
        <button
          type="button"
          className="button primary"
          data-testid="audit-verify"
          disabled={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {verify.isPending ? 'Looking at every record…' : 'Verify'}
        </button>{' '}
        <button
          type="button"
          className="button"
          data-testid="audit-heads"
          disabled={save.isPending}
          onClick={() => save.mutate()}
        >
          Export a head
        </button>
      </p>
      {verify.isError && <ErrorNotice error={verify.error} />}
      {save.isError && <ErrorNotice error={save.error} />}
      {verify.data !== undefined && <Report report={verify.data} />}
    </section>
  );
}

function Report({ report }: { report: AuditReport }) {
  const { ok, records, checkpoints, signatures, took_ms, findings, notices } = report;
  return (
    <div role="status" data-testid="audit-report" className={ok ? '' : 'door-warning'}>
      <p>
        {ok ? 'Everything holds: ' : 'The trail does not hold. '}
        {count(records, 'record')}, {count(checkpoints, 'checkpoint')},{' '}
        {count(signatures, 'signature')}, {Math.ceil(took_ms)} ms.
        {report.against !== null && ` The head covers ${count(report.against, 'record')}.`}
      </p>
      {findings.length + notices.length > 0 && (
        <ul>
          {findings.map(({ seq, what }) => (
            <li key={`${seq} ${what}`}>{what}</li>
          ))}
          {notices.map(({ seq, what }) => (
            <li key={`note ${seq} ${what}`}>Note: {what}</li>
          ))}
        </ul>
      )}
      <p className="section-note mono">key {report.fingerprint}</p>
    </div>
  );
}
