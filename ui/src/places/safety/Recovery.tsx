// Recovery codes: those that there are, a new one as a sheet to print, and revoking one.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecoveryList, RecoverySheet } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Loaded } from '../../parts/Loaded';
import { AskPassphrase } from './AskPassphrase';

export function Recovery() {
  const host = useHost();
  const client = useQueryClient();
  const [sheet, setSheet] = useState<RecoverySheet | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);
  const shown = useQuery({ queryKey: ['recovery'], queryFn: () => host.call('recovery_list', {}) });

  const make = async (passphrase: string) => {
    setSheet(await host.call('recovery_new', { passphrase }));
    await client.invalidateQueries({ queryKey: ['recovery'] });
    announce('A recovery code was made. Print it or write it down now.');
  };
  const revoke = async (passphrase: string) => {
    const left = await host.call('recovery_revoke', { passphrase, name: revoking ?? '' });
    client.setQueryData<RecoveryList>(['recovery'], left);
    setRevoking(null);
    announce('The code is revoked.');
  };
  return (
    <section className="part" aria-labelledby="recovery-title">
      <h2 id="recovery-title">Recovery codes</h2>
      <p className="sheet-words">
        A code on paper opens the vault when the passphrase is forgotten. Without one, a forgotten
        passphrase means that everything is lost.
      </p>
      <Loaded query={shown} what="the recovery codes">
        {({ codes }) => (
          <ul data-testid="recovery-codes">
            {codes.length === 0 && <li>There is none yet.</li>}
            {codes.map(({ name, created_at }) => (
              <li key={name}>
                <code>{name}</code>, made {created_at.slice(0, 10)}{' '}
                <button type="button" className="button small" onClick={() => setRevoking(name)}>
                  Revoke {name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {sheet !== null && <Sheet sheet={sheet} done={() => setSheet(null)} />}
      {revoking === null ? (
        <AskPassphrase id="recovery" action="Make a recovery code" busy="Making it…" run={make} />
      ) : (
        <AskPassphrase
          id="revoke"
          action={`Revoke ${revoking} for good`}
          busy="Revoking…"
          run={revoke}
        />
      )}
    </section>
  );
}

function Sheet({ sheet, done }: { sheet: RecoverySheet; done: () => void }) {
  return (
    <div className="recovery-sheet" data-testid="recovery-sheet">
      <h3>Loci recovery sheet</h3>
      <p className="recovery-code">{sheet.code}</p>
      <p>
        Code {sheet.name}, made {sheet.created_at.slice(0, 10)}, for the vault {sheet.vault_id}
      </p>
      <ol>
        {sheet.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="recovery-actions">
        It is shown this once.{' '}
        <button type="button" className="button primary" onClick={() => window.print()}>
          Print
        </button>{' '}
        <button type="button" className="button" data-testid="recovery-done" onClick={done}>
          I have it on paper
        </button>
      </p>
    </div>
  );
}
