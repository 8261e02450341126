// One name that means two things: the documents that mean the other one leave with a node of its own.

import { useState } from 'react';
import { useHost } from '../../api';
import { Sheet } from '../../parts/Sheet';
import type { NodeDialogProps } from './changing';

export function SplitDialog({ view, make, close }: NodeDialogProps) {
  const host = useHost();
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const sources = view.evidence.flatMap(({ document, title, plain }) =>
    document === null ? [] : [{ document, title, plain }],
  );
  const toggle = (document: string) => {
    const next = new Set(leaving);
    if (!next.delete(document)) next.add(document);
    setLeaving(next);
  };
  const all = leaving.size === sources.length;
  const ready = name.trim() !== '' && leaving.size > 0 && !all;
  return (
    <Sheet title="Split this node" isOpen close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          close();
          void make(`Split “${name.trim()}” off “${view.name}”.`, () =>
            host.call('node_split', {
              node: view.node_id,
              name: name.trim(),
              documents: [...leaving],
              reason: reason.trim(),
            }),
          );
        }}
      >
        <p className="sheet-words">
          <strong>{view.name}</strong> means two different things. They stay apart for good, in
          documents yet to come as well.
        </p>
        <label className="stacked">
          Name of the second thing
          <input
            type="text"
            required
            placeholder={`${view.name.slice(0, 40)} (planet)`}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <fieldset className="choices">
          <legend>Documents that mean the second thing</legend>
          {sources.map(({ document, title, plain }) => (
            <label key={document} className="choice">
              <input
                type="checkbox"
                checked={leaving.has(document)}
                onChange={() => toggle(document)}
              />
              <span>
                <strong>{title === '' ? 'A document that is gone' : title}</strong>
                <span className="choice-words">{plain}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="section-note" role="status">
          {all && 'One document at least stays with the first thing.'}
        </p>
        <label className="stacked">
          Why
          <input type="text" value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
        <div className="confirm-actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary"
            data-testid="split-confirm"
            disabled={!ready}
          >
            Split
          </button>
        </div>
      </form>
    </Sheet>
  );
}
