// One passphrase. The words stay in the input element; nothing else keeps them.

import { type KeyboardEvent, type RefObject, useId, useState } from 'react';

interface PassphraseFieldProps {
  label: string;
  testId: string;
  field: RefObject<HTMLInputElement | null>;
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  describedBy?: string;
  disabled?: boolean;
  onInput?: (passphrase: string) => void;
}

export function PassphraseField({ label, testId, field, onInput, ...rest }: PassphraseFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          id={id}
          ref={field}
          data-testid={testId}
          type={shown ? 'text' : 'password'}
          autoComplete={rest.autoComplete}
          autoFocus={rest.autoFocus}
          aria-describedby={`${id}-caps ${rest.describedBy ?? ''}`.trim()}
          disabled={rest.disabled}
          spellCheck={false}
          autoCapitalize="none"
          onKeyDown={look}
          onKeyUp={look}
          onBlur={() => setCapsLock(false)}
          onInput={(event) => onInput?.(event.currentTarget.value)}
        />
        <button
          type="button"
          className="field-show"
          aria-pressed={shown}
          aria-label={`Show ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
      <p id={`${id}-caps`} className="field-caps" role="status">
        {capsLock ? 'Caps Lock is on.' : ''}
      </p>
    </div>
  );
}
