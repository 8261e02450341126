// Safety: the ways into the vault, and the ways back to it.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHost } from '../../api';
import type { SafetyRequest, SafetyView } from '../../api';
import { Loaded } from '../../parts/Loaded';
import { ErrorNotice } from '../../parts/Notice';
import { Backups, Figure, SecondAnchor } from './Backups';
import { Keychain } from './Keychain';
import { CloseLook, Keys } from './Keys';
import { Passphrase } from './Passphrase';
import { Recovery } from './Recovery';

export function Safety() {
  const host = useHost();
  const shown = useQuery({ queryKey: ['safety'], queryFn: () => host.call('safety_show', {}) });
  return (
    <Loaded query={shown} what="what is set about safety">
      {(view) => (
        <>
          <Backups view={view} />
          <SecondAnchor view={view} />
          <Locking view={view} />
          <Recovery />
          <Passphrase />
          <Keychain />
          <Keys rotating={view.rotating} />
          <CloseLook />
        </>
      )}
    </Loaded>
  );
}

function Locking({ view }: { view: SafetyView }) {
  const host = useHost();
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: (request: SafetyRequest) => host.call('safety_set', request),
    onSuccess: async (now) => {
      client.setQueryData<SafetyView>(['safety'], now);
      await client.invalidateQueries({ queryKey: ['status'] });
    },
  });
  return (
    <section className="part" aria-labelledby="locking-title">
      <h2 id="locking-title">Locking</h2>
      <Figure
        label="Lock after so many seconds without use"
        value={view.idle_lock_s}
        min={30}
        max={86_400}
        change={(idle_lock_s) => set.mutate({ idle_lock_s })}
      />
      <Figure
        label="Clear the clipboard after so many seconds (0: only at the lock)"
        value={view.clipboard_clear_s}
        change={(clipboard_clear_s) => set.mutate({ clipboard_clear_s })}
      />
      {set.isError && <ErrorNotice error={set.error} />}
    </section>
  );
}
