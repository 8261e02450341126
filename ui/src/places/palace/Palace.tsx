// Wings, rooms, halls, nodes.

import { Place } from '../../parts/Place';
import type { Route } from '../../state/router';

export function Palace(_: { route: Extract<Route, { place: 'palace' }> }) {
  return (
    <Place title="Palace" ready>
      <p>Not built yet.</p>
    </Place>
  );
}
