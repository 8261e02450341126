// What a collection says, from the master down to the passages, and where each sentence stands.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import type { Level, LevelNode, LevelsState } from '../../api';
import { useHost } from '../../api';
import { Chips } from '../../parts/Chips';
import { Loaded } from '../../parts/Loaded';
import { Empty } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { useShortcuts } from '../../parts/shortcuts';
import { useListKeys } from '../../parts/useListKeys';
import { count } from '../../parts/words';
import { navigate, replaceRoute, type RouteOf } from '../../state/router';
import { Built } from './Built';
import { NodeCard } from './NodeCard';
import { Trail } from './Trail';

/** From the coarsest to the finest. */
export const LEVELS: readonly { value: Level; label: string }[] = [
  { value: 'master', label: 'Master' },
  { value: 'section', label: 'Sections' },
  { value: 'chunk', label: 'Chunks' },
  { value: 'raw', label: 'Passages' },
];

const SHOWN = 20;

export function Summaries({ route }: { route: RouteOf<'summaries'> }) {
  const host = useHost();
  const list = useQuery({
    queryKey: ['levels', 'list'],
    queryFn: () => host.call('levels_list', {}),
  });
  return (
    <Place title="Summaries" ready={list.isSuccess}>
      <Loaded query={list} what="the collections">
        {({ collections }) => {
          const own = collections.find(({ collection }) => collection === route.collection);
          const state = own ?? collections.find(({ master }) => master !== null) ?? collections[0];
          if (state === undefined) return <NothingStored />;
          return (
            <>
              {collections.length > 1 && (
                <div className="filter-rows">
                  <Chips
                    label="Collection"
                    chips={collections.map(({ collection }) => ({
                      value: collection,
                      label: collection,
                    }))}
                    value={state.collection}
                    choose={(collection) => navigate({ place: 'summaries', collection })}
                  />
                </div>
              )}
              <Built key={state.collection} state={state} />
              {state.master !== null &&
                (route.node === undefined ? (
                  <AtLevel state={state} route={route} />
                ) : (
                  <Below node={route.node} />
                ))}
            </>
          );
        }}
      </Loaded>
    </Place>
  );
}

/** The nodes of a level, or those that answer some words. */
function AtLevel({ state, route }: { state: LevelsState; route: RouteOf<'summaries'> }) {
  const host = useHost();
  const level = LEVELS.find(({ value }) => value === route.level)?.value ?? 'master';
  const words = route.query ?? '';
  const query = useDeferredValue(words.trim());
  const box = useRef<HTMLDivElement>(null);
  const { collection } = state;
  const asked = useQuery({
    queryKey: ['levels', 'query', collection, level, query],
    queryFn: () =>
      host.call('levels_query', {
        ...{ collections: [collection], level, query: query === '' ? null : query },
        ...{ wing: null, room: null, entity_kind: null, entity: null, document: null },
        ...{ since: null, until: null, top_k: SHOWN, offset: 0 },
        include_sources: false,
      }),
    placeholderData: keepPreviousData,
  });
  useListKeys(box, asked.isSuccess);
  const at = { place: 'summaries', collection } as const;
  return (
    <div ref={box}>
      <div className="filter-rows">
        <Chips
          label="Level"
          chips={LEVELS}
          value={level}
          choose={(next) => navigate({ ...at, level: next, query: route.query })}
        />
        <input
          type="search"
          aria-label="Look for words at this level"
          placeholder="Look for words at this level"
          data-testid="levels-words"
          value={words}
          onChange={({ target }) =>
            replaceRoute({ ...at, level: route.level, query: target.value || undefined })
          }
        />
      </div>
      <Loaded query={asked} what="the summaries">
        {({ nodes, total }) => (
          <>
            <NodeList nodes={nodes} label={LEVELS.find(({ value }) => value === level)?.label} />
            {total > nodes.length && (
              <p className="section-note">
                {nodes.length} of {count(total, 'node')}. Words narrow them down.
              </p>
            )}
            {nodes.length === 0 && (
              <Empty kind="no-match" title="Nothing at this level says so">
                <p>Other words, or another level, may find more.</p>
              </Empty>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** A node, the way to it, and what it rests on. */
function Below({ node }: { node: string }) {
  const host = useHost();
  const shown = useQuery({
    queryKey: ['levels', 'node', node],
    queryFn: () => host.call('levels_node', { node }),
  });
  const level = shown.data?.node.level;
  const to = LEVELS[LEVELS.findIndex(({ value }) => value === level) + 1];
  const below = useQuery({
    queryKey: ['levels', 'below', node, to?.value],
    queryFn: () =>
      host.call('levels_drilldown', { node, to: to?.value ?? 'raw', top_k: SHOWN, offset: 0 }),
    enabled: level !== undefined && to !== undefined,
  });
  const box = useRef<HTMLDivElement>(null);
  useListKeys(box, below.isSuccess);
  const parent = shown.data?.above.at(-1);
  useShortcuts({
    rollUp: () => {
      if (shown.data === undefined) return;
      const { collection } = shown.data;
      navigate({ place: 'summaries', collection, node: parent?.id });
    },
  });
  return (
    <Loaded query={shown} what="the summary">
      {({ collection, node: own, above }) => (
        <div ref={box}>
          <Trail collection={collection} above={above} node={own} />
          <NodeList nodes={[own]} label="This summary" opened />
          {to !== undefined && (
            <section className="part" aria-labelledby="below-title">
              <h2 id="below-title">
                {to.label} below{below.data !== undefined && ` (${below.data.total})`}
              </h2>
              <Loaded query={below} what="what it rests on">
                {({ nodes }) => <NodeList nodes={nodes} label={`${to.label} below`} />}
              </Loaded>
            </section>
          )}
        </div>
      )}
    </Loaded>
  );
}

interface NodeListProps {
  nodes: LevelNode[];
  label: string | undefined;
  /** Whether it is the node that is looked at: it does not lead to itself. */
  opened?: boolean;
}

function NodeList({ nodes, label, opened = false }: NodeListProps) {
  return (
    <ul className="entries" aria-label={label}>
      {nodes.map((node) => (
        <NodeCard key={node.id} node={node} opened={opened} />
      ))}
    </ul>
  );
}

function NothingStored() {
  return (
    <Empty
      kind="nothing-stored"
      title="Nothing to summarise yet"
      action={
        <button type="button" className="button" onClick={() => navigate({ place: 'library' })}>
          Add documents…
        </button>
      }
    >
      <p>
        A collection of documents is summed up here in sentences of theirs: what it says as a whole,
        by topic, and passage by passage, each with where it stands.
      </p>
    </Empty>
  );
}
