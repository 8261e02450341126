// Pairing: a name, a scope, and then, this once, what goes into the assistant's settings.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AgentPaired, AgentScope } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { AGENTS } from './keys';
import { isSensible, ScopeFields } from './ScopeFields';

const FIRST: AgentScope = { read: true, propose: false, wings: null };

export function Pair() {
  const host = useHost();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState(FIRST);
  const [paired, setPaired] = useState<AgentPaired | null>(null);
  const pair = useMutation({
    mutationFn: () => host.call('agents_pair', { name: name.trim(), scope }),
    onSuccess: (answer) => {
      setPaired(answer);
      setName('');
      setScope(FIRST);
      announce(`${answer.agent.name} is paired.`);
      void client.invalidateQueries({ queryKey: AGENTS });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pair.mutate();
  };
  return (
    <section className="part" aria-labelledby="pair-title">
      <h2 id="pair-title">Pair a program</h2>
      {paired !== null && <Settings paired={paired} done={() => setPaired(null)} />}
      <form className="settings-form" onSubmit={submit}>
        <label className="stacked">
          What you call it
          <input
            type="text"
            placeholder="the assistant on my desk"
            value={name}
            maxLength={60}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <ScopeFields scope={scope} change={setScope} />
        {pair.isError && <ErrorNotice error={pair.error} />}
        <button
          type="submit"
          className="button primary"
          disabled={name.trim() === '' || !isSensible(scope) || pair.isPending}
        >
          {pair.isPending ? 'Pairing…' : 'Pair'}
        </button>
      </form>
    </section>
  );
}

function Settings({ paired, done }: { paired: AgentPaired; done: () => void }) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, [paired]);
  const copy = async () => {
    await navigator.clipboard.writeText(paired.settings);
    announce('Copied.');
  };
  return (
    <div className="paired" data-testid="paired">
      <p>
        <strong>{paired.agent.name}</strong> is paired. Paste this into its settings now: it is
        shown this once, and lets whoever has it in.
      </p>
      <label className="stacked">
        For the assistant’s settings
        <textarea ref={box} readOnly rows={12} value={paired.settings} spellCheck={false} />
      </label>
      <div className="row-buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="button" onClick={done}>
          I have it
        </button>
      </div>
    </div>
  );
}
