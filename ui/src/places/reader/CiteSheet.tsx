// Keeping a passage as a citation, with a note of one's own.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { Sheet } from '../../parts/Sheet';
import type { ByteRange } from '../../state/router';
import { ExportButtons } from '../citations/ExportButtons';

interface CiteSheetProps {
  document: string;
  /** Null where nothing is selected. */
  range: ByteRange | null;
  quote: string;
  close: () => void;
}

export function CiteSheet({ document, range, quote, close }: CiteSheetProps) {
  const host = useHost();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const keep = useMutation({
    mutationFn: (place: ByteRange) => host.call('cite_add', { document, ...place, note }),
    onSuccess: () => {
      announce('Kept as a citation.');
      void client.invalidateQueries({ queryKey: ['citations'] });
      close();
    },
  });
  return (
    <Sheet title="Cite this passage" isOpen close={close}>
      {range === null ? (
        <p className="sheet-words">
          Select the words you want to keep, in the formatted or the text view, and choose Cite
          again.
        </p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            keep.mutate(range);
          }}
        >
          <blockquote className="cite-quote">{quote}</blockquote>
          <label className="stacked">
            Note
            <textarea autoFocus value={note} onChange={(event) => setNote(event.target.value)} />
          </label>
          {keep.isError && <ErrorNotice error={keep.error} />}
          <div className="confirm-actions">
            <ExportButtons ask={{ document, passage: [range.start, range.end] }} />
            <button type="submit" className="button primary" disabled={keep.isPending}>
              Keep as a citation
            </button>
          </div>
        </form>
      )}
    </Sheet>
  );
}
