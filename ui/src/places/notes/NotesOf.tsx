// The notes and highlights of one document and its versions, where they stand.

import { LazyBlocks } from '../../parts/LazyBlocks';
import { Loaded } from '../../parts/Loaded';
import { useNotes } from '../../state/notes';
import { NoteItem } from './NoteItem';
import { SaveNotes } from './Notes';

export function NotesOf({ document }: { document: string }) {
  const list = useNotes({ document });
  return (
    <section className="part" aria-label="Notes">
      <Loaded query={list} what="the notes">
        {({ notes }) =>
          notes.length === 0 ? (
            <p className="panel-note">Nothing is noted here yet. Select words and press H.</p>
          ) : (
            <>
              <div className="row-buttons">
                <SaveNotes which={{ document }} />
              </div>
              <ul className="entries">
                <LazyBlocks items={notes} size={30} item_rem={5}>
                  {(block) => block.map((note) => <NoteItem key={note.note_id} note={note} />)}
                </LazyBlocks>
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
