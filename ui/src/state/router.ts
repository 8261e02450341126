// The place and the selection live in the address, after the `#`. Each history entry has a key, under
// which scroll positions and the selected item are remembered: Back finds things as they were.

import { useSyncExternalStore } from 'react';

export type Route =
  | { place: 'library' }
  | { place: 'search'; query: string; mode: string; collection: string | null }
  | { place: 'read'; document: string; span: ByteRange | null; query: string; view: string | null };

export interface ByteRange {
  start: number;
  end: number;
}

export interface Left {
  top: number;
  selected: string | null;
}

const listeners = new Set<() => void>();
const leftAt = new Map<string, Left>();
let keys = 0;
let key = freshKey();

function keyOf(state: unknown): string | null {
  const known = typeof state === 'object' && state !== null && 'key' in state ? state.key : null;
  return typeof known === 'string' ? known : null;
}

function freshKey(): string {
  keys += 1;
  return `${Date.now().toString(36)}-${keys}`;
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** After Back, Forward or a plain link: a link's entry has no key yet. */
function settle(): void {
  const known = keyOf(window.history.state);
  key = known ?? freshKey();
  if (known === null) window.history.replaceState({ key }, '');
  tell();
}

key = keyOf(window.history.state) ?? key;
window.history.replaceState({ key }, '');
window.history.scrollRestoration = 'manual';
window.addEventListener('popstate', settle);

export function parseRoute(hash: string): Route {
  const [path = '', tail = ''] = hash.replace(/^#?\/?/, '').split('?');
  const params = new URLSearchParams(tail);
  const [place, argument = ''] = path.split('/');
  if (place === 'read' && argument !== '') {
    return {
      place: 'read',
      document: decodeURIComponent(argument),
      span: parseSpan(params),
      query: params.get('q') ?? '',
      view: params.get('v'),
    };
  }
  if (place === 'library') return { place: 'library' };
  return {
    place: 'search',
    query: params.get('q') ?? '',
    mode: params.get('mode') ?? 'hybrid',
    collection: params.get('c'),
  };
}

function parseSpan(params: URLSearchParams): ByteRange | null {
  const [start, end] = [params.get('s'), params.get('e')];
  if (start === null || end === null || !/^\d+$/.test(start) || !/^\d+$/.test(end)) return null;
  return Number(start) < Number(end) ? { start: Number(start), end: Number(end) } : null;
}

export function formatRoute(route: Route): string {
  const params = new URLSearchParams();
  if (route.place === 'library') return '#/library';
  if (route.place === 'search') {
    if (route.query !== '') params.set('q', route.query);
    if (route.mode !== 'hybrid') params.set('mode', route.mode);
    if (route.collection !== null) params.set('c', route.collection);
    return withParams('#/search', params);
  }
  if (route.span !== null) {
    params.set('s', String(route.span.start));
    params.set('e', String(route.span.end));
  }
  if (route.query !== '') params.set('q', route.query);
  if (route.view !== null) params.set('v', route.view);
  return withParams(`#/read/${encodeURIComponent(route.document)}`, params);
}

function withParams(path: string, params: URLSearchParams): string {
  const tail = params.toString();
  return tail === '' ? path : `${path}?${tail}`;
}

export function navigate(route: Route): void {
  key = freshKey();
  window.history.pushState({ key }, '', formatRoute(route));
  tell();
}

/** Changes the selection without a new entry for Back. */
export function replaceRoute(route: Route): void {
  window.history.replaceState({ key }, '', formatRoute(route));
  tell();
}

/** Takes the place out of the address bar and returns it, so that a locked window shows nothing. */
export function hidePlace(): string {
  const hash = window.location.hash;
  window.history.replaceState({ key }, '', '#/');
  return hash;
}

export function restorePlace(hash: string): void {
  window.history.replaceState({ key }, '', hash === '' ? '#/' : hash);
  tell();
}

export function remember(left: Partial<Left>): void {
  leftAt.set(key, { ...recall(), ...left });
}

export function recall(): Left {
  return leftAt.get(key) ?? { top: 0, selected: null };
}

/** Changes with the entry, not with the selection inside it. */
export function useEntryKey(): string {
  return useSyncExternalStore(subscribe, () => key);
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => window.location.hash));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
