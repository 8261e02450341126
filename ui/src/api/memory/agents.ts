// What the in-memory host answers about agents: one is paired, connected, and proposes four things.

import type { AgentList, AgentView, ProposalView } from '../bindings';
import { type Answers, fail, NOW } from './contract';
import type { House } from './house';

function paired(host: House): AgentView[] {
  if (['new', 'empty'].includes(host.scenario)) return [];
  return [
    {
      agent: '0a1b2c3d4e5f6071',
      name: 'Desk assistant',
      scope: { read: true, propose: true, wings: null },
      paired_at: '2026-11-20T09:00:00Z',
      revoked_at: null,
      last_call: '2026-11-21T09:58:00Z',
      calls: 42,
      refused: 1,
      activity: [
        { command: 'search', calls: 30 },
        { command: 'fetch', calls: 11 },
        { command: 'remember', calls: 1 },
      ],
      connected: [{ client: 'desk 1.4', since: '2026-11-21T09:30:00Z', calls: 7 }],
      waiting: 4,
    },
    {
      agent: 'ffeeddccbbaa0099',
      name: 'Old notebook',
      scope: { read: true, propose: false, wings: ['biology'] },
      paired_at: '2026-10-01T09:00:00Z',
      revoked_at: '2026-11-01T09:00:00Z',
      last_call: null,
      calls: 0,
      refused: 0,
      activity: [],
      connected: [],
      waiting: 0,
    },
  ];
}

function proposed(host: House): ProposalView[] {
  const [first, second] = host.knowledge.accepted();
  if (first === undefined || second === undefined) return [];
  const [one, two] = [host.knowledge.card(first), host.knowledge.card(second)];
  // the one that Loci is least sure of
  const waiting = host.knowledge.all().filter(({ state }) => state === 'proposed');
  const least = waiting.sort((a, b) => a.confidence - b.confidence)[0] ?? first;
  const finding = host.knowledge.card(least);
  const by = { agent: '0a1b2c3d4e5f6071', agent_name: 'Desk assistant', at: NOW };
  return [
    {
      ...by,
      proposal: '1111111111111111',
      proposes: 'link',
      from: one.node_id,
      to: two.node_id,
      kind: 'requires',
      because: 'the second study builds on it',
      sources: [],
      nodes: [one, two],
    },
    {
      ...by,
      proposal: '4444444444444444',
      proposes: 'remember',
      node: finding.node_id,
      because: 'found in two studies',
      sources: [],
      nodes: [finding],
    },
    {
      ...by,
      proposal: '2222222222222222',
      proposes: 'supersede',
      node: one.node_id,
      by: two.node_id,
      because: '',
      sources: [],
      nodes: [one, two],
    },
    {
      ...by,
      proposal: '3333333333333333',
      proposes: 'forget',
      node: two.node_id,
      because: 'retracted',
      sources: [],
      nodes: [two],
    },
  ];
}

export function agentAnswers(host: House) {
  let agents = paired(host);
  host.proposals = proposed(host);
  let terminal = true;
  // a finding may have been decided in Review
  const open = () =>
    host.proposals.filter(
      (one) => one.proposes !== 'remember' || host.knowledge.find(one.node).state === 'proposed',
    );
  const list = (): AgentList => ({
    ...{ agents, terminal },
    proposals: open(),
    terminals: 1,
    served: true,
  });
  const find = (name: string) =>
    agents.find(({ agent, name: called }) => agent === name || called === name) ??
    fail('not_found', 'No agent is called that.', 'Look at the list.');
  const change = (name: string, part: Partial<AgentView>): AgentView => {
    const now = { ...find(name), ...part };
    agents = agents.map((one) => (one.agent === now.agent ? now : one));
    return now;
  };
  return {
    agents_list: list,
    agents_pair: ({ name, scope }) => {
      if (agents.some((one) => one.name === name && one.revoked_at === null))
        fail('usage', 'Another agent has that name.', 'Give another name.');
      const agent: AgentView = {
        agent: `${agents.length}0c0c0c0c0c0c0c0`.slice(0, 16),
        name,
        scope,
        paired_at: NOW,
        revoked_at: null,
        last_call: null,
        calls: 0,
        refused: 0,
        activity: [],
        connected: [],
        waiting: 0,
      };
      agents = [agent, ...agents];
      const token = `loci_${agent.agent}_${'5e'.repeat(32)}`;
      const server = { command: 'loci', args: ['mcp'], env: { LOCI_AGENT_TOKEN: token } };
      const settings = JSON.stringify({ mcpServers: { loci: server } }, null, 2);
      return { agent, token, settings };
    },
    agents_scope: ({ agent, scope }) => change(agent, { scope }),
    agents_revoke: ({ agent }) => change(agent, { revoked_at: NOW, connected: [] }),
    agents_purge: ({ agent, approved }) => {
      const { agent: id } = find(agent);
      const gone = host.proposals.filter((one) => one.agent === id).length;
      host.proposals = host.proposals.filter((one) => one.agent !== id);
      return { nodes: approved ? 2 : 0, proposals: gone, kept: approved ? 0 : 2 };
    },
    agents_decide: (request) => {
      host.proposals = host.proposals.filter(
        ({ proposal }) => !request.proposals.includes(proposal),
      );
      return list();
    },
    note_promote: ({ proposal }) => {
      const found =
        open().find((one) => one.proposal === proposal) ??
        fail('not_found', 'No proposal of that id waits.', 'Look at the list.');
      host.proposals = host.proposals.filter((one) => one !== found);
      if (found.proposes === 'remember') {
        const node = host.knowledge.find(found.node);
        host.knowledge.change('dismiss', { detail: `“${node.name}”` }, () => {
          node.state = 'dismissed';
          return [node.node_id];
        });
      }
      return host.notebook.promote(found);
    },
    agents_terminal: ({ admitted }) => {
      terminal = admitted;
      return list();
    },
  } satisfies Partial<Answers>;
}
