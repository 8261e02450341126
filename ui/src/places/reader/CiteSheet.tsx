// Keeping a passage as a citation, with a note of one's own: the selected words, or the passage that
// was opened. The words shown are those that the host found in the text, and what is kept is they.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Host, Passage } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { Sheet } from '../../parts/Sheet';
import { ExportButtons } from '../citations/ExportButtons';
import type { Chosen } from './selection';

interface CiteSheetProps {
  document: string;
  chosen: Chosen;
  close: () => void;
}

export function CiteSheet({ document, chosen, close }: CiteSheetProps) {
  const host = useHost();
  const passage = useQuery({
    queryKey: ['cite', document, chosen],
    queryFn: () => find(host, document, chosen),
    retry: false,
    gcTime: 0,
  });
  return (
    <Sheet title="Cite this passage" isOpen close={close}>
      {passage.isError && <ErrorNotice error={passage.error} />}
      {passage.isPending && (
        <p className="sheet-words" role="status">
          Finding the words…
        </p>
      )}
      {passage.data === null && (
        <p className="sheet-words">
          {chosen.kind === 'lost'
            ? 'The selected words cannot be placed in the text. Select others, or choose the passage in the text view.'
            : 'Select the words you want to keep, and choose Cite again.'}
        </p>
      )}
      {passage.data != null && <Keep document={document} passage={passage.data} close={close} />}
    </Sheet>
  );
}

/** The passage; null where there is none to be found. */
async function find(host: Host, document: string, chosen: Chosen): Promise<Passage | null> {
  if (chosen.kind === 'bytes') return host.call('passage', { document, ...chosen.range });
  return null;
}

interface KeepProps {
  document: string;
  passage: Passage;
  close: () => void;
}

function Keep({ document, passage, close }: KeepProps) {
  const host = useHost();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const { start, end } = passage.span;
  const keep = useMutation({
    mutationFn: () => host.call('cite_add', { document, start, end, note }),
    onSuccess: () => {
      announce('Kept as a citation.');
      void client.invalidateQueries({ queryKey: ['citations'] });
      close();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate();
      }}
    >
      <blockquote className="cite-quote">{passage.plain}</blockquote>
      <label className="stacked">
        Note
        <textarea autoFocus value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      {keep.isError && <ErrorNotice error={keep.error} />}
      <div className="confirm-actions">
        <ExportButtons ask={{ document, passage: [start, end] }} />
        <button type="submit" className="button primary" disabled={keep.isPending}>
          Keep as a citation
        </button>
      </div>
    </form>
  );
}
