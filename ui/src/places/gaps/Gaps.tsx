// What was asked and not found.

import { Place } from '../../parts/Place';
import type { Route } from '../../state/router';

export function Gaps(_: { route: Extract<Route, { place: 'gaps' }> }) {
  return (
    <Place title="Gaps" ready>
      <p>Not built yet.</p>
    </Place>
  );
}
