// Writing a note: on the selected passage, highlighted or not, or a note that is there.

import { useState } from 'react';
import type { Meaning, NoteView } from '../../api';
import { useHost } from '../../api';
import { ErrorNotice } from '../../parts/Notice';
import { Sheet } from '../../parts/Sheet';
import type { ByteRange } from '../../state/router';
import { MEANINGS, useChangingNotes } from '../../state/notes';
import { NoteText } from './NoteText';

export interface NoteOn {
  document: string | null;
  range: ByteRange | null;
  words: string;
}

interface NoteSheetProps {
  on: NoteOn;
  /** The note that is changed; null for a new one. */
  note: NoteView | null;
  close: () => void;
}

export function NoteSheet({ on, note, close }: NoteSheetProps) {
  const host = useHost();
  const [text, setText] = useState(note?.text ?? '');
  const [meaning, setMeaning] = useState<Meaning | null>(
    note === null && on.range !== null ? 'important' : (note?.meaning ?? null),
  );
  const save = useChangingNotes(async () => {
    if (note !== null) {
      const changed = text === note.text ? null : text;
      const meant = meaning === note.meaning ? null : meaning;
      await host.call('note_edit', {
        note: note.note_id,
        text: changed,
        title: null,
        meaning: meant,
        tags: null,
      });
    } else {
      await host.call('note_add', {
        text,
        title: '',
        document: on.document,
        start: on.range?.start ?? null,
        end: on.range?.end ?? null,
        node: null,
        collection: null,
        meaning,
        tags: [],
      });
    }
    close();
  }, 'The note is kept.');
  const marks = on.range !== null || (note !== null && note.target.on === 'passage');
  return (
    <Sheet title={note === null ? 'Write a note' : 'Change the note'} isOpen close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        {on.words !== '' && <blockquote className="cite-quote">{on.words}</blockquote>}
        {marks && (
          <fieldset className="meanings">
            <legend>Highlight</legend>
            {(note === null || note.meaning === null) && (
              <label>
                <input
                  type="radio"
                  name="meaning"
                  checked={meaning === null}
                  onChange={() => setMeaning(null)}
                />{' '}
                None
              </label>
            )}
            {(Object.keys(MEANINGS) as Meaning[]).map((name) => (
              <label key={name} className={`meaning ${name}`}>
                <input
                  type="radio"
                  name="meaning"
                  checked={meaning === name}
                  onChange={() => setMeaning(name)}
                />{' '}
                {MEANINGS[name]}
              </label>
            ))}
          </fieldset>
        )}
        <NoteText label="Note, Markdown; [[ links" value={text} change={setText} />
        {save.isError && <ErrorNotice error={save.error} />}
        <div className="confirm-actions">
          <button
            type="submit"
            className="button primary"
            disabled={save.isPending || (text.trim() === '' && meaning === null)}
          >
            Keep
          </button>
        </div>
      </form>
    </Sheet>
  );
}
