// One signer: another signing passphrase, and the end of their right to sign.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { SignerList, SignerView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { PassphraseField } from '../unlock/PassphraseField';

type Field = RefObject<HTMLInputElement | null>;

/** Changes signers; what was typed is gone afterwards, however it ends. */
function useChanging(change: () => Promise<SignerList>, told: string, fields: Field[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (now) => {
      client.setQueryData(['signers'], now);
      announce(told);
    },
    onSettled: () => {
      for (const { current } of fields) if (current !== null) current.value = '';
    },
  });
}

export function Signer({ signer }: { signer: SignerView }) {
  const { name, role, fingerprint, expires_at, expired, revoked_at } = signer;
  const until =
    revoked_at === null
      ? `${expired ? 'Expired' : 'Until'} ${expires_at.slice(0, 10)}`
      : `Revoked ${revoked_at.slice(0, 10)}: signs no more`;
  return (
    <li className="entry" data-testid="signer">
      {name}, {role}. {until}. <span className="mono">{fingerprint}</span>
      {revoked_at === null && (
        <>
          <NewPassphrase signer={signer} />
          <Revoking signer={signer} />
        </>
      )}
    </li>
  );
}

function NewPassphrase({ signer }: { signer: SignerView }) {
  const host = useHost();
  const [until, next] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const change = useChanging(
    () =>
      host.call('signers_passphrase', {
        signer: signer.signer_id,
        signing_passphrase: until.current?.value ?? '',
        new_passphrase: next.current?.value ?? '',
      }),
    `${signer.name} has another signing passphrase.`,
    [until, next],
  );
  return (
    <details>
      <summary>Change {signer.name}’s signing passphrase</summary>
      <form className="asked-form" onSubmit={submitting(change)} aria-busy={change.isPending}>
        <PassphraseField
          label="The one until now"
          testId="signer-until-now"
          field={until}
          autoComplete="current-password"
        />
        <PassphraseField
          label="The new one"
          testId="signer-next"
          field={next}
          autoComplete="new-password"
        />
        <button
          type="submit"
          className="button"
          data-testid="signer-change"
          disabled={change.isPending}
        >
          Change
        </button>
        {change.isError && <ErrorNotice error={change.error} />}
      </form>
    </details>
  );
}

function Revoking({ signer }: { signer: SignerView }) {
  const host = useHost();
  const own = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const revoke = useChanging(
    () =>
      host.call('signers_revoke', {
        signer: signer.signer_id,
        passphrase: own.current?.value ?? '',
        reason,
      }),
    `${signer.name} signs no more.`,
    [own],
  );
  return (
    <details>
      <summary>Revoke {signer.name}</summary>
      <p className="section-note">
        From then on this key signs nothing. What it signed stays signed, and says that the key was
        revoked since.
      </p>
      <form className="asked-form" onSubmit={submitting(revoke)} aria-busy={revoke.isPending}>
        <label className="field">
          <span>Why</span>
          <input
            className="input"
            data-testid="signer-why"
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
        <PassphraseField
          label="The vault’s passphrase"
          testId="signer-revoke-own"
          field={own}
          autoComplete="current-password"
        />
        <button
          type="submit"
          className="button"
          data-testid="signer-revoke"
          disabled={revoke.isPending}
        >
          Revoke
        </button>
        {revoke.isError && <ErrorNotice error={revoke.error} />}
      </form>
    </details>
  );
}

function submitting({ isPending, mutate }: { isPending: boolean; mutate: () => void }) {
  return (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
}
