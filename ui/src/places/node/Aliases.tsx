// Other names that are taken for the same thing, each with its rule; a wrong one is parted for good.

import type { NodeView } from '../../api';
import { useHost } from '../../api';
import { ALIAS_RULES } from '../../parts/knowing';
import type { Make } from './changing';

export function Aliases({ view, make }: { view: NodeView; make: Make }) {
  const host = useHost();
  const { node_id: node, name, aliases } = view;
  return (
    <section className="part" aria-labelledby="aliases-title">
      <h2 id="aliases-title">Also called</h2>
      <ul className="aliases">
        {aliases.map((alias) => (
          <li key={alias.normalised + alias.rule} data-testid="alias">
            <strong>{alias.name}</strong>
            <span className="section-note">{ALIAS_RULES[alias.rule]}</span>
            <button
              type="button"
              className="button small"
              aria-label={`Not the same: ${alias.name}`}
              onClick={() =>
                void make(`“${alias.name}” is no longer taken for “${name}”.`, () =>
                  host.call('node_unalias', { node, alias: alias.name }),
                )
              }
            >
              Not the same
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
