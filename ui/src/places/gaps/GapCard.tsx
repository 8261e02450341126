// One question without an answer: how often, when, what lies nearest, and what to do about it.

import type { Gap } from '../../api';
import { Reliability } from '../../parts/Reliability';
import { SHORTCUTS } from '../../parts/shortcuts';
import { count, dayInWords } from '../../parts/words';
import { formatRoute, navigate } from '../../state/router';

interface GapCardProps {
  gap: Gap;
  busy: boolean;
  /** For so many days; for good where `null`. */
  quiet: (days: number | null) => void;
}

const SNOOZES = [7, 30];

export function GapCard({ gap, busy, quiet }: GapCardProps) {
  const { query, asked, recent, first_at, last_at, nearest } = gap;
  const again = formatRoute({ place: 'search', query, mode: 'hybrid', collection: null });
  return (
    <li className="entry gap" data-testid="gap" data-of={gap.gap} data-open={gap.open}>
      <div className="entry-head">
        <h3>
          <a href={again} data-item={gap.gap} title="Ask it again">
            {query}
          </a>
        </h3>
        <State gap={gap} />
      </div>
      <p className="section-note">
        {asked === 1
          ? `Asked once, on ${dayInWords(last_at)}`
          : `Asked ${count(asked, 'time')}, ${recent} of them within seven days · first on ${dayInWords(first_at)} · last on ${dayInWords(last_at)}`}
      </p>
      <h4>Nearest to it</h4>
      {nearest.length === 0 ? (
        <p className="section-note">Nothing stored comes near.</p>
      ) : (
        <ul className="said-by">
          {nearest.map((node) => (
            <li key={node.node_id}>
              <a className="link" href={formatRoute({ place: 'node', node: node.node_id })}>
                {node.name}
              </a>{' '}
              <Reliability of={node} />
            </li>
          ))}
        </ul>
      )}
      <div className="row-buttons" role="group" aria-label={`What to do about: ${query}`}>
        <button
          type="button"
          className="button small"
          onClick={() => navigate({ place: 'library' })}
        >
          Add a source…
        </button>
        {SNOOZES.map((days) => (
          <button
            key={days}
            type="button"
            className="button small"
            aria-disabled={busy}
            onClick={() => !busy && quiet(days)}
          >
            Snooze {days} days
          </button>
        ))}
        <button
          type="button"
          className="button small"
          title={`Dismiss (${SHORTCUTS.dismiss.keys})`}
          aria-disabled={busy}
          onClick={() => !busy && quiet(null)}
        >
          Dismiss
        </button>
      </div>
    </li>
  );
}

function State({ gap: { open, snoozed_until, recent } }: { gap: Gap }) {
  if (open) return null;
  if (snoozed_until !== null)
    return <span className="flag">quiet until {dayInWords(snoozed_until)}</span>;
  return <span className="flag">{recent < 3 ? 'asked too seldom' : 'dismissed'}</span>;
}
