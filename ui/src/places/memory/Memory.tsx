// What assistants are handed of what is known: the very text within its budgets, who read what, and what
// would have been said on another day.

import { useQuery } from '@tanstack/react-query';
import { useHost } from '../../api';
import { Chips } from '../../parts/Chips';
import { Loaded } from '../../parts/Loaded';
import { Place } from '../../parts/Place';
import { replaceRoute, type RouteOf } from '../../state/router';
import { Context } from './Context';
import { Difference } from './Difference';
import { Receipts } from './Receipts';

const VIEWS = [
  { value: 'context', label: 'What is handed over' },
  { value: 'receipts', label: 'Who read what' },
  { value: 'diff', label: 'Then and now' },
] as const;

export function Memory({ route }: { route: RouteOf<'memory'> }) {
  const host = useHost();
  const settings = useQuery({
    queryKey: ['memory-settings'],
    queryFn: () => host.call('memory_settings', {}),
  });
  const show = VIEWS.find(({ value }) => value === route.show)?.value ?? 'context';
  return (
    <Place title="Memory" ready={settings.isSuccess}>
      <p className="sheet-words">
        Assistants are handed this, and nothing else, without asking: quoted, with its source and
        reliability, within a budget of tokens. Each time leaves a receipt.
      </p>
      <Chips
        label="Which"
        chips={VIEWS}
        value={show}
        choose={(view) =>
          replaceRoute({ place: 'memory', show: view === 'context' ? undefined : view })
        }
      />
      <Loaded query={settings} what="the memory settings">
        {(set) => (
          <>
            {show === 'context' && <Context settings={set} />}
            {show === 'receipts' && <Receipts />}
            {show === 'diff' && <Difference settings={set} />}
          </>
        )}
      </Loaded>
    </Place>
  );
}
