// The place and the selection live in the address, after the `#`. Each history entry has a key, under
// which scroll positions and the selected item are remembered: Back finds things as they were.

import { useSyncExternalStore } from 'react';

export type Route =
  | { place: 'library'; show?: string; collection?: string; filter?: string }
  | {
      place: 'search';
      query: string;
      mode: string;
      collection: string | null;
      /** Superseded versions too. */
      all_versions?: true;
      as_of?: string;
      wing?: string;
      /** Of `wing`. */
      room?: string;
      hall?: string;
      kind?: string;
      tag?: string;
      /** In hundredths: 70 asks for a reliability of 0.7 or more. */
      reliable?: number;
    }
  | {
      place: 'read';
      document: string;
      span: ByteRange | null;
      query: string;
      view: string | null;
      /** A byte to show, without a passage to mark. */
      at?: number;
    }
  | { place: 'document'; document: string }
  | { place: 'definitions'; term?: string; show?: string }
  | { place: 'citations'; show?: string }
  | { place: 'notes'; show?: string }
  | { place: 'certificates' }
  | {
      place: 'palace';
      wing?: string;
      room?: string;
      hall?: string;
      kind?: string;
      filter?: string;
      show?: string;
    }
  | { place: 'node'; node: string; hops?: number; on?: string }
  | { place: 'review'; show?: string; document?: string; wing?: string }
  | { place: 'trust'; node: string }
  | { place: 'contradictions'; show?: string }
  | { place: 'gaps'; show?: string }
  | { place: 'agents' }
  | { place: 'audit' }
  | { place: 'memory'; show?: string }
  | { place: 'summaries'; collection?: string; level?: string; node?: string; query?: string }
  | { place: 'settings' };

/** The part of the address that one place reads. */
export type RouteOf<Place extends Route['place']> = Extract<Route, { place: Place }>;

/** Opens a document, at a passage where one is given. */
export function reading(document: string, span: ByteRange | null = null): RouteOf<'read'> {
  return { place: 'read', document, span, query: '', view: null };
}

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
  const text = (name: string) => params.get(name) ?? undefined;
  if (place === 'read' && argument !== '') {
    const at = text('at');
    return {
      ...reading(decodeURIComponent(argument), parseSpan(params)),
      query: params.get('q') ?? '',
      view: params.get('v'),
      at: at !== undefined && /^\d+$/.test(at) ? Number(at) : undefined,
    };
  }
  if (place === 'document' && argument !== '') {
    return { place, document: decodeURIComponent(argument) };
  }
  if (place === 'library') {
    return { place, show: text('show'), collection: text('c'), filter: text('q') };
  }
  if (place === 'definitions') return { place, term: text('t'), show: text('show') };
  if (place === 'citations' || place === 'notes') return { place, show: text('show') };
  if (place === 'certificates' || place === 'settings' || place === 'agents') return { place };
  if (place === 'audit') return { place };
  const known = parseKnowledge(place, argument, params);
  if (known !== null) return known;
  return {
    place: 'search',
    query: params.get('q') ?? '',
    mode: params.get('mode') ?? 'hybrid',
    collection: params.get('c'),
    all_versions: params.has('all') ? true : undefined,
    as_of: text('on'),
    wing: text('wing'),
    room: text('room'),
    hall: text('hall'),
    kind: text('kind'),
    tag: text('tag'),
    reliable: numberOf(params, 'r'),
  };
}

function numberOf(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** The places of what is known. */
function parseKnowledge(
  place: string | undefined,
  argument: string,
  params: URLSearchParams,
): Route | null {
  const text = (name: string) => params.get(name) ?? undefined;
  const show = text('show');
  if (place === 'palace') {
    const at = { wing: text('wing'), room: text('room'), hall: text('hall') };
    return { place, ...at, kind: text('kind'), filter: text('q'), show };
  }
  if (place === 'review') return { place, show, document: text('d'), wing: text('wing') };
  if (place === 'summaries') {
    const at = { collection: text('c'), level: text('level'), node: text('n') };
    return { place, ...at, query: text('q') };
  }
  if (place === 'contradictions' || place === 'gaps' || place === 'memory') return { place, show };
  if (argument === '') return null;
  const node = decodeURIComponent(argument);
  if (place === 'node') return { place, node, hops: numberOf(params, 'hops'), on: text('on') };
  if (place === 'trust') return { place, node };
  return null;
}

function parseSpan(params: URLSearchParams): ByteRange | null {
  const [start, end] = [params.get('s'), params.get('e')];
  if (start === null || end === null || !/^\d+$/.test(start) || !/^\d+$/.test(end)) return null;
  return Number(start) < Number(end) ? { start: Number(start), end: Number(end) } : null;
}

export function formatRoute(route: Route): string {
  const { place } = route;
  if (place === 'library') {
    return withParams('#/library', { show: route.show, c: route.collection, q: route.filter });
  }
  if (place === 'search') {
    return withParams('#/search', {
      q: route.query || undefined,
      mode: route.mode === 'hybrid' ? undefined : route.mode,
      c: route.collection ?? undefined,
      all: route.all_versions === true ? '1' : undefined,
      on: route.as_of,
      wing: route.wing,
      room: route.room,
      hall: route.hall,
      kind: route.kind,
      tag: route.tag,
      r: route.reliable,
    });
  }
  if (place === 'read') {
    return withParams(`#/read/${encodeURIComponent(route.document)}`, {
      s: route.span?.start,
      e: route.span?.end,
      at: route.at,
      q: route.query || undefined,
      v: route.view ?? undefined,
    });
  }
  if (place === 'document') return `#/document/${encodeURIComponent(route.document)}`;
  if (place === 'definitions') {
    return withParams('#/definitions', { t: route.term, show: route.show });
  }
  return formatKnowledge(route);
}

function formatKnowledge(route: Route): string {
  const { place } = route;
  if (place === 'palace') {
    const { wing, room, hall, kind, filter, show } = route;
    return withParams('#/palace', { wing, room, hall, kind, q: filter, show });
  }
  if (place === 'node') {
    const { node, hops, on } = route;
    return withParams(`#/node/${encodeURIComponent(node)}`, { hops, on });
  }
  if (place === 'trust') return `#/trust/${encodeURIComponent(route.node)}`;
  if (place === 'review') {
    return withParams('#/review', { show: route.show, d: route.document, wing: route.wing });
  }
  if (place === 'summaries') {
    const { collection: c, level, node: n, query: q } = route;
    return withParams('#/summaries', { c, level, n, q });
  }
  return withParams(`#/${place}`, { show: 'show' in route ? route.show : undefined });
}

function withParams(path: string, values: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) params.set(name, String(value));
  }
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
