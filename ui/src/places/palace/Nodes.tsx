// The nodes of a wing, room or hall: filtered, selected by ranges, moved together, the move undone.

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { NodeCard, NodeList, NodesRequest, PalaceView } from '../../api';
import { useHost } from '../../api';
import { Chips } from '../../parts/Chips';
import { HALLS, KINDS, keysOf, oneOf, UNSORTED } from '../../parts/knowing';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { Loaded } from '../../parts/Loaded';
import { SHORTCUTS, useShortcuts } from '../../parts/shortcuts';
import { useListKeys } from '../../parts/useListKeys';
import { count } from '../../parts/words';
import { replaceRoute, type RouteOf } from '../../state/router';
import { refreshKnowledge } from '../review/refresh';
import { useChanges } from '../review/useChanges';
import { EVERY_NODE } from '../review/useQueue';
import { heirs, useNextFocus } from '../review/useNextFocus';
import { useSelection } from '../review/useSelection';
import { useTyping } from '../search/useTyping';
import { LastChange } from './LastChange';
import { MoveDialog } from './MoveDialog';
import { NodeRow } from './NodeRow';

const PAGE = 200;

interface NodesProps {
  route: RouteOf<'palace'>;
  palace: PalaceView;
}

function useNodes(route: RouteOf<'palace'>) {
  const host = useHost();
  const asked: Omit<NodesRequest, 'offset' | 'limit'> = {
    ...EVERY_NODE,
    wing: route.wing ?? null,
    room: route.room ?? null,
    hall: oneOf(HALLS, route.hall),
    kind: oneOf(KINDS, route.kind),
    query: route.filter ?? null,
  };
  return useInfiniteQuery({
    queryKey: ['nodes', asked],
    queryFn: ({ pageParam: offset }) => host.call('node_list', { ...asked, offset, limit: PAGE }),
    initialPageParam: 0,
    getNextPageParam: ({ total }: NodeList, pages: NodeList[]) => {
      const had = pages.reduce((sum, { nodes }) => sum + nodes.length, 0);
      return had < total ? had : undefined;
    },
    placeholderData: keepPreviousData,
  });
}

export function Nodes({ route, palace }: NodesProps) {
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useNodes(route);
  const [moving, setMoving] = useState<NodeCard[] | null>(null);
  const typing = useTyping(route.filter ?? '', (filter) =>
    replaceRoute({ ...route, filter: filter || undefined }),
  );
  const nodes = useMemo(() => once(list.data?.pages ?? []), [list.data]);
  const total = list.data?.pages[0]?.total ?? 0;
  const ids = useMemo(() => nodes.map(({ node_id }) => node_id), [nodes]);
  const next = useNextFocus(box, field);
  const selection = useSelection(box, ids, (id) => next.focus([id]));
  const changes = useChanges({ recent: [], undone: () => refreshKnowledge(client) });
  const chosen = nodes.filter(({ node_id }) => selection.selected.has(node_id));
  const focused = () => {
    const item = document.activeElement?.closest('[data-of]')?.getAttribute('data-of');
    return nodes.filter(({ node_id }) => node_id === item);
  };
  const move = () => {
    const which = chosen.length > 0 ? chosen : focused();
    if (which.length > 0) setMoving(which);
  };
  useListKeys(box, list.isSuccess);
  useShortcuts({ move, undo: () => void changes.undo() });
  return (
    <>
      <header className="section-head nodes-head">
        <p className="section-note" role="status">
          {list.isSuccess && count(total, 'node')}
        </p>
        <input
          type="search"
          ref={field}
          className="filter"
          aria-label="Filter by name or words"
          placeholder="Filter"
          value={typing.typed}
          onChange={({ target }) => typing.setTyped(target.value)}
        />
      </header>
      <Chips
        label="Kind"
        chips={[
          { value: '', label: 'All kinds' },
          ...keysOf(KINDS).map((value) => ({ value, label: KINDS[value] })),
        ]}
        value={oneOf(KINDS, route.kind) ?? ''}
        choose={(kind) => replaceRoute({ ...route, kind: kind || undefined })}
      />
      {route.wing === UNSORTED && total > 0 && (
        <p className="section-note hint">
          Nothing told where these belong. Select some with <kbd>{SHORTCUTS.select.keys}</kbd> or{' '}
          <kbd>{SHORTCUTS.extendDown.keys}</kbd>, and move them with{' '}
          <kbd>{SHORTCUTS.move.keys}</kbd>: Loci learns from where you put them.
        </p>
      )}
      <div className="nodes-bar" role="group" aria-label="Selection">
        <span>
          {selection.selected.size === 0
            ? 'Nothing selected'
            : `${count(selection.selected.size, 'node')} selected`}
        </span>
        <button
          type="button"
          className="button small"
          disabled={chosen.length === 0}
          title={`Move (${SHORTCUTS.move.keys})`}
          onClick={move}
        >
          Move…
        </button>
        <button
          type="button"
          className="button small"
          disabled={chosen.length === 0}
          onClick={selection.clear}
        >
          Clear
        </button>
      </div>
      <LastChange changes={changes} />
      <div ref={box}>
        <Loaded query={list} what="the nodes">
          {() =>
            nodes.length === 0 ? (
              <p className="nothing-shown" role="status">
                No node fits.
              </p>
            ) : (
              <ul className="entries nodes" aria-label="Nodes">
                <LazyBlocks items={nodes} size={20} item_rem={3.2}>
                  {(block) =>
                    block.map((node) => (
                      <NodeRow
                        key={node.node_id}
                        node={node}
                        selection={selection}
                        placed={route.room === undefined}
                      />
                    ))
                  }
                </LazyBlocks>
              </ul>
            )
          }
        </Loaded>
      </div>
      {list.hasNextPage && (
        <More
          busy={list.isFetchingNextPage}
          left={total - nodes.length}
          more={() => void list.fetchNextPage()}
        />
      )}
      {moving !== null && (
        <MoveDialog
          nodes={moving}
          palace={palace}
          close={() => setMoving(null)}
          moved={(said, work) => {
            const gone = new Set(moving.map(({ node_id }) => node_id));
            void changes.make(said, work).then(async (answers) => {
              if (answers === null) return;
              selection.clear();
              await refreshKnowledge(client);
              // the next one waits to be sorted
              next.focus(heirs(ids, gone));
            });
          }}
        />
      )}
    </>
  );
}

/** Pages shift when nodes come or go: one that comes twice is shown once. */
function once(pages: NodeList[]): NodeCard[] {
  return [
    ...new Map(
      pages.flatMap((page) => page.nodes).map((node) => [node.node_id, node] as const),
    ).values(),
  ];
}

interface MoreProps {
  busy: boolean;
  left: number;
  more: () => void;
}

/** The next page comes by itself when one is near the end; the button is for those who ask. */
function More({ busy, left, more }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const ask = useRef(more);
  ask.current = more;
  useEffect(() => {
    if (button.current === null || busy) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) ask.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [busy]);
  return (
    <button type="button" className="button more" ref={button} disabled={busy} onClick={more}>
      {busy ? 'Loading…' : `${left.toLocaleString('en')} more`}
    </button>
  );
}
