// The last changes, each with its undoing. The host keeps them: they are here after a restart.

import { type RefObject, useId } from 'react';
import type { ChangeView } from '../../api';
import { Icon } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { SHORTCUTS } from '../../parts/shortcuts';
import { count, momentInWords } from '../../parts/words';
import { formatRoute } from '../../state/router';
import { changeInWords } from './changeWords';
import type { Changes } from './useChanges';

interface RecentChangesProps {
  changes: Changes;
  undo: (change: ChangeView) => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function RecentChanges({ changes, undo, heading }: RecentChangesProps) {
  const id = useId();
  const [last, ...earlier] = changes.recent;
  return (
    <section className="recent" aria-labelledby={id} data-testid="recent-changes">
      <h2 id={id} tabIndex={-1} ref={heading}>
        Recent changes
      </h2>
      {changes.failure !== null && <ErrorNotice error={changes.failure} />}
      {last === undefined ? (
        <p className="section-note">
          None yet. Every change can be undone here, after a restart too.
        </p>
      ) : (
        <ul>
          <ChangeRow change={last} undo={undo} last />
        </ul>
      )}
      {changes.learnt.length > 0 && (
        <p className="learnt" data-testid="learnt">
          Learnt: {changes.learnt.join('; ')}.{' '}
          <a className="link" href={formatRoute({ place: 'settings' })}>
            What was learnt
          </a>
        </p>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>{count(earlier.length, 'earlier change')}</summary>
          <ul>
            {earlier.map((change) => (
              <ChangeRow key={change.change} change={change} undo={undo} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface ChangeRowProps {
  change: ChangeView;
  undo: (change: ChangeView) => void;
  last?: true;
}

function ChangeRow({ change, undo, last }: ChangeRowProps) {
  const { at, reason, undoable, undone } = change;
  const said = changeInWords(change);
  return (
    <li className="recent-row">
      <span>
        {said}
        {reason !== '' && (
          <>
            {' '}
            <q>{reason}</q>
          </>
        )}{' '}
        <span className="section-note">{momentInWords(at)}</span>
      </span>
      {undone && <span className="flag">undone</span>}
      {undoable && !undone && (
        <button
          type="button"
          className="button small"
          aria-label={`Undo: ${said}`}
          title={last ? `Undo (${SHORTCUTS.undoLast.keys} or ${SHORTCUTS.undo.keys})` : 'Undo'}
          onClick={() => undo(change)}
        >
          <Icon name="again" /> Undo
        </button>
      )}
    </li>
  );
}
