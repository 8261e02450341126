// A note or highlight in a list: what it means, its words, where it stands, and the way to change it.

import { useState } from 'react';
import type { NoteView } from '../../api';
import { useHost } from '../../api';
import { IconButton } from '../../parts/IconButton';
import { ErrorNotice } from '../../parts/Notice';
import { dayInWords } from '../../parts/words';
import { MEANINGS, nameOf, useChangingNotes } from '../../state/notes';
import { formatRoute, reading } from '../../state/router';
import { NoteSheet } from './NoteSheet';

export function NoteItem({ note }: { note: NoteView }) {
  const host = useHost();
  const [changing, setChanging] = useState(false);
  const remove = useChangingNotes(
    () => host.call('note_delete', { note: note.note_id }),
    'The note is deleted.',
  );
  const { note_id, meaning, target, text, links, tags, created_at, origin } = note;
  const name = nameOf(note);
  const quote = target.on === 'passage' ? target.quote : '';
  return (
    <li className="entry" data-testid="note">
      <div className="entry-head">
        {meaning !== null && <span className={`meaning ${meaning}`}>{MEANINGS[meaning]}</span>}
        <a className="link" data-item={note_id} href={placeOf(note)}>
          {name}
        </a>
        <span className="section-note">
          {dayInWords(created_at)}
          {origin !== null && ` · ${origin}`}
        </span>
        <IconButton
          icon="notes"
          label={`Change ${name}`}
          title="Change"
          press={() => setChanging(true)}
        />
        <IconButton
          icon="trash"
          label={`Delete ${name}`}
          title="Delete"
          disabled={remove.isPending}
          press={() => remove.mutate(undefined)}
        />
      </div>
      {quote !== '' && note.title !== '' && <blockquote>{quote}</blockquote>}
      {text !== '' && <p className="note-text">{text}</p>}
      {links.length > 0 && (
        <p className="section-note">
          {links.map((link) => {
            const to = linkTo(link);
            return to === null ? null : (
              <a key={link.name} className="link" href={to}>
                {link.name}{' '}
              </a>
            );
          })}
        </p>
      )}
      {tags.length > 0 && <p className="section-note">{tags.map((tag) => `#${tag}`).join(' ')}</p>}
      {remove.isError && <ErrorNotice error={remove.error} />}
      {changing && (
        <NoteSheet
          on={{ document: null, range: null, words: quote }}
          note={note}
          close={() => setChanging(false)}
        />
      )}
    </li>
  );
}

/** Where the note leads: its passage, its node, its own words. */
function placeOf({ target, place, document_id }: NoteView): string {
  if (place !== null) return formatRoute(reading(place.document_id, place.span));
  if (target.on === 'passage') return formatRoute(reading(target.document_id, target.span));
  if (target.on === 'document') return formatRoute(reading(target.document_id));
  if (target.on === 'node') return formatRoute({ place: 'node', node: target.node_id });
  return document_id === null ? formatRoute({ place: 'notes' }) : formatRoute(reading(document_id));
}

function linkTo({ node_id, document_id, range }: NoteView['links'][number]): string | null {
  if (document_id !== null) {
    const span = range === null ? null : { start: range[0], end: range[1] };
    return formatRoute(reading(document_id, span));
  }
  return node_id === null ? null : formatRoute({ place: 'node', node: node_id });
}
