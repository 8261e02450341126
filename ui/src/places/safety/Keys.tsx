// New keys for everything, and a close look at everything.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { VerifyReport } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { JobBar } from '../../parts/JobBar';
import { ErrorNotice } from '../../parts/Notice';
import { AskPassphrase } from './AskPassphrase';

export function Keys({ rotating }: { rotating: boolean }) {
  const host = useHost();
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const rotate = async (passphrase: string) => {
    setRunning(true);
    try {
      const { records } = await host.call('vault_rotate', { passphrase });
      announce(`${records} records were sealed again; the old key is gone.`);
    } finally {
      setRunning(false);
      await client.invalidateQueries({ queryKey: ['safety'] });
    }
  };
  return (
    <section className="part" aria-labelledby="keys-title">
      <h2 id="keys-title">New keys</h2>
      <p className="sheet-words">
        Seals everything again with a new key, while you go on working. Worth it when somebody may
        have had your passphrase and a copy of the files. Older backups still open with the old one.
      </p>
      {rotating && <p role="status">New keys are half-way in: go on.</p>}
      <AskPassphrase
        id="rotate"
        action={rotating ? 'Go on with new keys' : 'Seal everything anew'}
        busy="Sealing…"
        run={rotate}
      />
      {running && <JobBar what="Sealing everything anew" />}
    </section>
  );
}

export function CloseLook() {
  const host = useHost();
  const look = useMutation({
    mutationFn: (repair: boolean) => host.call('vault_check', { repair }),
  });
  return (
    <section className="part" aria-labelledby="look-title">
      <h2 id="look-title">Is everything there?</h2>
      <p className="sheet-words">
        Opens every record and every original, and compares every index with what it indexes.
      </p>
      <button
        type="button"
        className="button"
        data-testid="look"
        disabled={look.isPending}
        onClick={() => look.mutate(false)}
      >
        {look.isPending ? 'Looking…' : 'Look closely'}
      </button>
      {look.data !== undefined && <Found report={look.data} repair={() => look.mutate(true)} />}
      {look.isError && <ErrorNotice error={look.error} />}
    </section>
  );
}

function Found({ report, repair }: { report: VerifyReport; repair: () => void }) {
  const { deep } = report;
  const findings = deep?.findings ?? [];
  const changed = report.findings.map(
    ({ table, difference, name }) => `${table}: ${difference} ${name ?? ''}`,
  );
  return (
    <div role="status" data-testid="looked">
      {report.ok && deep !== undefined && (
        <p>
          All of it is there: {report.records} records, {deep.originals} originals, {deep.passages}{' '}
          passages.
        </p>
      )}
      <ul>
        {changed.map((words) => (
          <li key={words}>{words}</li>
        ))}
        {findings.map(({ what, name }) => (
          <li key={`${name ?? ''}${what}`}>
            {name ?? 'The vault'}: {what}
          </li>
        ))}
      </ul>
      {findings.some(({ repairable }) => repairable) && (
        <button type="button" className="button" onClick={repair}>
          Make anew what can be
        </button>
      )}
    </div>
  );
}
