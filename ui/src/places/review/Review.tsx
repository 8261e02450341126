// What waits for review.

import { Place } from '../../parts/Place';
import type { Route } from '../../state/router';

export function Review(_: { route: Extract<Route, { place: 'review' }> }) {
  return (
    <Place title="Review" ready>
      <p>Not built yet.</p>
    </Place>
  );
}
