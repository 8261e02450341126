// The passphrase is lost: a recovery code from the sheet, and a new passphrase.

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Mark } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { NewPassphrase } from '../safety/NewPassphrase';

export function Recover({ profile, back }: { profile: string; back: () => void }) {
  const host = useHost();
  const client = useQueryClient();
  const id = useId();
  const code = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !ready) return;
    setBusy(true);
    setError(null);
    try {
      const request = {
        code: code.current?.value ?? '',
        new_passphrase: next.current?.value ?? '',
      };
      await host.call('vault_recover', request);
      // what was typed stays in no field of a page that is no longer needed
      if (code.current) code.current.value = '';
      if (next.current) next.current.value = '';
      await client.invalidateQueries({ queryKey: ['status'] });
      announce('Unlocked, with the new passphrase.');
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
        <h1>Use a recovery code</h1>
        <p className="door-profile">Profile “{profile}”</p>
        <div className="field">
          <label htmlFor={id}>Recovery code</label>
          <input
            id={id}
            ref={code}
            data-testid="recover-code"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            placeholder="0000-0000-0000-0000-0000-0000-0000"
          />
        </div>
        <NewPassphrase id="recover" first={next} onReady={setReady} />
        {error !== null && <ErrorNotice error={error} />}
        <button
          type="submit"
          className="button primary wide"
          data-testid="recover-submit"
          disabled={busy || !ready}
        >
          {busy ? 'Opening…' : 'Open and set the new passphrase'}
        </button>
        <button type="button" className="button wide" onClick={back}>
          Back to the passphrase
        </button>
      </form>
    </main>
  );
}
