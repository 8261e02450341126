// Whether the vault is open, and what locking clears from the window.

import { QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Host, Status } from '../api';
import { Failure, useHost } from '../api';
import { clearQueue } from './queue';
import { forgetQuotes } from './quotes';
import { hidePlace, restorePlace } from './router';

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
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' });
  client.setQueryData<Status>(['status'], {
    profile: status?.profile ?? '',
    idle_lock_s: status?.idle_lock_s ?? 0,
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

/** Locks when the window has been left alone, and when the shell says so. */
export function useLockTriggers(unlocked: boolean, idle_lock_s: number): void {
  const host = useHost();
  const client = useQueryClient();
  const lockNow = useLock();
  useEffect(() => host.onLocked(() => blank(client)), [host, client]);
  useEffect(() => {
    if (!unlocked || idle_lock_s <= 0) return;
    let timer = window.setTimeout(lockNow, idle_lock_s * 1000);
    let told = Date.now();
    const used = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(lockNow, idle_lock_s * 1000);
      // The shell counts idle time by commands; reading and scrolling are use as well.
      if (Date.now() - told < 20_000) return;
      told = Date.now();
      void client.invalidateQueries({ queryKey: ['status'] });
    };
    const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const event of events) window.addEventListener(event, used, { passive: true });
    return () => {
      window.clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, used);
    };
  }, [unlocked, idle_lock_s, lockNow, client]);
}
