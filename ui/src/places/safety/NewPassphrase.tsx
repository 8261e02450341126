// A new passphrase, typed twice, with what an estimator says of it.

import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Strength } from '../../api';
import { useHost } from '../../api';
import { PassphraseField } from '../unlock/PassphraseField';

interface NewPassphraseProps {
  id: string;
  first: RefObject<HTMLInputElement | null>;
  /** Whether both are the same and good enough. */
  onReady: (ready: boolean) => void;
}

const LEVELS = ['weak', 'weak', 'fair', 'good', 'good'] as const;

export function NewPassphrase({ id, first, onReady }: NewPassphraseProps) {
  const host = useHost();
  const hintId = useId();
  const second = useRef<HTMLInputElement>(null);
  const [strength, setStrength] = useState<Strength | null>(null);
  const [same, setSame] = useState(true);
  const asked = useRef(0);

  useEffect(() => onReady(same && strength?.acceptable === true), [same, strength, onReady]);

  const look = () => {
    const passphrase = first.current?.value ?? '';
    setSame(passphrase === second.current?.value);
    const number = (asked.current += 1);
    void host.call('passphrase_strength', { passphrase }).then((answer) => {
      // a later key stroke has been answered
      if (number === asked.current) setStrength(answer);
    });
  };
  const repeated = (second.current?.value ?? '') !== '';
  return (
    <>
      <PassphraseField
        label="New passphrase"
        testId={`${id}-new`}
        field={first}
        autoComplete="new-password"
        describedBy={hintId}
        onInput={look}
      />
      <p id={hintId} className="strength" data-level={LEVELS[strength?.score ?? 0]} role="status">
        {strength?.words ?? 'Five or more unrelated words are easy to keep and hard to guess.'}
      </p>
      <PassphraseField
        label="The same again"
        testId={`${id}-repeat`}
        field={second}
        autoComplete="new-password"
        onInput={look}
      />
      {!same && repeated && (
        <p className="field-error" role="alert">
          The two are not the same.
        </p>
      )}
    </>
  );
}
