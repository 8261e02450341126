// A language model that improves what works without one. Off by default; a local one needs the switch,
// one elsewhere the person's word that text may leave this machine.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { LlmView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { count } from '../../parts/words';
import { isAddress, isThisMachine } from './loopback';

export function LanguageModel({ view }: { view: LlmView }) {
  const host = useHost();
  const client = useQueryClient();
  const settle = (now: LlmView) => client.setQueryData<LlmView>(['llm'], now);
  const clear = useMutation({
    mutationFn: () => host.call('llm_clear', {}),
    onSuccess: (now) => {
      settle(now);
      announce('The language model is off.');
    },
  });
  return (
    <section className="part" aria-labelledby="llm-title">
      <h2 id="llm-title">Language model</h2>
      <p className="sheet-words">
        Loci works without one. With one, each passage gets a sentence that says where it stands in
        its document, which helps the search, and knowledge that the rules are not sure of is placed
        and judged. Passages themselves stay word for word; what it says is marked as its.
      </p>
      <div className="llm-state" data-testid="llm-state" role="status">
        {view.base_url === null ? (
          <p>
            <strong>Off.</strong> Nothing leaves this machine.
          </p>
        ) : (
          <>
            <p>
              <strong>On:</strong> {view.model} at <span className="hex">{view.base_url}</span>.{' '}
              {view.leaves_machine
                ? 'Text of your documents leaves this machine.'
                : 'It runs on this machine; nothing leaves it.'}
            </p>
            <p className="section-note">
              {view.has_key ? 'A key is kept, sealed in the vault' : 'No key'} ·{' '}
              {count(view.context_tokens, 'token')} at once · {count(view.concurrency, 'call')} at a
              time · {count(view.contexts, 'sentence')} kept
            </p>
            <button
              type="button"
              className="button"
              disabled={clear.isPending}
              onClick={() => clear.mutate()}
            >
              Turn it off
            </button>
          </>
        )}
      </div>
      {clear.isError && <ErrorNotice error={clear.error} />}
      <LlmForm key={view.base_url} view={view} settle={settle} />
    </section>
  );
}

function LlmForm({ view, settle }: { view: LlmView; settle: (now: LlmView) => void }) {
  const host = useHost();
  const [address, setAddress] = useState(view.base_url ?? '');
  const [model, setModel] = useState(view.model);
  const [key, setKey] = useState('');
  const [context_tokens, setContext] = useState(view.context_tokens || 8192);
  const [agreed, setAgreed] = useState(false);
  const local = isThisMachine(address.trim());
  const set = useMutation({
    mutationFn: () =>
      host.call('llm_set', {
        base_url: address.trim(),
        model: model.trim(),
        api_key: key === '' ? null : key,
        context_tokens,
        concurrency: view.concurrency || 2,
        text_may_leave: agreed && !local,
      }),
    onSuccess: (now) => {
      settle(now);
      announce('The language model is set.');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate();
  };
  const ready =
    isAddress(address.trim()) && model.trim() !== '' && agreed && context_tokens >= 1024;
  return (
    <form className="settings-form" onSubmit={submit}>
      <label className="stacked">
        Address of an OpenAI-compatible server
        <input
          type="url"
          placeholder="http://127.0.0.1:11434/v1"
          value={address}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setAddress(event.target.value);
            // what was agreed to for one address says nothing about another
            setAgreed(false);
          }}
        />
      </label>
      <label className="stacked">
        Model
        <input
          type="text"
          placeholder="its name on that server"
          value={model}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setModel(event.target.value)}
        />
      </label>
      <label className="stacked">
        Key, where it wants one
        <input
          type="password"
          placeholder={view.has_key ? 'give it again: setting anew forgets it' : ''}
          value={key}
          autoComplete="off"
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <label className="stacked">
        Tokens that it reads at once
        <input
          type="number"
          min={1024}
          step={1024}
          value={context_tokens}
          onChange={(event) => setContext(Number(event.target.value))}
        />
      </label>
      {isAddress(address.trim()) && (
        <label className={local ? 'consent' : 'consent leaves'}>
          <input
            type="checkbox"
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <span>
            {local
              ? 'Use this language model. It runs on this machine; nothing leaves it.'
              : `I agree that text of my documents leaves this machine and is sent to ${hostOf(address)}.`}
          </span>
        </label>
      )}
      {set.isError && <ErrorNotice error={set.error} />}
      <button type="submit" className="button primary" disabled={!ready || set.isPending}>
        {set.isPending ? 'Setting it…' : 'Set'}
      </button>
    </form>
  );
}

function hostOf(address: string): string {
  try {
    return new URL(address.trim()).host;
  } catch {
    return address.trim();
  }
}
