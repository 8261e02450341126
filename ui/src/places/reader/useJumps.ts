// Jumps inside a document: to a heading, along a cross-reference. Each is an entry of its own, so that
// Back returns to where one was.

import { useQuery } from '@tanstack/react-query';
import type { ReaderView } from '../../api';
import { useHost } from '../../api';
import { navigate, type RouteOf } from '../../state/router';
import type { ByteMap } from './bytes';
import type { View } from './views';

const LOOK_UNITS = 40;

export function useJumps(
  route: RouteOf<'read'>,
  { outline }: ReaderView,
  map: ByteMap,
  view: View,
) {
  const host = useHost();
  const { at, document } = route;
  const outlined = outline.find(({ start }) => start === at)?.page ?? null;
  const unit = at === undefined ? null : map.toUnit(at);
  const end = unit === null ? 0 : map.toByte(lineEnd(map.text, unit));
  const passage = useQuery({
    queryKey: ['passage', document, at, end],
    queryFn: () => host.call('passage', { document, start: at ?? 0, end }),
    enabled: view === 'pages' && at !== undefined && outlined === null && end > at,
  });
  return {
    /** The page of the place that is asked for. */
    page: outlined ?? passage.data?.span.page ?? null,
    jump: (byte: number) => navigate({ ...route, span: null, view, at: byte }),
  };
}

function lineEnd(text: string, unit: number): number {
  const end = text.indexOf('\n', unit + 1);
  return Math.min(end < 0 ? text.length : end, unit + LOOK_UNITS);
}
