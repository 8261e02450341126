// Whether the vault is open, and what locking clears from the window.

import { QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Host, Status } from '../api';
import { Failure, useHost } from '../api';
import { announce } from '../parts/announce';
import { clearQueue } from './queue';
import { forgetQuotes } from './quotes';
import { hidePlace, restorePlace } from './router';

const TELL_USE_MS = 20_000;

let hiddenPlace: string | null = null;
let copied = false;

export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof Failure && error.code === 'locked') blank(client);
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

export function useStatus() {
  const host = useHost();
  return useQuery({ queryKey: ['status'], queryFn: () => host.call('status', {}), staleTime: 0 });
}

/** Empties the window at once: caches, queue, quotes, address, and what we put on the clipboard. */
export function blank(client: QueryClient): void {
  hiddenPlace ??= hidePlace();
  const status = client.getQueryData<Status>(['status']);
  void client.cancelQueries();
  clearQueue();
  forgetQuotes();
  announce('');
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' });
  client.setQueryData<Status>(['status'], {
    profile: status?.profile ?? '',
    idle_lock_s: status?.idle_lock_s ?? 0,
    warnings: status?.warnings ?? [],
    state: 'locked',
    vault: null,
  });
  if (copied) void navigator.clipboard.writeText('').catch(() => undefined);
  copied = false;
}

/** Back to the place that `blank` took out of the address. */
export function showPlaceAgain(): void {
  if (hiddenPlace !== null) restorePlace(hiddenPlace);
  hiddenPlace = null;
}

export function useLock(): () => void {
  const host = useHost();
  const client = useQueryClient();
  return useCallback(() => lock(host, client), [host, client]);
}

function lock(host: Host, client: QueryClient): void {
  blank(client);
  host.call('vault_lock', {}).catch(() => client.invalidateQueries({ queryKey: ['status'] }));
}

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  copied = true;
}

/** The shell counts idle time by commands; reading and scrolling are use as well, and told now and
 * then. The shell says when it has locked. */
export function useLockedFromOutside(unlocked: boolean): void {
  const host = useHost();
  const client = useQueryClient();
  useEffect(() => host.onLocked(() => blank(client)), [host, client]);
  useEffect(() => {
    if (!unlocked) return;
    let told = Date.now();
    const used = () => {
      if (Date.now() - told < TELL_USE_MS) return;
      told = Date.now();
      void client
        .fetchQuery({
          queryKey: ['vault'],
          queryFn: () => host.call('vault_info', {}),
          staleTime: 0,
        })
        .catch(() => undefined);
    };
    const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const event of events) window.addEventListener(event, used, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, used);
    };
  }, [unlocked, host, client]);
}
