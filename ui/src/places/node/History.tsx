// What was done about a node, newest first; what can be undone says so.

import type { ChangeView } from '../../api';
import { Icon } from '../../parts/Icon';
import { momentInWords } from '../../parts/words';
import { changeInWords } from '../review/changeWords';

interface HistoryProps {
  history: ChangeView[];
  undo: (change: ChangeView) => void;
}

export function History({ history, undo }: HistoryProps) {
  return (
    <section className="part" aria-labelledby="history-title" data-testid="history">
      <h2 id="history-title">History</h2>
      {history.length === 0 && (
        <p className="section-note">Nobody has changed it since it was found.</p>
      )}
      <ul className="history">
        {history.map((change) => (
          <li key={change.change}>
            <span>
              {changeInWords(change)}
              {change.reason !== '' && <q>{change.reason}</q>}
            </span>
            <span className="section-note">{momentInWords(change.at)}</span>
            {change.undone && <span className="flag">undone</span>}
            {change.undoable && !change.undone && (
              <button
                type="button"
                className="button small"
                aria-label={`Undo: ${changeInWords(change)}`}
                onClick={() => undo(change)}
              >
                <Icon name="again" /> Undo
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
