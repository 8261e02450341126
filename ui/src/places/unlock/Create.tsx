// The first window: choose the passphrase that everything will be sealed with.

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Mark } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { navigate } from '../../state/router';
import { PassphraseField } from './PassphraseField';
import { strengthOf } from './strength';

export function Create({ profile }: { profile: string }) {
  const host = useHost();
  const client = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [strength, setStrength] = useState(strengthOf(''));
  const [differ, setDiffer] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const passphrase = first.current?.value ?? '';
    const same = passphrase === second.current?.value;
    setDiffer(!same);
    if (busy || passphrase === '' || !same) {
      (passphrase === '' ? first : second).current?.focus();
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await host.call('vault_create', { passphrase });
      for (const field of [first, second]) if (field.current !== null) field.current.value = '';
      navigate({ place: 'library' });
      await client.invalidateQueries({ queryKey: ['status'] });
      announce('The vault is made and open.');
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="door">
      <form className="door-card" onSubmit={(event) => void submit(event)} aria-busy={busy}>
        <Mark />
        <h1>Make your vault</h1>
        <p className="door-profile">
          Documents, text and index are encrypted on this computer with a passphrase that only you
          know. Profile “{profile}”.
        </p>
        <PassphraseField
          label="Passphrase"
          testId="create-passphrase"
          field={first}
          autoComplete="new-password"
          autoFocus
          describedBy={hintId}
          onInput={(passphrase) => setStrength(strengthOf(passphrase))}
        />
        <p id={hintId} className="strength" data-level={strength.level} role="status">
          {strength.words}
        </p>
        <PassphraseField
          label="The same again"
          testId="create-repeat"
          field={second}
          autoComplete="new-password"
          onInput={(again) => differ && setDiffer(again !== first.current?.value)}
        />
        {differ && (
          <p className="field-error" role="alert">
            The two are not the same.
          </p>
        )}
        <p className="door-warning">
          <strong>There is no recovery yet.</strong> If you forget this passphrase, nobody can open
          the vault, and what is in it is lost. Print a recovery code under Settings once it is
          made.
        </p>
        {error !== null && <ErrorNotice error={error} />}
        <button
          type="submit"
          className="button primary wide"
          data-testid="unlock-submit"
          disabled={busy}
        >
          {busy ? 'Making the vault…' : 'Make the vault'}
        </button>
      </form>
    </main>
  );
}
