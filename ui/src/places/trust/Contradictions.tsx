// Statements that cannot both hold, side by side.

import { Place } from '../../parts/Place';
import type { Route } from '../../state/router';

export function Contradictions(_: { route: Extract<Route, { place: 'contradictions' }> }) {
  return (
    <Place title="Contradictions" ready>
      <p>Not built yet.</p>
    </Place>
  );
}
