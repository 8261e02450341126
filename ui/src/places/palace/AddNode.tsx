// A node written by hand. Without a place, its words decide where it goes.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hall, NodeKind, PalaceView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { HALLS, KINDS, keysOf } from '../../parts/knowing';
import { ErrorNotice } from '../../parts/Notice';
import { Sheet } from '../../parts/Sheet';
import { navigate } from '../../state/router';
import { refreshKnowledge } from '../review/refresh';
import { PlaceField, readPlace, roomsOf } from './PlaceField';

interface AddNodeProps {
  palace: PalaceView | undefined;
  close: () => void;
}

export function AddNode({ palace, close }: AddNodeProps) {
  const host = useHost();
  const client = useQueryClient();
  const vocabulary = useQuery({
    queryKey: ['vocabulary'],
    queryFn: () => host.call('palace_vocabulary', {}),
  });
  const [name, setName] = useState('');
  const [kind, setKind] = useState<NodeKind>('concept');
  const [description, setDescription] = useState('');
  const [place, setPlace] = useState('');
  const [hall, setHall] = useState<Hall | ''>('');
  const to = readPlace(place);
  const add = useMutation({
    mutationFn: () =>
      host.call('node_add', {
        name: name.trim(),
        kind,
        description: description.trim(),
        tags: [],
        wing: to?.wing ?? null,
        room: to?.room ?? null,
        hall: hall === '' ? null : hall,
        valid_from: null,
        valid_to: null,
      }),
    onSuccess: (node) => {
      announce(`“${node.name}” is added.`);
      void refreshKnowledge(client);
      close();
      navigate({ place: 'node', node: node.node_id });
    },
  });
  const ready = name.trim() !== '' && (place.trim() === '' || to !== null) && !add.isPending;
  return (
    <Sheet title="Add a node" isOpen close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) add.mutate();
        }}
      >
        <label className="stacked">
          Name, or the whole sentence of a claim
          <input
            type="text"
            autoFocus
            required
            maxLength={300}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <div className="edit-row">
          <label className="stacked">
            Kind
            <select value={kind} onChange={({ target }) => setKind(target.value as NodeKind)}>
              {keysOf(KINDS).map((value) => (
                <option key={value} value={value}>
                  {KINDS[value]}
                </option>
              ))}
            </select>
          </label>
          <label className="stacked">
            Hall
            <select value={hall} onChange={({ target }) => setHall(target.value as Hall | '')}>
              <option value="">As its words say</option>
              {keysOf(HALLS).map((value) => (
                <option key={value} value={value}>
                  {HALLS[value]}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label className="stacked">
          Description
          <textarea value={description} onChange={({ target }) => setDescription(target.value)} />
        </label>
        <PlaceField rooms={roomsOf(palace, vocabulary.data)} text={place} write={setPlace} />
        <p className="section-note">Without a place, its words decide.</p>
        {add.isError && <ErrorNotice error={add.error} />}
        <div className="confirm-actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary"
            data-testid="add-confirm"
            disabled={!ready}
          >
            Add
          </button>
        </div>
      </form>
    </Sheet>
  );
}
