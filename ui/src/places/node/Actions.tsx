// What can be done with a node. Each opens its dialog; deleting is done at once and can be undone.

import { useState } from 'react';
import { SHORTCUTS, useShortcuts } from '../../parts/shortcuts';
import { usePalace } from '../../state/palace';
import { MoveDialog } from '../palace/MoveDialog';
import type { NodeDialogProps } from './changing';
import { EditDialog } from './EditDialog';
import { MergeDialog } from './MergeDialog';
import { PathsDialog } from './PathsDialog';
import { RelateDialog } from './RelateDialog';
import { SplitDialog } from './SplitDialog';

type Open = 'edit' | 'move' | 'merge' | 'split' | 'relate' | 'paths' | null;

interface ActionsProps extends Omit<NodeDialogProps, 'close'> {
  remove: () => void;
}

export function Actions({ view, make, remove }: ActionsProps) {
  const palace = usePalace();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  useShortcuts({ edit: () => setOpen('edit'), move: () => setOpen('move') });
  const sources = view.evidence.filter(({ document }) => document !== null).length;
  const dialog = { view, make, close };
  return (
    <div className="row-buttons node-actions" role="group" aria-label="Change this node">
      <Opener open={setOpen} what="edit" words="Edit…" keys={SHORTCUTS.edit.keys} />
      <Opener open={setOpen} what="move" words="Move…" keys={SHORTCUTS.move.keys} />
      <Opener open={setOpen} what="relate" words="Relate…" />
      <Opener open={setOpen} what="paths" words="Way to…" />
      <Opener open={setOpen} what="merge" words="Merge…" />
      <Opener open={setOpen} what="split" words="Split…" disabled={sources < 2} />
      <button type="button" className="button danger" data-testid="node-delete" onClick={remove}>
        Delete
      </button>
      {sources < 2 && (
        <span className="section-note">It has one source: there is nothing to split.</span>
      )}
      {open === 'edit' && <EditDialog {...dialog} />}
      {open === 'merge' && <MergeDialog {...dialog} />}
      {open === 'split' && <SplitDialog {...dialog} />}
      {open === 'relate' && <RelateDialog {...dialog} />}
      {open === 'paths' && <PathsDialog view={view} close={close} />}
      {open === 'move' && (
        <MoveDialog
          nodes={[view]}
          palace={palace.data}
          close={close}
          moved={(said, work) =>
            void make(said, async () => {
              const [answer] = await work();
              if (answer === undefined) throw new Error('a move brought no answer');
              return answer;
            })
          }
        />
      )}
    </div>
  );
}

interface OpenerProps {
  open: (what: Open) => void;
  what: Open;
  words: string;
  keys?: string;
  disabled?: boolean;
}

function Opener({ open, what, words, keys, disabled = false }: OpenerProps) {
  return (
    <button
      type="button"
      className="button"
      title={keys === undefined ? undefined : `${words.replace('…', '')} (${keys})`}
      disabled={disabled}
      onClick={() => open(what)}
    >
      {words}
    </button>
  );
}
