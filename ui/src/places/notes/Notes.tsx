// All notes and highlights, filtered by what they mean, written out as Markdown or as W3C annotations.

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Meaning, NoteFormat, NotesRequest, NoteView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { Loaded } from '../../parts/Loaded';
import { Empty, ErrorNotice } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { ShownChips } from '../../parts/ShownChips';
import { count } from '../../parts/words';
import { MEANINGS, useNotes } from '../../state/notes';
import { replaceRoute, type RouteOf } from '../../state/router';
import { NoteItem } from './NoteItem';
import { NoteSheet } from './NoteSheet';

type Shown = 'all' | 'written' | Meaning;

const SHOWN: Record<Shown, string> = { all: 'All', written: 'With words', ...MEANINGS };

export function Notes({ route }: { route: RouteOf<'notes'> }) {
  const list = useNotes();
  const [writing, setWriting] = useState(false);
  return (
    <Place
      title="Notes"
      ready={list.isSuccess}
      head={
        <div className="row-buttons">
          <button type="button" className="button small" onClick={() => setWriting(true)}>
            Write a note
          </button>
          <SaveNotes which={{}} />
        </div>
      }
    >
      <Loaded query={list} what="the notes">
        {({ notes }) =>
          notes.length === 0 ? <NothingNoted /> : <Listed notes={notes} route={route} />
        }
      </Loaded>
      {writing && (
        <NoteSheet
          on={{ document: null, range: null, words: '' }}
          note={null}
          close={() => setWriting(false)}
        />
      )}
    </Place>
  );
}

function Listed({ notes, route }: { notes: NoteView[]; route: RouteOf<'notes'> }) {
  const show = route.show !== undefined && route.show in SHOWN ? (route.show as Shown) : 'all';
  const of = (value: Shown) =>
    notes.filter(
      ({ meaning, text }) =>
        value === 'all' || meaning === value || (value === 'written' && text !== ''),
    );
  return (
    <>
      <ShownChips
        label="Meaning"
        names={SHOWN}
        of={of}
        value={show}
        choose={(value) =>
          replaceRoute({ place: 'notes', show: value === 'all' ? undefined : value })
        }
      />
      <ul className="entries">
        <LazyBlocks items={of(show)} size={30} item_rem={6}>
          {(block) => block.map((note) => <NoteItem key={note.note_id} note={note} />)}
        </LazyBlocks>
      </ul>
    </>
  );
}

function NothingNoted() {
  return (
    <Empty kind="nothing-stored" title="Nothing is noted yet">
      <p>
        Select words in the reader and press H to highlight them or to write a note on them. Notes
        are searched with everything else.
      </p>
    </Empty>
  );
}

const FILES: Record<NoteFormat, { words: string; name: string }> = {
  markdown: { words: 'Markdown', name: 'loci-notes.md' },
  annotations: { words: 'W3C annotations', name: 'loci-annotations.jsonld' },
};

/** Notes to a file that the person chooses. */
export function SaveNotes({ which }: { which: Partial<NotesRequest> }) {
  const host = useHost();
  const save = useMutation({
    mutationFn: async (format: NoteFormat) => {
      const none = { document: null, node: null, collection: null, meaning: null };
      const ask = { ...none, tag: null, words: null, ...which };
      const { notes, text } = await host.call('note_export', { format, which: ask });
      const place = await host.save(FILES[format].name, text);
      if (place !== null) announce(`${count(notes, 'note')} saved as ${place}.`);
    },
  });
  return (
    <>
      {(Object.keys(FILES) as NoteFormat[]).map((format) => (
        <button
          key={format}
          type="button"
          className="button small"
          disabled={save.isPending}
          onClick={() => save.mutate(format)}
        >
          Save {FILES[format].words}
        </button>
      ))}
      {save.isError && <ErrorNotice error={save.error} />}
    </>
  );
}
