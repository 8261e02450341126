// How knowledge is taken in and kept: what needs no review, how importance fades, and what was learnt.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { KnowledgeSettings, KnowledgeSettingsRequest } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Loaded } from '../../parts/Loaded';
import { ErrorNotice } from '../../parts/Notice';
import { refreshKnowledge } from '../review/refresh';
import { KnowledgeLearnt } from './KnowledgeLearnt';
import { KnowledgeSweep } from './KnowledgeSweep';

const NO_CHANGE: KnowledgeSettingsRequest = {
  accept_from: null,
  half_life_days: null,
  learns: null,
  switch: null,
};

/** Over 1: nothing is sure enough. */
const NEVER = 1.01;

export function Knowledge() {
  const host = useHost();
  const client = useQueryClient();
  const shown = useQuery({
    queryKey: ['knowledge-settings'],
    queryFn: () => host.call('knowledge_settings', {}),
  });
  const change = useMutation({
    mutationFn: ({ part }: { part: Partial<KnowledgeSettingsRequest>; said: string }) =>
      host.call('knowledge_settings_change', { ...NO_CHANGE, ...part }),
    onSuccess: (now, { said }) => {
      client.setQueryData<KnowledgeSettings>(['knowledge-settings'], now);
      announce(said);
      void refreshKnowledge(client);
    },
  });
  return (
    <section className="part" aria-labelledby="knowledge-title">
      <h2 id="knowledge-title">Knowledge</h2>
      <Loaded query={shown} what="the knowledge settings">
        {(settings) => (
          <>
            <KnowledgeForm
              settings={settings}
              busy={change.isPending}
              save={(part) => change.mutate({ part, said: 'The knowledge settings are saved.' })}
            />
            {change.isError && <ErrorNotice error={change.error} />}
            <KnowledgeLearnt
              settings={settings}
              busy={change.isPending}
              setLearns={(learns) =>
                change.mutate({ part: { learns }, said: `Learning is ${learns ? 'on' : 'off'}.` })
              }
              setActive={({ what }, active) =>
                change.mutate({
                  part: { switch: [what, active] },
                  said: `${what}: ${active ? 'in force again' : 'undone'}.`,
                })
              }
            />
          </>
        )}
      </Loaded>
      <KnowledgeSweep />
    </section>
  );
}

interface KnowledgeFormProps {
  settings: KnowledgeSettings;
  busy: boolean;
  save: (part: Partial<KnowledgeSettingsRequest>) => void;
}

function KnowledgeForm({ settings, busy, save }: KnowledgeFormProps) {
  const { accept_from, half_life_days, learnt } = settings;
  const inForce = learnt.find(({ what, active }) => what === 'threshold' && active);
  const [never, setNever] = useState(accept_from > 1);
  const [threshold, setThreshold] = useState(Math.min(1, accept_from).toFixed(2));
  const [days, setDays] = useState(String(Math.round(half_life_days * 100) / 100));
  // what learning or another window changed is shown
  useEffect(() => {
    setNever(accept_from > 1);
    setThreshold(Math.min(1, accept_from).toFixed(2));
    setDays(String(Math.round(half_life_days * 100) / 100));
  }, [accept_from, half_life_days]);
  const from = never ? NEVER : Number(threshold);
  const wanting = whatIsWanting(from, Number(days));
  const same =
    Math.abs(from - accept_from) < 0.001 && Math.abs(Number(days) - half_life_days) < 0.01;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanting === '' && !same && !busy) save({ accept_from: from, half_life_days: Number(days) });
  };
  return (
    <form className="settings-form" onSubmit={submit}>
      <fieldset className="threshold">
        <legend>What needs no review</legend>
        <p className="sheet-words">
          What Loci finds with this sureness or more is accepted at once; the rest waits for you.
        </p>
        <div className="correction-score">
          <label className="stacked">
            Sureness
            <input
              type="range"
              min={0.5}
              max={1}
              step={0.01}
              value={threshold}
              disabled={never}
              onChange={({ target }) => setThreshold(Number(target.value).toFixed(2))}
            />
          </label>
          <label className="stacked">
            As a number
            <input
              type="number"
              min={0.5}
              max={1}
              step={0.01}
              value={threshold}
              disabled={never}
              onChange={({ target }) => setThreshold(target.value)}
            />
          </label>
        </div>
        {inForce !== undefined && (
          <p className="section-note">
            In force now: {inForce.now.toFixed(2)}, learnt from your decisions (below).
          </p>
        )}
        <label className="consent">
          <input
            type="checkbox"
            checked={never}
            onChange={({ target }) => setNever(target.checked)}
          />
          <span>Accept nothing without my review</span>
        </label>
      </fieldset>
      <label className="stacked">
        Days in which importance fades half-way
        <input
          type="number"
          min={1}
          max={3650}
          step={1}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
      </label>
      <p className="section-note">
        Opening or finding a piece of knowledge raises its importance a little. What nobody opens
        fades; nothing is deleted, and what you set by hand stays.
      </p>
      <p className="wanting" role="status">
        {wanting}
      </p>
      {/* it keeps the keyboard after saving, so it is never disabled outright */}
      <button
        type="submit"
        className="button primary"
        aria-disabled={wanting !== '' || same || busy}
      >
        Save
      </button>
    </form>
  );
}

function whatIsWanting(from: number, days: number): string {
  if (!(from >= 0.5)) return 'The sureness is a number from 0.50 to 1.';
  if (from > 1 && from !== NEVER) return 'The sureness is a number from 0.50 to 1.';
  return days >= 1 && days <= 3650 ? '' : 'The days are a number from 1 to 3,650.';
}
