// Why a node has its score.

import { Place } from '../../parts/Place';
import type { Route } from '../../state/router';

export function TrustPage(_: { route: Extract<Route, { place: 'trust' }> }) {
  return (
    <Place title="Trust" ready>
      <p>Not built yet.</p>
    </Place>
  );
}
