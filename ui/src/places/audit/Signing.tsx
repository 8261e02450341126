// A signature: both passphrases for the first one after unlocking, the signer's own for later ones.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { SignatureMeaning, SignerView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { PassphraseField } from '../unlock/PassphraseField';

const MEANINGS: SignatureMeaning[] = [
  'authored',
  'reviewed',
  'approved',
  'approved_for_export',
  'responsible',
  'rejected',
];

interface SigningProps {
  collection: string;
  reason: string;
  signers: SignerView[];
  signed: () => void;
}

export function Signing({ collection, reason, signers, signed }: SigningProps) {
  const host = useHost();
  const client = useQueryClient();
  const own = useRef<HTMLInputElement>(null);
  const signing = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(signers[0]?.name ?? '');
  const [meaning, setMeaning] = useState<SignatureMeaning>('reviewed');
  const signer = signers.find((one) => one.name === name);
  const sign = useMutation({
    mutationFn: () =>
      host.call('sign', {
        collection,
        signer: name,
        meaning,
        passphrase: own.current?.value ?? null,
        signing_passphrase: signing.current?.value ?? '',
        reason,
      }),
    onSuccess: () => {
      announce(`${name} signed.`);
      signed();
    },
    onSettled: () => {
      if (own.current !== null) own.current.value = '';
      if (signing.current !== null) signing.current.value = '';
      void client.invalidateQueries({ queryKey: ['signers'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sign.isPending) sign.mutate();
  };
  return (
    <form className="asked-form" onSubmit={submit} aria-busy={sign.isPending}>
      <label className="field">
        <span>Signer</span>
        <select
          className="input"
          data-testid="sign-signer"
          value={name}
          onChange={(event) => setName(event.target.value)}
        >
          {signers.map((one) => (
            <option key={one.signer_id} value={one.name}>
              {one.name}, {one.role}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Meaning</span>
        <select
          className="input"
          data-testid="sign-meaning"
          value={meaning}
          onChange={(event) => {
            const named = MEANINGS.find((one) => one === event.target.value);
            if (named !== undefined) setMeaning(named);
          }}
        >
          {MEANINGS.map((one) => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      {signer?.in_session !== true && (
        <PassphraseField
          label="The vault’s passphrase"
          testId="sign-own"
          field={own}
          autoComplete="current-password"
        />
      )}
      <PassphraseField
        label={`${name}’s signing passphrase`}
        testId="sign-signing"
        field={signing}
        autoComplete="current-password"
      />
      <button type="submit" className="button" data-testid="sign-submit" disabled={sign.isPending}>
        {sign.isPending ? 'Signing…' : 'Sign'}
      </button>
      {sign.isError && <ErrorNotice error={sign.error} />}
    </form>
  );
}
