// Forgetting a document: what goes with it is chosen first, and the certificate is shown afterwards.
// The original's key is destroyed, so there is no undo.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Cascade, DocumentView, Foreseen, Repeating } from '../../api';
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
  const [also, setAlso] = useState<Repeating[]>([]);
  const foreseen = useQuery({
    queryKey: ['foreseen', document_id, cascade],
    queryFn: () => host.call('documents_foresee', { document: document_id, cascade, also: [] }),
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => host.call('documents_delete', { document: document_id, cascade, also }),
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
            choose={(chosen) => {
              setCascade(chosen);
              setAlso([]);
            }}
            disabled={remove.isPending}
          />
          {foreseen.isPending && (
            <p className="sheet-words" role="status">
              Looking for what would stay…
            </p>
          )}
          {foreseen.isError && <ErrorNotice error={foreseen.error} />}
          {foreseen.data !== undefined && (
            <Staying
              foreseen={foreseen.data}
              also={also}
              choose={setAlso}
              disabled={remove.isPending}
            />
          )}
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
            disabled={remove.isPending || foreseen.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </button>
        )}
      </div>
    </Sheet>
  );
}

/** What would stay although it repeats the document: each may go too. */
function Staying({
  foreseen: { staying, more },
  also,
  choose,
  disabled,
}: {
  foreseen: Foreseen;
  also: Repeating[];
  choose: (also: Repeating[]) => void;
  disabled: boolean;
}) {
  if (staying.length === 0) return null;
  const key = (what: Repeating) => JSON.stringify(what);
  const chosen = new Set(also.map(key));
  const all = chosen.size === staying.length;
  const toggle = (what: Repeating) =>
    choose(chosen.has(key(what)) ? also.filter((one) => key(one) !== key(what)) : [...also, what]);
  return (
    <fieldset className="choices staying" disabled={disabled}>
      <legend>Would stay, though it repeats the document</legend>
      <label className="choice">
        <input
          type="checkbox"
          checked={all}
          onChange={() => choose(all ? [] : staying.map(({ what }) => what))}
        />
        <span>Forget all of these too</span>
      </label>
      {staying.map(({ what, name, words, why }) => (
        <label key={key(what)} className="choice">
          <input type="checkbox" checked={chosen.has(key(what))} onChange={() => toggle(what)} />
          <span>
            <strong>{name}</strong>
            <span className="choice-words">
              “{words}” · {why}
            </span>
          </span>
        </label>
      ))}
      {more > 0 && <p>And {more.toLocaleString('en')} more, which the certificate counts.</p>}
    </fieldset>
  );
}
