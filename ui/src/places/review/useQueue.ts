// What waits for review, and what is done about it: one action after the other, shown at once, taken back
// where the host refuses.

import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type {
  ChangeAnswer,
  NodeKind,
  NodesRequest,
  ReviewAction,
  ReviewItem,
  ReviewList,
} from '../../api';
import { useHost } from '../../api';
import { count } from '../../parts/words';
import { refreshKnowledge } from './refresh';
import { type Changes, useChanges } from './useChanges';

const PAGE = 50;

export interface Filter {
  kind: NodeKind | null;
  wing: string | null;
  document: string | null;
}

export const EVERY_NODE: Omit<NodesRequest, 'offset' | 'limit'> = {
  query: null,
  wing: null,
  room: null,
  hall: null,
  kind: null,
  tag: null,
  state: null,
  document: null,
  min_reliability: null,
  as_of: null,
};

export interface Queue {
  list: ReturnType<typeof useWaiting>;
  items: ReviewItem[];
  /** How many wait, those acted on just now apart. */
  total: number;
  changes: Changes;
  act: (action: ReviewAction, items: readonly ReviewItem[]) => Promise<void>;
  actOnSource: (action: ReviewAction, document: string, title: string) => Promise<void>;
  /** What an assistant found becomes a note of the person's, and waits no more. */
  keepAsNote: (item: ReviewItem) => Promise<void>;
  /** Runs a change of other kind on one item. */
  run: (said: string, work: () => Promise<ChangeAnswer[]>, leaves: string[]) => Promise<boolean>;
}

export function useWaiting(filter: Filter) {
  const host = useHost();
  return useInfiniteQuery({
    queryKey: ['review', filter],
    queryFn: ({ pageParam: offset }) =>
      host.call('review_list', { ...EVERY_NODE, ...filter, offset, limit: PAGE }),
    initialPageParam: 0,
    getNextPageParam: ({ total }: ReviewList, pages: ReviewList[]) => {
      const had = pages.reduce((sum, { items }) => sum + items.length, 0);
      return had < total ? had : undefined;
    },
  });
}

export function useQueue(filter: Filter): Queue {
  const host = useHost();
  const client = useQueryClient();
  const list = useWaiting(filter);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const leave = (ids: readonly string[]) => setGone((known) => new Set([...known, ...ids]));
  const back = (ids: readonly string[]) =>
    setGone((known) => new Set([...known].filter((id) => !ids.includes(id))));
  const changes = useChanges({
    recent: list.data?.pages[0]?.recent ?? [],
    undone: (answer) => {
      const ids = answer.nodes.map(({ node_id }) => node_id);
      back([...ids, ...answer.change.nodes]);
      return refreshKnowledge(client);
    },
  });
  const { items, total } = useMemo(() => waiting(list.data, gone), [list.data, gone]);

  const run: Queue['run'] = async (said, work, leaves) => {
    leave(leaves);
    const answers = await changes.make(said, work);
    if (answers === null) back(leaves);
    else {
      leave(answers.flatMap(({ nodes }) => nodes).flatMap(leftQueue));
      void refreshKnowledge(client);
    }
    return answers !== null;
  };
  const act: Queue['act'] = async (action, chosen) => {
    const nodes = chosen.map(({ node_id }) => node_id);
    const what = chosen.length === 1 ? `“${chosen[0]?.name ?? ''}”` : count(chosen.length, 'node');
    const work = async () => [await host.call('review_act', { nodes, document: null, action })];
    await run(`${DONE[action]} ${what}.`, work, nodes);
  };
  const actOnSource: Queue['actOnSource'] = async (action, document, title) => {
    const from = items.filter(({ evidence }) => evidence?.document === document);
    const work = async () => [await host.call('review_act', { nodes: [], document, action })];
    const ids = from.map(({ node_id }) => node_id);
    await run(`${DONE[action]} all that waited from “${title}”.`, work, ids);
  };
  const keepAsNote: Queue['keepAsNote'] = async ({ node_id, name, proposal }) => {
    if (proposal === null) return;
    const work = async () => {
      await host.call('note_promote', { proposal });
      void client.invalidateQueries({ queryKey: ['documents'] });
      return [];
    };
    await run(`“${name}” is a note of yours now.`, work, [node_id]);
  };
  return { list, items, total, changes, act, actOnSource, keepAsNote, run };
}

const DONE: Record<ReviewAction, string> = { approve: 'Approved', dismiss: 'Dismissed' };

function leftQueue({ node_id, state }: ChangeAnswer['nodes'][number]): string[] {
  return state === 'proposed' ? [] : [node_id];
}

/** Pages shift while one acts, so that a node may come twice. */
function waiting(data: InfiniteData<ReviewList> | undefined, gone: ReadonlySet<string>) {
  const seen = new Map<string, ReviewItem>();
  for (const item of data?.pages.flatMap((page) => page.items) ?? []) seen.set(item.node_id, item);
  const items = [...seen.values()].filter(({ node_id }) => !gone.has(node_id));
  const total = (data?.pages[0]?.total ?? 0) - (seen.size - items.length);
  return { items, total: Math.max(items.length, total) };
}
