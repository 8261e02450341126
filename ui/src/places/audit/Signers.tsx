// Who signs, and admitting one more.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { SignerView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { TextField } from '../../parts/TextField';
import { PassphraseField } from '../unlock/PassphraseField';
import { Signer } from './Signer';

export function Signers({ signers }: { signers: SignerView[] }) {
  const host = useHost();
  const client = useQueryClient();
  const own = useRef<HTMLInputElement>(null);
  const signing = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [role, setRole] = useState('reviewer');
  const add = useMutation({
    mutationFn: () =>
      host.call('signers_add', {
        name,
        role,
        valid_days: 0,
        passphrase: own.current?.value ?? '',
        signing_passphrase: signing.current?.value ?? '',
      }),
    onSuccess: (now) => {
      client.setQueryData(['signers'], now);
      announce(`${name} may sign.`);
      setName('');
    },
    onSettled: () => {
      if (own.current !== null) own.current.value = '';
      if (signing.current !== null) signing.current.value = '';
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <section className="part" aria-labelledby="signers-title">
      <h2 id="signers-title">Signers</h2>
      {signers.length === 0 && <p>Nobody signs here yet.</p>}
      <ul className="entries">
        {signers.map((signer) => (
          <Signer key={signer.signer_id} signer={signer} />
        ))}
      </ul>
      <details>
        <summary>Admit a signer</summary>
        <form className="asked-form" onSubmit={submit} aria-busy={add.isPending}>
          <TextField label="Printed name" id="signer-name" required value={name} change={setName} />
          <TextField label="Role" id="signer-role" required value={role} change={setRole} />
          <PassphraseField
            label="The vault’s passphrase"
            testId="signer-own"
            field={own}
            autoComplete="current-password"
          />
          <PassphraseField
            label="Signing passphrase, chosen by the signer"
            testId="signer-signing"
            field={signing}
            autoComplete="new-password"
          />
          <button
            type="submit"
            className="button"
            data-testid="signer-add"
            disabled={add.isPending}
          >
            Admit
          </button>
          {add.isError && <ErrorNotice error={add.error} />}
        </form>
      </details>
    </section>
  );
}
