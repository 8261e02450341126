// What an agent may do and see: read, propose, and in which wings.

import type { AgentScope } from '../../api';
import { spoken, UNSORTED } from '../../parts/knowing';
import { usePalace } from '../../state/palace';

interface ScopeFieldsProps {
  scope: AgentScope;
  change: (scope: AgentScope) => void;
}

export function ScopeFields({ scope, change }: ScopeFieldsProps) {
  const palace = usePalace();
  const wings = new Set(palace.data?.wings.map(({ wing }) => wing) ?? []);
  for (const wing of scope.wings ?? []) wings.add(wing);
  const choose = (wing: string, chosen: boolean) => {
    const others = (scope.wings ?? []).filter((other) => other !== wing);
    change({ ...scope, wings: chosen ? [...others, wing] : others });
  };
  return (
    <>
      <fieldset className="choice-set">
        <legend>It may</legend>
        <label className="consent">
          <input
            type="checkbox"
            checked={scope.read}
            onChange={(event) => change({ ...scope, read: event.target.checked })}
          />
          <span>Search and read</span>
        </label>
        <label className="consent">
          <input
            type="checkbox"
            checked={scope.propose}
            onChange={(event) => change({ ...scope, propose: event.target.checked })}
          />
          <span>Propose: what it writes waits for you</span>
        </label>
      </fieldset>
      <fieldset className="choice-set">
        <legend>It sees</legend>
        <label className="consent">
          <input
            type="checkbox"
            checked={scope.wings === null}
            onChange={(event) => change({ ...scope, wings: event.target.checked ? null : [] })}
          />
          <span>Every wing of the palace</span>
        </label>
        {scope.wings !== null &&
          [...wings].map((wing) => (
            <label key={wing} className="consent">
              <input
                type="checkbox"
                checked={scope.wings?.includes(wing) ?? false}
                onChange={(event) => choose(wing, event.target.checked)}
              />
              <span>{wing === UNSORTED ? 'What is unsorted' : spoken(wing)}</span>
            </label>
          ))}
      </fieldset>
    </>
  );
}

/** Whether it may do anything at all. */
export function isSensible({ read, propose, wings }: AgentScope): boolean {
  return (read || propose) && (wings === null || wings.length > 0);
}
