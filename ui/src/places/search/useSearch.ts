// Asks for hits. Each question has its own cache entry, so a late answer to an earlier question is
// kept under that question and never shown under a newer one.

import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hall, NodeKind, SearchAnswer, SearchMode } from '../../api';
import { EVERYTHING, useHost } from '../../api';

const STEPS = [20, 60, 200];

export interface Asked {
  answer: UseQueryResult<SearchAnswer>;
  /** Asks for more hits; null where there are no more to ask for. */
  more: (() => void) | null;
}

/** What narrows a search beside its words. */
export interface Filters {
  mode: SearchMode;
  collection: string | null;
  all_versions: boolean;
  as_of: string | null;
  wing: string | null;
  room: string | null;
  hall: Hall | null;
  kind: NodeKind | null;
  tag: string | null;
  min_reliability: number | null;
}

/** What is one edge away from the hits' own nodes is shown as well. */
const HOPS = 1;

export function useSearch(query: string, filters: Filters): Asked {
  const host = useHost();
  const asked = JSON.stringify([query, filters]);
  const [depth, setDepth] = useState({ asked, step: 0 });
  const step = depth.asked === asked ? depth.step : 0;
  const top_k = STEPS[step] ?? 20;
  const answer = useQuery({
    queryKey: ['search', asked, top_k],
    queryFn: () =>
      host.call('search', { ...EVERYTHING, ...filters, expand_hops: HOPS, query, top_k }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const full = (answer.data?.hits.length ?? 0) >= top_k && step + 1 < STEPS.length;
  return { answer, more: full ? () => setDepth({ asked, step: step + 1 }) : null };
}
