// Changing what was found before it is approved, beside the source's words.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Hall, NodeEditRequest, NodeKind, ReviewItem } from '../../api';
import { HALLS, keysOf, KINDS } from '../../parts/knowing';
import { Difference } from './Difference';

export interface Edited {
  edit: NodeEditRequest;
  /** Where it belongs, where that was changed. */
  move: { wing: string; room: string; hall: Hall } | null;
}

interface EditFormProps {
  item: ReviewItem;
  busy: boolean;
  save: (edited: Edited) => void;
  cancel: () => void;
}

/** What a node may become: a thing stays a thing, a statement a statement. */
const BECOMES: Record<'thing' | 'statement', NodeKind[]> = {
  thing: ['concept', 'entity', 'identifier', 'publication'],
  statement: ['claim', 'event'],
};

export function EditForm({ item, busy, save, cancel }: EditFormProps) {
  const first = useRef<HTMLTextAreaElement>(null);
  const [name, setName] = useState(item.name);
  const [description, setDescription] = useState(item.description);
  const [kind, setKind] = useState(item.kind);
  const [wing, setWing] = useState(item.wing);
  const [room, setRoom] = useState(item.room);
  const [hall, setHall] = useState(item.hall);
  const [reason, setReason] = useState('');
  useEffect(() => {
    const { length } = first.current?.value ?? '';
    first.current?.focus();
    first.current?.setSelectionRange(length, length);
  }, []);
  const statement = BECOMES.statement.includes(item.kind);
  const source = item.evidence?.plain ?? '';
  const changed = (now: string, before: string) => (now.trim() === before ? null : now.trim());
  const moved = wing !== item.wing || room !== item.room || hall !== item.hall;
  const submit = (approve: boolean) => {
    if (name.trim() === '' || busy) return;
    save({
      edit: {
        node: item.node_id,
        name: changed(name, item.name),
        description: changed(description, item.description),
        summary: null,
        kind: kind === item.kind ? null : kind,
        tags: null,
        importance: null,
        valid_from: null,
        valid_to: null,
        approve,
        reason: reason.trim(),
      },
      move: moved ? { wing: nameOfPlace(wing), room: nameOfPlace(room), hall } : null,
    });
  };
  return (
    <form
      className="edit-form"
      aria-label={`Edit ${item.name}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(true);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          cancel();
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          submit(true);
        }
      }}
    >
      <label className="stacked">
        {statement ? 'Statement' : 'Name'}
        <textarea
          ref={first}
          rows={statement ? 3 : 1}
          className={statement ? '' : 'one-line'}
          value={name}
          maxLength={10_000}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label className="stacked">
        Description
        <textarea
          rows={3}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </label>
      {source !== '' && <Difference source={source} now={statement ? name : description} />}
      <div className="edit-row">
        <label className="stacked">
          Kind
          <select value={kind} onChange={({ target }) => setKind(target.value as NodeKind)}>
            {BECOMES[statement ? 'statement' : 'thing'].map((value) => (
              <option key={value} value={value}>
                {KINDS[value]}
              </option>
            ))}
          </select>
        </label>
        <label className="stacked">
          Wing
          <input type="text" value={wing} onChange={({ target }) => setWing(target.value)} />
        </label>
        <label className="stacked">
          Room
          <input type="text" value={room} onChange={({ target }) => setRoom(target.value)} />
        </label>
        <label className="stacked">
          Hall
          <select value={hall} onChange={({ target }) => setHall(target.value as Hall)}>
            {keysOf(HALLS).map((value) => (
              <option key={value} value={value}>
                {HALLS[value]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label className="stacked">
        Why (kept in the history)
        <input type="text" value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
      <div className="row-buttons">
        <button
          type="submit"
          className="button small primary"
          disabled={name.trim() === '' || busy}
          title="Ctrl Enter"
        >
          Save and approve
        </button>
        <button
          type="button"
          className="button small"
          disabled={name.trim() === '' || busy}
          onClick={() => submit(false)}
        >
          Save, decide later
        </button>
        <button type="button" className="button small" title="Esc" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** As wings and rooms are written: lower case, words joined by a hyphen. */
function nameOfPlace(typed: string): string {
  return typed.trim().toLowerCase().replace(/\s+/g, '-');
}
