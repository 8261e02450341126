// What an agent would have been told on a day, and on another.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemoryItem, MemorySettings } from '../../api';
import { useHost } from '../../api';
import { ErrorNotice } from '../../parts/Notice';
import { AgentChoice } from './AgentChoice';

const DAY_MS = 24 * 60 * 60 * 1000;

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function Difference({ settings }: { settings: MemorySettings }) {
  const host = useHost();
  const [agent, setAgent] = useState(settings.policies[0]?.agent ?? 'planner');
  const [task, setTask] = useState('');
  const [from, setFrom] = useState(() => day(Date.now() - 30 * DAY_MS));
  const [to, setTo] = useState(() => day(Date.now()));
  const diff = useQuery({
    queryKey: ['memory-diff', agent, task, from, to],
    queryFn: () => host.call('memory_diff', { agent, task, from, to }),
    enabled: from !== '' && to !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <section className="part" aria-labelledby="diff-title">
      <h2 id="diff-title">Then and now</h2>
      <div className="memory-asked">
        <AgentChoice settings={settings} value={agent} choose={setAgent} />
        <label className="stacked">
          From
          <input type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        </label>
        <label className="stacked">
          To
          <input type="date" value={to} onChange={({ target }) => setTo(target.value)} />
        </label>
        <label className="stacked">
          What it is about to do
          <input type="text" value={task} onChange={({ target }) => setTask(target.value)} />
        </label>
      </div>
      {diff.isError && <ErrorNotice error={diff.error} />}
      {diff.data?.layers.map(({ layer, entered, left, stayed, tokens_from, tokens_to }) => (
        <div key={layer} data-testid="memory-diff">
          <h3>
            {layer}: {tokens_from} tokens, then {tokens_to}
          </h3>
          <p className="section-note">
            {stayed} stayed, {entered.length} came, {left.length} went
          </p>
          <Items label={`What came into ${layer}`} mark="+" items={entered} />
          <Items label={`What went from ${layer}`} mark="−" items={left} />
        </div>
      ))}
      <p className="section-note">
        Scores are today’s, save those that you corrected later; what was deleted is in neither.
      </p>
    </section>
  );
}

function Items({ label, mark, items }: { label: string; mark: string; items: MemoryItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="memory-items" aria-label={label}>
      {items.map(({ node_id, chunk_id, text }) => (
        <li key={node_id ?? chunk_id ?? text}>
          <span aria-hidden="true">{mark} </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
