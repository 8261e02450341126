// What the graph adds to an answer: the wing that was ranked up, and nodes near the hits' own.

import type { Related } from '../../api';
import { KINDS, placeInWords, spoken } from '../../parts/knowing';
import { Reliability } from '../../parts/Reliability';
import { count } from '../../parts/words';
import { formatRoute } from '../../state/router';

interface BoostedProps {
  wing: string;
  within: (wing: string) => void;
}

/** A guess ranks, it never hides: what it did is said, and to filter is the person's choice. */
export function Boosted({ wing, within }: BoostedProps) {
  return (
    <p className="answer-note boosted" data-testid="boosted">
      <span>Ranked up: wing {spoken(wing)}, which your words name</span>
      <button type="button" className="quiet" onClick={() => within(wing)}>
        Search only {spoken(wing)}
      </button>
    </p>
  );
}

export function RelatedNodes({ related }: { related: Related[] }) {
  return (
    <section className="part related" aria-labelledby="related-title" data-testid="related">
      <h2 id="related-title">Related in the palace</h2>
      <ul className="entries">
        {related.map((node) => (
          <li key={node.node_id} className="entry">
            <div className="entry-head">
              <a
                className="link"
                data-item={node.node_id}
                href={formatRoute({ place: 'node', node: node.node_id })}
              >
                {node.name}
              </a>
              <Reliability of={node} />
            </div>
            <p className="section-note">
              {node.because} · {KINDS[node.kind]} · {placeInWords(node)} ·{' '}
              {count(node.hops, 'step')} away
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
