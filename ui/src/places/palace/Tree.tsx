// Wings, the rooms of the open wing, the halls of the open room: links with counts and marks.

import type { PalaceView, RoomView, WingView } from '../../api';
import { HALLS, spoken, UNSORTED } from '../../parts/knowing';
import { formatRoute, type RouteOf } from '../../state/router';

export function Tree({ palace, route }: { palace: PalaceView; route: RouteOf<'palace'> }) {
  return (
    <nav className="tree" aria-label="Wings">
      <ul>
        <li>
          <Step
            name="All wings"
            nodes={palace.nodes}
            to={{ place: 'palace' }}
            here={route.wing === undefined}
          />
        </li>
        {palace.wings.map((wing) => (
          <Wing key={wing.wing} wing={wing} route={route} />
        ))}
      </ul>
    </nav>
  );
}

function Wing({ wing, route }: { wing: WingView; route: RouteOf<'palace'> }) {
  const open = route.wing === wing.wing;
  const contentious = wing.rooms.reduce((sum, room) => sum + room.contentious, 0);
  // what fits nowhere has one room, which is the wing
  if (wing.wing === UNSORTED) {
    return (
      <li>
        <Step
          name="unsorted"
          nodes={wing.nodes}
          contentious={contentious}
          to={{ place: 'palace', wing: UNSORTED, room: UNSORTED }}
          here={open && route.hall === undefined}
        />
      </li>
    );
  }
  return (
    <li>
      <Step
        name={spoken(wing.wing)}
        nodes={wing.nodes}
        contentious={contentious}
        to={{ place: 'palace', wing: wing.wing }}
        here={open && route.room === undefined}
      />
      {open && (
        <ul aria-label={`Rooms of ${spoken(wing.wing)}`}>
          {wing.rooms.map((room) => (
            <Room key={room.room} wing={wing.wing} room={room} route={route} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Room({ wing, room, route }: { wing: string; room: RoomView; route: RouteOf<'palace'> }) {
  const open = route.room === room.room;
  return (
    <li>
      <Step
        name={spoken(room.room)}
        nodes={room.nodes}
        contentious={room.contentious}
        to={{ place: 'palace', wing, room: room.room }}
        here={open && route.hall === undefined}
      />
      {open && (
        <ul aria-label={`Halls of ${spoken(room.room)}`}>
          {room.halls.map(({ hall, nodes }) => (
            <li key={hall}>
              <Step
                name={HALLS[hall]}
                nodes={nodes}
                to={{ place: 'palace', wing, room: room.room, hall }}
                here={route.hall === hall}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface StepProps {
  name: string;
  nodes: number;
  contentious?: number;
  to: RouteOf<'palace'>;
  here: boolean;
}

function Step({ name, nodes, contentious = 0, to, here }: StepProps) {
  return (
    <a className="tree-step" href={formatRoute(to)} aria-current={here ? 'true' : undefined}>
      <span className="tree-name">{name}</span>
      {contentious > 0 && <span className="flag caution">{contentious} contentious</span>}
      <span className="tree-count">
        {nodes.toLocaleString('en')}
        <span className="sr-only"> {nodes === 1 ? 'node' : 'nodes'}</span>
      </span>
    </a>
  );
}
