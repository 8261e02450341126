// One paired program: what it may do, what it did, whether it is here now, and how to end it.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentScope, AgentView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { spoken } from '../../parts/knowing';
import { ErrorNotice } from '../../parts/Notice';
import { count, momentInWords } from '../../parts/words';
import { AGENTS } from './keys';
import { isSensible, ScopeFields } from './ScopeFields';

export function AgentCard({ agent }: { agent: AgentView }) {
  const [changing, setChanging] = useState(false);
  const revoked = agent.revoked_at !== null;
  return (
    <li className="folder-row" data-testid="agent" data-of={agent.name}>
      <div className="folder-head">
        <h3 className="folder-main">{agent.name}</h3>
        <Now agent={agent} />
      </div>
      <p className="folder-note">{mayInWords(agent.scope)}</p>
      <p className="folder-note">
        Paired {momentInWords(agent.paired_at)} ·{' '}
        {agent.last_call === null
          ? 'has not called yet'
          : `${count(agent.calls, 'call')}, last ${momentInWords(agent.last_call)}`}
        {agent.refused > 0 && ` · ${count(agent.refused, 'call')} refused`}
      </p>
      {agent.activity.length > 0 && (
        <details className="folder-files">
          <summary>What it called</summary>
          <ul>
            {agent.activity.map(({ command, calls }) => (
              <li key={command}>
                {command}: {calls}
              </li>
            ))}
          </ul>
        </details>
      )}
      {changing && !revoked && <ChangeScope agent={agent} done={() => setChanging(false)} />}
      <Actions agent={agent} change={revoked ? null : () => setChanging(!changing)} />
    </li>
  );
}

function Now({ agent: { revoked_at, connected } }: { agent: AgentView }) {
  if (revoked_at !== null) return <span className="flag">revoked {momentInWords(revoked_at)}</span>;
  if (connected.length === 0) return <span className="flag">not connected</span>;
  return (
    <span className="flag" title={connected.map(({ client }) => client).join(', ')}>
      connected now
    </span>
  );
}

function mayInWords({ read, propose, wings }: AgentScope): string {
  const may = [read ? 'search and read' : '', propose ? 'propose' : ''].filter(
    (word) => word !== '',
  );
  const where = wings === null ? 'every wing' : wings.map(spoken).join(', ');
  return `May ${may.join(', and ')}, in ${where}.`;
}

function ChangeScope({ agent, done }: { agent: AgentView; done: () => void }) {
  const host = useHost();
  const client = useQueryClient();
  const [scope, setScope] = useState(agent.scope);
  const change = useMutation({
    mutationFn: () => host.call('agents_scope', { agent: agent.agent, scope }),
    onSuccess: () => {
      announce(`What ${agent.name} may do is changed.`);
      void client.invalidateQueries({ queryKey: AGENTS });
      done();
    },
  });
  return (
    <form
      className="settings-form"
      aria-label={`What ${agent.name} may do`}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <ScopeFields scope={scope} change={setScope} />
      {change.isError && <ErrorNotice error={change.error} />}
      <button type="submit" className="button primary" disabled={!isSensible(scope)}>
        Change
      </button>
    </form>
  );
}

function Actions({ agent, change }: { agent: AgentView; change: (() => void) | null }) {
  const host = useHost();
  const client = useQueryClient();
  const settled = (words: string) => {
    announce(words);
    void client.invalidateQueries();
  };
  const revoke = useMutation({
    mutationFn: () => host.call('agents_revoke', { agent: agent.agent }),
    onSuccess: () => settled(`${agent.name} is revoked.`),
  });
  const [sure, setSure] = useState(false);
  const purge = useMutation({
    mutationFn: (approved: boolean) => host.call('agents_purge', { agent: agent.agent, approved }),
    onSuccess: ({ nodes }) => settled(`${count(nodes, 'node')} that ${agent.name} wrote went.`),
    onSettled: () => setSure(false),
  });
  const failed = revoke.error ?? purge.error;
  return (
    <>
      {failed !== null && <ErrorNotice error={failed} />}
      <div className="row-buttons" role="group" aria-label={`What to do about ${agent.name}`}>
        {change !== null && (
          <>
            <button type="button" className="button small" onClick={change}>
              Change what it may do
            </button>
            <button
              type="button"
              className="button small"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              Revoke
            </button>
          </>
        )}
        <button
          type="button"
          className="button small"
          disabled={purge.isPending}
          title="What you approved of it stays"
          onClick={() => purge.mutate(false)}
        >
          Take out what it proposed
        </button>
        <button
          type="button"
          className="button small"
          aria-expanded={sure}
          disabled={purge.isPending}
          onClick={() => setSure(!sure)}
        >
          Take out all that it wrote…
        </button>
      </div>
      {sure && (
        <div className="row-buttons" role="group" aria-label={`Take out all of ${agent.name}?`}>
          <span>
            What you approved of it goes too, for good. What a document says as well, and what you
            wrote anew, stays.
          </span>
          <button type="button" className="button small" onClick={() => purge.mutate(true)}>
            Take it all out
          </button>
          <button type="button" className="button small" onClick={() => setSure(false)}>
            Keep it
          </button>
        </div>
      )}
    </>
  );
}
