// The other passages of this document that answer the question one came with, in reading order.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Hit } from '../../api';
import { EVERYTHING, useHost } from '../../api';
import { keepQuote } from '../../state/quotes';
import { type ByteRange, replaceRoute, type RouteOf } from '../../state/router';

const PASSAGES = 20;

export interface Steps {
  /** From 1; 0 where the passage shown is not one of them. */
  place: number;
  count: number;
  next: () => void;
  previous: () => void;
}

export function useSteps(route: RouteOf<'read'>): Steps {
  const host = useHost();
  const { document, query, span } = route;
  const found = useQuery({
    queryKey: ['search', query, 'in', document],
    queryFn: () =>
      host.call('search', { ...EVERYTHING, query, top_k: PASSAGES, document, all_versions: true }),
    enabled: query !== '',
  });
  const hits = useMemo(() => inOrder(found.data?.hits ?? []), [found.data]);
  const at = span === null ? -1 : hits.findIndex((hit) => same(hit.span, span));
  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    keepQuote(document, hit.span, { quote: hit.text, plain: hit.plain });
    replaceRoute({ ...route, span: { start: hit.span.start, end: hit.span.end } });
  };
  const start = span?.start ?? -1;
  const after = hits.find((hit) => hit.span.start > start) ?? hits[0];
  const before = hits.findLast((hit) => hit.span.start < start) ?? hits.at(-1);
  return { place: at + 1, count: hits.length, next: () => go(after), previous: () => go(before) };
}

function inOrder(hits: Hit[]): Hit[] {
  return [...hits].sort((a, b) => a.span.start - b.span.start);
}

function same(a: ByteRange, b: ByteRange): boolean {
  return a.start === b.start && a.end === b.end;
}
