// Programs that the person lets in: who is paired and connected, what each may do and did, and what
// they propose. Nothing that they write counts before the person says so.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AgentList } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Loaded } from '../../parts/Loaded';
import { Empty, ErrorNotice } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { count } from '../../parts/words';
import { AgentCard } from './AgentCard';
import { AGENTS } from './keys';
import { Pair } from './Pair';
import { Proposals } from './Proposals';

/** Who is connected changes by itself. */
const LOOK_MS = 5000;

export function Agents() {
  const host = useHost();
  const list = useQuery({
    queryKey: AGENTS,
    queryFn: () => host.call('agents_list', {}),
    refetchInterval: LOOK_MS,
  });
  return (
    <Place title="Agents" ready={list.isSuccess}>
      <p className="sheet-words">
        An assistant that you pair reads what you let it read, whenever the vault is unlocked. What
        it writes waits for you.
      </p>
      <Loaded query={list} what="the agents">
        {(data) => (
          <>
            <Proposals proposals={data.proposals} />
            <Paired list={data} />
            <Pair />
            <Terminal list={data} />
          </>
        )}
      </Loaded>
    </Place>
  );
}

function Paired({ list: { agents } }: { list: AgentList }) {
  if (agents.length === 0) {
    return (
      <Empty title="No program is paired" kind="nothing-stored">
        <p>Pair one below, and paste what you get into its settings.</p>
      </Empty>
    );
  }
  return (
    <section className="part" aria-labelledby="paired-title">
      <h2 id="paired-title">Paired</h2>
      <ul className="folder-rows">
        {agents.map((agent) => (
          <AgentCard key={agent.agent} agent={agent} />
        ))}
      </ul>
    </section>
  );
}

function Terminal({ list: { terminal, terminals, served } }: { list: AgentList }) {
  const host = useHost();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (admitted: boolean) => host.call('agents_terminal', { admitted }),
    onSuccess: (now) => {
      client.setQueryData<AgentList>(AGENTS, now);
      announce(now.terminal ? 'Your terminal is let in.' : 'Your terminal is kept out.');
    },
  });
  return (
    <section className="part" aria-labelledby="terminal-title">
      <h2 id="terminal-title">Your terminal</h2>
      <label className="consent">
        <input
          type="checkbox"
          checked={terminal}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.target.checked)}
        />
        <span>
          While the vault is unlocked here, <code>loci</code> may use it without the passphrase.
          Every program that runs as you can do the same.
        </span>
      </label>
      <p className="section-note">
        {served
          ? `${count(terminals, 'terminal')} connected now.`
          : 'Another Loci answers for this profile: programs reach that one.'}
      </p>
      {change.isError && <ErrorNotice error={change.error} />}
    </section>
  );
}
