// Which of the two windows there is: the door, or the house behind it.

import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Host, HostProvider } from './api';
import { Announcements } from './parts/announce';
import { ErrorNotice } from './parts/Notice';
import { Shell } from './parts/Shell';
import { Create } from './places/unlock/Create';
import { Unlock } from './places/unlock/Unlock';
import { makeQueryClient, useLockedFromOutside, useStatus } from './state/session';

export function App({ host }: { host: Host }) {
  const [client] = useState(makeQueryClient);
  return (
    <HostProvider value={host}>
      <QueryClientProvider client={client}>
        <Door />
        <Announcements />
      </QueryClientProvider>
    </HostProvider>
  );
}

function Door() {
  const status = useStatus();
  const state = status.data?.state;
  useLockedFromOutside(state === 'unlocked');
  useEffect(() => {
    if (state !== 'unlocked') document.title = 'Loci';
  }, [state]);
  if (status.data === undefined) {
    return (
      <main className="door" aria-busy={status.isPending}>
        <h1 className="sr-only">Loci</h1>
        {status.isError && (
          <ErrorNotice error={status.error}>
            <button type="button" className="button" onClick={() => void status.refetch()}>
              Try again
            </button>
          </ErrorNotice>
        )}
      </main>
    );
  }
  if (state === 'no_vault') return <Create profile={status.data.profile} />;
  if (state === 'locked') return <Unlock {...status.data} />;
  return <Shell status={status.data} />;
}
