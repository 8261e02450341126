// Two nodes that are one thing: the other's evidence, edges and names come to this one.

import { useState } from 'react';
import type { NodeCard } from '../../api';
import { useHost } from '../../api';
import { Sheet } from '../../parts/Sheet';
import { count } from '../../parts/words';
import type { NodeDialogProps } from './changing';
import { NodePicker } from './NodePicker';

export function MergeDialog({ view, make, close }: NodeDialogProps) {
  const host = useHost();
  const [other, setOther] = useState<NodeCard | null>(null);
  const [reason, setReason] = useState('');
  const { node_id: into, name } = view;
  return (
    <Sheet title="Merge another node into this one" isOpen close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (other === null) return;
          close();
          void make(`Merged “${other.name}” into “${name}”.`, () =>
            host.call('node_merge', { into, from: other.node_id, reason: reason.trim() }),
          );
        }}
      >
        <p className="sheet-words">
          <strong>{name}</strong> stays.
        </p>
        <NodePicker label="The other node" except={into} picked={setOther} />
        <p className="sheet-words" role="status">
          {other !== null &&
            `“${other.name}” becomes another name of it; ${count(other.sources, 'source')} and ${count(other.edges, 'edge')} come along.`}
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
            data-testid="merge-confirm"
            disabled={other === null}
          >
            Merge
          </button>
        </div>
      </form>
    </Sheet>
  );
}
