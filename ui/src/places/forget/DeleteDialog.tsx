// Forgetting a document: what goes with it is chosen first, and the certificate is shown afterwards.
// The original's key is destroyed, so there is no undo.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Cascade, DocumentView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { type Choice, Choices } from '../../parts/Choices';
import { ErrorNotice } from '../../parts/Notice';
import { Sheet } from '../../parts/Sheet';
import { refresh } from '../../state/queue';
import { CertificateView } from './CertificateView';

const CASCADES: Choice<Cascade>[] = [
  {
    value: 'none',
    label: 'Only the document',
    words:
      'Citations that you made of it stay, with their quotes; so does what was learnt from it.',
  },
  {
    value: 'orphans',
    label: 'And what rests on it alone',
    words: 'Your citations of it go too, and whatever no other document supports.',
  },
  {
    value: 'all',
    label: 'And everything that rests on it',
    words: 'Your citations of it go too, and all that came of it, even where others support it.',
  },
];

interface DeleteDialogProps {
  /** What to delete; closed where there is none. */
  document: DocumentView | null;
  close: (deleted: boolean) => void;
}

export function DeleteDialog({ document, close }: DeleteDialogProps) {
  if (document === null) return null;
  return <Asking key={document.document_id} document={document} close={close} />;
}

function Asking({
  document,
  close,
}: {
  document: DocumentView;
  close: (deleted: boolean) => void;
}) {
  const host = useHost();
  const client = useQueryClient();
  const { document_id, title } = document;
  const [cascade, setCascade] = useState<Cascade>('orphans');
  const remove = useMutation({
    mutationFn: () => host.call('documents_delete', { document: document_id, cascade }),
    onSuccess: () => {
      announce(`${title} is deleted.`);
      client.removeQueries({ queryKey: ['read', document_id] });
      void client.invalidateQueries({ queryKey: ['certificates'] });
      refresh(client);
    },
  });
  const deleted = remove.data !== undefined;
  const leave = () => {
    if (remove.isPending) return;
    close(deleted);
    // the row that opened this is gone: the keyboard goes on from the place
    if (deleted) window.setTimeout(() => window.document.getElementById('main')?.focus());
  };
  return (
    <Sheet
      title={deleted ? 'Deleted, and certified' : 'Delete this document?'}
      isOpen
      close={leave}
    >
      {remove.data !== undefined ? (
        <CertificateView certificate={remove.data.certificate} />
      ) : (
        <>
          <p className="sheet-words">
            <strong>{title}</strong> goes for good: the key of its original is destroyed. The file
            you added stays where it is on your disk.
          </p>
          <Choices
            legend="What goes with it"
            name="cascade"
            choices={CASCADES}
            value={cascade}
            choose={setCascade}
            disabled={remove.isPending}
          />
        </>
      )}
      {remove.isPending && <progress aria-label="Deleting, and looking for traces" />}
      {remove.isError && <ErrorNotice error={remove.error} />}
      <div className="confirm-actions">
        <button type="button" className="button" disabled={remove.isPending} onClick={leave}>
          {deleted ? 'Close' : 'Keep'}
        </button>
        {!deleted && (
          <button
            type="button"
            className="button danger"
            data-testid="delete-confirm"
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </button>
        )}
      </div>
    </Sheet>
  );
}
