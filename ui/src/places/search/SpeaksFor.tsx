// What a passage speaks for: its place in the palace, its reliability, its nodes.

import type { Hit } from '../../api';
import { HALLS, placeInWords } from '../../parts/knowing';
import { Reliability, scoreInWords } from '../../parts/Reliability';
import { formatRoute } from '../../state/router';

const SHOWN = 4;

export function SpeaksFor({ hit }: { hit: Hit }) {
  const { wing, room, hall, nodes, reliability, overridden } = hit;
  const contentious = nodes.some((node) => node.contentious);
  const injected = nodes.some((node) => node.injected);
  if (nodes.length === 0 && reliability === null) return null;
  return (
    <div className="hit-knowledge" data-testid="hit-knowledge">
      {wing !== null && room !== null && (
        <a className="link" href={formatRoute({ place: 'palace', wing, room })}>
          {placeInWords({ wing, room })}
        </a>
      )}
      {hall !== null && <span>{HALLS[hall]}</span>}
      {reliability !== null && (
        <Reliability of={{ reliability, overridden, contentious, injected }} />
      )}
      {nodes.length > 0 && (
        <ul aria-label="Speaks for">
          {nodes.slice(0, SHOWN).map(({ node_id, name, reliability: score }) => (
            <li key={node_id}>
              <a
                className="link"
                href={formatRoute({ place: 'node', node: node_id })}
                title={`Reliability ${scoreInWords(score)}`}
              >
                {name.length > 60 ? `${name.slice(0, 59)}…` : name}
              </a>
            </li>
          ))}
          {nodes.length > SHOWN && <li>and {nodes.length - SHOWN} more</li>}
        </ul>
      )}
    </div>
  );
}
