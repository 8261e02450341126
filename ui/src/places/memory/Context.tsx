// Budgets with exact tokens, and the very text that an agent would be handed, live.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { MemoryLayer, MemorySettings } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { AgentChoice } from './AgentChoice';
import { Identity } from './Identity';
import { LayerText } from './LayerText';
import { TokenizerChoice } from './TokenizerChoice';

export const LAYERS = {
  L0: { name: 'Identity', most: 500 },
  L1: { name: 'Essentials', most: 2000 },
  L2: { name: 'Room context', most: 2000 },
  L3: { name: 'Deep search', most: 8000 },
} satisfies Record<MemoryLayer, { name: string; most: number }>;

type Budgets = MemorySettings['budgets'];

const asked = ({ l0, l1, l2, l3 }: Budgets) => ({
  budget_l0: l0,
  budget_l1: l1,
  budget_l2: l2,
  budget_l3: l3,
});

export function Context({ settings }: { settings: MemorySettings }) {
  const host = useHost();
  const client = useQueryClient();
  const [agent, setAgent] = useState(settings.policies[0]?.agent ?? 'planner');
  const [task, setTask] = useState('');
  const [budgets, setBudgets] = useState(settings.budgets);
  const request = useDeferredValue({ agent, task, ...asked(budgets) });
  const preview = useQuery({
    queryKey: ['memory-preview', request, settings],
    queryFn: () => host.call('memory_preview', request),
    // text that is still right must not blink while the next is built
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () => host.call('memory_set', asked(budgets)),
    onSuccess: (now) => {
      client.setQueryData<MemorySettings>(['memory-settings'], now);
      announce('The budgets are saved.');
    },
  });
  const same = JSON.stringify(budgets) === JSON.stringify(settings.budgets);
  const context = preview.data;
  return (
    <>
      <Identity settings={settings} />
      <section className="part" aria-labelledby="handed-title">
        <h2 id="handed-title">What is handed over</h2>
        <div className="memory-asked">
          <AgentChoice settings={settings} value={agent} choose={setAgent} />
          <TokenizerChoice settings={settings} />
          <label className="stacked whole">
            What it is about to do
            <textarea
              rows={2}
              value={task}
              data-testid="memory-task"
              placeholder="A topic that is known here brings its room along"
              onChange={({ target }) => setTask(target.value)}
            />
          </label>
        </div>
        {preview.isError && <ErrorNotice error={preview.error} />}
        {context !== undefined && (
          <>
            <p className="memory-total" role="status" data-testid="memory-total">
              <strong>{context.total_tokens}</strong> tokens in all
              {settings.ceiling !== null && `, of ${settings.ceiling} at most`} · counted by{' '}
              {context.tokenizer} · {context.took_ms.toFixed(1)} ms
            </p>
            {context.warnings.map((warning) => (
              <p key={warning} className="section-note">
                {warning}
              </p>
            ))}
            {context.layers.map((layer) => {
              const key = layer.layer.toLowerCase() as keyof Budgets;
              return (
                <LayerText
                  key={layer.layer}
                  layer={layer}
                  name={LAYERS[layer.layer].name}
                  most={LAYERS[layer.layer].most}
                  budget={budgets[key]}
                  setBudget={(tokens) => setBudgets({ ...budgets, [key]: tokens })}
                />
              );
            })}
          </>
        )}
        <div className="row-buttons">
          <button
            type="button"
            className="button primary"
            aria-disabled={same || save.isPending}
            onClick={() => !same && !save.isPending && save.mutate()}
          >
            Save these budgets
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={same}
            onClick={() => setBudgets(settings.budgets)}
          >
            Back to those saved
          </button>
        </div>
        {save.isError && <ErrorNotice error={save.error} />}
      </section>
    </>
  );
}
