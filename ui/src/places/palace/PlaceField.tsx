// A wing and a room, chosen among those there are or written anew.

import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { PalaceView, VocabularyList } from '../../api';
import { spoken, UNSORTED } from '../../parts/knowing';

export interface RoomName {
  wing: string;
  room: string;
}

interface PlaceFieldProps {
  rooms: RoomName[];
  text: string;
  write: (text: string) => void;
  autoFocus?: boolean;
}

export function PlaceField({ rooms, text, write, autoFocus = false }: PlaceFieldProps) {
  const items = rooms.map((room) => ({ id: written(room) }));
  return (
    <ComboBox
      className="stacked"
      allowsCustomValue
      menuTrigger="focus"
      defaultItems={items}
      inputValue={text}
      onInputChange={write}
    >
      <Label>Wing and room</Label>
      <Input autoFocus={autoFocus} placeholder="law › contracts" data-testid="place-field" />
      <Popover className="options">
        <section aria-label="Wings and rooms">
          <ListBox>
            {(item: { id: string }) => (
              <ListBoxItem id={item.id} textValue={item.id} className="option">
                {item.id}
              </ListBoxItem>
            )}
          </ListBox>
        </section>
      </Popover>
    </ComboBox>
  );
}

export function written({ wing, room }: RoomName): string {
  return `${spoken(wing)} › ${spoken(room)}`;
}

/** `Law › Data protection`, `law/data-protection`; the room may be left out. */
export function readPlace(text: string): RoomName | null {
  const [wing = '', room = 'general', ...more] = text
    .split(/[›>/]/)
    .map((part) => part.trim().toLowerCase().replace(/\s+/g, '-'));
  const fits = (name: string) => /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u.test(name);
  if (more.length > 0 || !fits(wing) || (room !== '' && !fits(room))) return null;
  return { wing, room: room === '' ? 'general' : room };
}

/** Rooms that hold something, then those that the vocabulary knows. */
export function roomsOf(
  palace: PalaceView | undefined,
  vocabulary: VocabularyList | undefined,
): RoomName[] {
  const held = (palace?.wings ?? []).flatMap(({ wing, rooms }) =>
    rooms.map(({ room }) => ({ wing, room })),
  );
  const known = [...held, ...(vocabulary?.entries ?? [])];
  const byName = new Map(known.map(({ wing, room }) => [`${wing}/${room}`, { wing, room }]));
  return [...byName.values()]
    .filter(({ wing }) => wing !== UNSORTED)
    .sort((a, b) => a.wing.localeCompare(b.wing) || a.room.localeCompare(b.room));
}
