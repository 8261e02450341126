// The locked window: a passphrase, and nothing of what is behind it.

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Failure, type VaultInfo, useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Mark } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { showPlaceAgain } from '../../state/session';
import { PassphraseField } from './PassphraseField';
import { Recover } from './Recover';
import { delayAfter } from './strength';

interface UnlockProps {
  profile: string;
  /** Seconds to wait, after wrong tries that may have been made before a restart. */
  wait_s: number;
  /** Whether the system's keychain may open the vault. */
  keychain: boolean;
}

export function Unlock({ profile, wait_s: waiting_s, keychain }: UnlockProps) {
  const host = useHost();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [wrongTries, setWrongTries] = useState(0);
  const [wait_s, setWait] = useState(waiting_s);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    if (wait_s <= 0) return;
    const timer = window.setTimeout(() => setWait(wait_s - 1), 1000);
    return () => window.clearTimeout(timer);
  }, [wait_s]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const passphrase = field.current?.value ?? '';
    if (busy || wait_s > 0 || passphrase === '') return;
    if (field.current !== null) field.current.value = '';
    void open(() => host.call('vault_unlock', { passphrase }));
  };
  const open = async (by: () => Promise<VaultInfo>) => {
    setBusy(true);
    setError(null);
    try {
      const { commit_seq, last_commit_at } = await by();
      showPlaceAgain();
      await client.invalidateQueries({ queryKey: ['status'] });
      const when = last_commit_at.slice(0, 16).replace('T', ' ');
      announce(`Unlocked. Last changed ${when}, commit ${commit_seq}.`);
    } catch (thrown) {
      setError(thrown);
      if (thrown instanceof Failure && thrown.code === 'wrong_passphrase') {
        setWrongTries(wrongTries + 1);
        setWait(delayAfter(wrongTries + 1));
      }
    } finally {
      setBusy(false);
      field.current?.focus();
    }
  };

  if (lost) return <Recover profile={profile} back={() => setLost(false)} />;
  return (
    <main className="door">
      <form className="door-card" onSubmit={submit} aria-busy={busy}>
        <Mark />
        <h1>Loci is locked</h1>
        <p className="door-profile">Profile “{profile}”</p>
        <PassphraseField
          label="Passphrase"
          testId="unlock-passphrase"
          field={field}
          autoComplete="current-password"
          autoFocus
        />
        {error !== null && <ErrorNotice error={error} />}
        <button
          type="submit"
          className="button primary wide"
          data-testid="unlock-submit"
          disabled={busy || wait_s > 0}
        >
          {busy ? 'Opening…' : wait_s > 0 ? `Try again in ${wait_s} s` : 'Unlock'}
        </button>
        {keychain && (
          <button
            type="button"
            className="button wide"
            data-testid="unlock-keychain"
            disabled={busy}
            onClick={() => void open(() => host.call('vault_unlock_keychain', {}))}
          >
            Unlock with the keychain
          </button>
        )}
        <button
          type="button"
          className="button wide"
          data-testid="unlock-lost"
          onClick={() => setLost(true)}
        >
          Use a recovery code
        </button>
        <p className="door-note">
          {busy
            ? 'The key is being worked out. This takes a second on purpose.'
            : 'Everything stays encrypted on this computer.'}
        </p>
      </form>
    </main>
  );
}
