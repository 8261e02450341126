// The way from the master to a node.

import type { LevelNode } from '../../api';
import { SHORTCUTS } from '../../parts/shortcuts';
import { formatRoute } from '../../state/router';

interface TrailProps {
  collection: string;
  /** Ancestors, the master first. */
  above: LevelNode[];
  node: LevelNode;
}

export function Trail({ collection, above, node }: TrailProps) {
  return (
    <nav aria-label="Levels" className="trail" data-testid="trail">
      <ol>
        <li>
          <a href={formatRoute({ place: 'summaries', collection })}>{collection}</a>
        </li>
        {above.map(({ id, level, title }) => (
          <li key={id}>
            <a
              href={formatRoute({ place: 'summaries', collection, node: id })}
              title={id === above.at(-1)?.id ? `Up a level (${SHORTCUTS.rollUp.keys})` : undefined}
            >
              {level === 'master' ? 'Master' : title || level}
            </a>
          </li>
        ))}
        <li aria-current="location">{node.level === 'master' ? 'Master' : node.title || 'Here'}</li>
      </ol>
    </nav>
  );
}
