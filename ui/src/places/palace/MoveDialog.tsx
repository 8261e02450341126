// Where nodes should go: a wing and a room, there or new, and a hall where it changes.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeAnswer, Hall, NodeCard, PalaceView } from '../../api';
import { useHost } from '../../api';
import { HALLS, keysOf, UNSORTED } from '../../parts/knowing';
import { Sheet } from '../../parts/Sheet';
import { count } from '../../parts/words';
import { PlaceField, readPlace, roomsOf, written } from './PlaceField';

interface MoveDialogProps {
  nodes: Pick<NodeCard, 'node_id' | 'name' | 'wing' | 'room'>[];
  palace: PalaceView | undefined;
  close: () => void;
  moved: (said: string, work: () => Promise<ChangeAnswer[]>) => void;
}

export function MoveDialog({ nodes, palace, close, moved }: MoveDialogProps) {
  const host = useHost();
  const vocabulary = useQuery({
    queryKey: ['vocabulary'],
    queryFn: () => host.call('palace_vocabulary', {}),
  });
  const [text, setText] = useState('');
  const [hall, setHall] = useState<Hall | ''>('');
  const rooms = roomsOf(palace, vocabulary.data);
  const to = readPlace(text);
  const known = to !== null && rooms.some(({ wing, room }) => wing === to.wing && room === to.room);
  const [only] = nodes;
  const what = nodes.length === 1 ? `“${only?.name ?? ''}”` : count(nodes.length, 'node');
  const submit = () => {
    if (to === null) return;
    close();
    moved(`Moved ${what} to ${written(to)}.`, async () => [
      await host.call('palace_move', {
        nodes: nodes.map(({ node_id }) => node_id),
        ...to,
        hall: hall === '' ? null : hall,
      }),
    ]);
  };
  return (
    <Sheet title={nodes.length === 1 ? 'Move a node' : `Move ${what}`} isOpen close={close}>
      <p className="sheet-words">
        {nodes.length === 1 && <strong>{only?.name}</strong>}
        {nodes.length === 1 && ' '}
        What you place stays where you put it: nothing moves it again but you.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PlaceField rooms={rooms} text={text} write={setText} autoFocus />
        <p className="section-note" role="status">
          {placeNote(text, to, known)}
        </p>
        <label className="stacked">
          Hall
          <select value={hall} onChange={({ target }) => setHall(target.value as Hall | '')}>
            <option value="">As it is</option>
            {keysOf(HALLS).map((value) => (
              <option key={value} value={value}>
                {HALLS[value]}
              </option>
            ))}
          </select>
        </label>
        <div className="confirm-actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary"
            data-testid="move-confirm"
            disabled={to === null || to.wing === UNSORTED}
          >
            Move
          </button>
        </div>
      </form>
    </Sheet>
  );
}

function placeNote(text: string, to: ReturnType<typeof readPlace>, known: boolean): string {
  if (text.trim() === '') return 'A wing and a room: “law › contracts”. Without a room, “general”.';
  if (to === null) return 'Letters and digits only, the wing and the room parted by › or /.';
  return known ? 'This room is there already.' : `New: ${written(to)}.`;
}
