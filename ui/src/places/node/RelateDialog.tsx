// An edge by hand: what kind, to which node, in which direction, and why.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EdgeKind, NodeCard } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { EDGES, EDGES_BACK, edgeInWords, keysOf } from '../../parts/knowing';
import { ErrorNotice } from '../../parts/Notice';
import { Sheet } from '../../parts/Sheet';
import { refreshKnowledge } from '../review/refresh';
import type { NodeDialogProps } from './changing';
import { NodePicker } from './NodePicker';

export function RelateDialog({ view, close }: NodeDialogProps) {
  const host = useHost();
  const client = useQueryClient();
  const [way, setWay] = useState('out requires');
  const [other, setOther] = useState<NodeCard | null>(null);
  const [reason, setReason] = useState('');
  const [direction, kind = 'requires'] = way.split(' ');
  const add = useMutation({
    mutationFn: (to: string) =>
      host.call('edge_add', {
        kind: kind as EdgeKind,
        from: direction === 'out' ? view.node_id : to,
        to: direction === 'out' ? to : view.node_id,
        reason: reason.trim(),
      }),
    onSuccess: (edge) => {
      announce(`Added: ${edgeInWords(edge)}.`);
      void refreshKnowledge(client);
      close();
    },
  });
  const kinds = keysOf(EDGES);
  return (
    <Sheet title="Relate this node" isOpen close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (other !== null) add.mutate(other.node_id);
        }}
      >
        <p className="sheet-words">
          <strong>{view.name}</strong>
        </p>
        <label className="stacked">
          How it is related
          <select value={way} onChange={({ target }) => setWay(target.value)}>
            {kinds.map((value) => (
              <option key={value} value={`out ${value}`}>
                {EDGES[value]}
              </option>
            ))}
            {kinds
              .filter((value) => value !== 'contradicts')
              .map((value) => (
                <option key={value} value={`in ${value}`}>
                  {EDGES_BACK[value]}
                </option>
              ))}
          </select>
        </label>
        <NodePicker label="The other node" except={view.node_id} picked={setOther} />
        <label className="stacked">
          Why
          <input type="text" value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
        {add.isError && <ErrorNotice error={add.error} />}
        <div className="confirm-actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary"
            data-testid="relate-confirm"
            disabled={other === null || add.isPending}
          >
            Relate
          </button>
        </div>
      </form>
    </Sheet>
  );
}
