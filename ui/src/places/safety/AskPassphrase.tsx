// Asks for the passphrase again before something that an unlocked screen alone must not do.

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { ErrorNotice } from '../../parts/Notice';
import { PassphraseField } from '../unlock/PassphraseField';

interface AskProps {
  /** Names the form's parts in tests. */
  id: string;
  action: string;
  busy: string;
  disabled?: boolean;
  run: (passphrase: string) => Promise<unknown>;
  children?: ReactNode;
}

export function AskPassphrase({ id, action, busy, disabled, run, children }: AskProps) {
  const field = useRef<HTMLInputElement>(null);
  const asked = useMutation({
    mutationFn: run,
    onSettled: () => {
      if (field.current !== null) field.current.value = '';
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const passphrase = field.current?.value ?? '';
    if (passphrase === '') field.current?.focus();
    else if (!asked.isPending) asked.mutate(passphrase);
  };
  return (
    <form className="asked-form" onSubmit={submit} aria-busy={asked.isPending}>
      <PassphraseField
        label="Passphrase, once more"
        testId={`${id}-passphrase`}
        field={field}
        autoComplete="current-password"
      />
      {children}
      <button
        type="submit"
        className="button"
        data-testid={`${id}-submit`}
        disabled={asked.isPending || disabled}
      >
        {asked.isPending ? busy : action}
      </button>
      {asked.isError && <ErrorNotice error={asked.error} />}
    </form>
  );
}
