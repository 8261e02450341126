// One node: what it is, why, and what speaks for it.

import { Place } from '../../parts/Place';
import type { Route } from '../../state/router';

export function NodePage(_: { route: Extract<Route, { place: 'node' }> }) {
  return (
    <Place title="Node" ready>
      <p>Not built yet.</p>
    </Place>
  );
}
