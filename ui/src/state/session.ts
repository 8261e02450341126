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
/** Seconds that what was copied stays on the clipboard, as the vault says. */
let clearAfter_s = 60;

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
  const queryFn = async () => {
    const status = await host.call('status', {});
    clearAfter_s = status.clipboard_clear_s;
    return status;
  };
  return useQuery({ queryKey: ['status'], queryFn, staleTime: 0 });
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
    clipboard_clear_s: status?.clipboard_clear_s ?? 60,
    warnings: status?.warnings ?? [],
    keychain: status?.keychain ?? false,
    wait_s: 0,
    state: 'locked',
    vault: null,
  });
  clearClipboard();
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

let clearing: number | undefined;

/** Copies a text, and takes it off the clipboard again after so many seconds, or at the lock. */
export async function copyText(text: string, clear_s = clearAfter_s): Promise<void> {
  await navigator.clipboard.writeText(text);
  copied = true;
  window.clearTimeout(clearing);
  if (clear_s > 0) clearing = window.setTimeout(clearClipboard, clear_s * 1000);
}

function clearClipboard(): void {
  if (copied) void navigator.clipboard.writeText('').catch(() => undefined);
  copied = false;
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
