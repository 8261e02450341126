// Whose policy: what this agent gets.

import type { MemorySettings } from '../../api';

interface AgentChoiceProps {
  settings: MemorySettings;
  value: string;
  choose: (agent: string) => void;
}

export function AgentChoice({ settings, value, choose }: AgentChoiceProps) {
  return (
    <label className="stacked">
      Agent
      <select
        value={value}
        data-testid="memory-agent"
        onChange={({ target }) => choose(target.value)}
      >
        {settings.policies.map(({ agent, layers }) => (
          <option key={agent} value={agent}>
            {agent === '*' ? 'anybody else' : agent}: {layers.join(', ') || 'nothing'}
          </option>
        ))}
      </select>
    </label>
  );
}
