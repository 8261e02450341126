// The queue, most worth deciding first: one key decides, the next item has the keyboard, and anything can be undone.

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChangeView, ReviewAction, ReviewItem } from '../../api';
import { useHost } from '../../api';
import { ErrorNotice } from '../../parts/Notice';
import { SHORTCUTS, useShortcuts } from '../../parts/shortcuts';
import { count } from '../../parts/words';
import { recall } from '../../state/router';
import type { Edited } from './EditForm';
import { Item, type ItemActions } from './Item';
import { RecentChanges } from './RecentChanges';
import { useFar } from './useFar';
import { useItemKeys } from './useItemKeys';
import { heirs, useNextFocus } from './useNextFocus';
import type { Queue } from './useQueue';
import { useSelection } from './useSelection';

/** What the form can change of the node itself; its place is changed by a move. */
const FIELDS = ['name', 'description', 'kind'] as const;

interface WaitingProps {
  queue: Queue;
  /** What stands in place of an empty list. */
  empty: React.ReactNode;
}

export function Waiting({ queue, empty }: WaitingProps) {
  const host = useHost();
  const box = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const { items, changes } = queue;
  const ids = items.map(({ node_id }) => node_id);
  const next = useNextFocus(box, heading);
  const far = useFar(box, items);
  /** The first of these, drawn in full even where it is far from the view. */
  const goTo = (wanted: readonly string[]) => {
    if (wanted[0] !== undefined) far.summon(wanted[0]);
    next.focus(wanted);
  };
  const selection = useSelection(box, ids, (id) => goTo([id]));
  useItemKeys(box, ids, (id) => goTo([id]));

  /** The item that has the keyboard, else the one that had it last. */
  const current = (): ReviewItem | undefined => {
    const focused = document.activeElement?.closest('[data-of]')?.getAttribute('data-of');
    const id = focused ?? recall().selected;
    return items.find(({ node_id }) => node_id === id);
  };
  const leave = (leaving: readonly ReviewItem[]) =>
    goTo(heirs(ids, new Set(leaving.map(({ node_id }) => node_id))));
  const act = (action: ReviewAction, chosen: readonly ReviewItem[]) => {
    if (chosen.length === 0) return;
    leave(chosen);
    selection.clear();
    void queue.act(action, chosen);
  };
  const actOnChosen = (action: ReviewAction) => {
    const one = current();
    const chosen = items.filter(({ node_id }) => selection.selected.has(node_id));
    act(action, chosen.length > 0 ? chosen : one === undefined ? [] : [one]);
  };
  const actOnSource: ItemActions['actOnSource'] = (action, { evidence }) => {
    if (evidence === null || evidence.document === null) return;
    leave(items.filter((item) => item.evidence?.document === evidence.document));
    selection.clear();
    void queue.actOnSource(action, evidence.document, evidence.title);
  };
  const keepAsNote: ItemActions['keepAsNote'] = (item) => {
    leave([item]);
    void queue.keepAsNote(item);
  };
  const undo = async (change?: ChangeView) => {
    const given = await changes.undo(change);
    goTo(given);
  };
  const edit: ItemActions['edit'] = (item) => {
    setEditing(item?.node_id ?? null);
    if (item === null && editing !== null) goTo([editing]);
  };
  const save = async ({ edit: asked, move }: Edited, item: ReviewItem) => {
    const { node_id, name } = item;
    const edits = asked.approve || FIELDS.some((field) => asked[field] !== null);
    if (!edits && move === null) return edit(null);
    const work = async () => {
      const moved =
        move === null ? [] : [await host.call('palace_move', { nodes: [node_id], ...move })];
      return edits ? [...moved, await host.call('node_edit', asked)] : moved;
    };
    const said = asked.approve ? `Changed and approved “${name}”.` : `Changed “${name}”.`;
    const done = await queue.run(said, work, []);
    if (!done) return;
    setEditing(null);
    goTo(asked.approve ? heirs(ids, new Set([node_id])) : [node_id]);
  };

  const actions = useStable({
    act: (action, one) => act(action, [one]),
    actOnSource,
    keepAsNote,
    edit,
    save: (edited, one) => void save(edited, one),
    toggle: selection.toggle,
    clicked: selection.clicked,
  });

  useShortcuts({
    approve: () => actOnChosen('approve'),
    dismiss: () => actOnChosen('dismiss'),
    edit: () => edit(current() ?? null),
    undoLast: () => void undo(),
    undo: () => void undo(),
  });

  return (
    <>
      <RecentChanges changes={changes} undo={(change) => void undo(change)} heading={heading} />
      <p className="section-note queue-count" data-testid="waiting">
        {count(queue.total, 'node')} {queue.total === 1 ? 'waits' : 'wait'}, those worth most first.
        {items.length > 0 && (
          <>
            {' '}
            <kbd>{SHORTCUTS.approve.keys}</kbd> approve <kbd>{SHORTCUTS.dismiss.keys}</kbd> dismiss{' '}
            <kbd>{SHORTCUTS.edit.keys}</kbd> edit <kbd>{SHORTCUTS.extendDown.keys}</kbd> select on{' '}
            <kbd>{SHORTCUTS.undoLast.keys}</kbd> undo
          </>
        )}
      </p>
      {selection.selected.size > 0 && (
        <div className="banner selection" role="group" aria-label="Selected nodes">
          <p>
            <strong>{selection.selected.size} selected.</strong>
          </p>
          <div className="row-buttons">
            <button type="button" className="button small" onClick={() => actOnChosen('approve')}>
              Approve {selection.selected.size}
            </button>
            <button type="button" className="button small" onClick={() => actOnChosen('dismiss')}>
              Dismiss {selection.selected.size}
            </button>
            <button
              type="button"
              className="button small"
              onClick={() => {
                goTo([...selection.selected]);
                selection.clear();
              }}
            >
              Clear the selection
            </button>
          </div>
        </div>
      )}
      {items.length === 0 && empty}
      <ul className="entries review-items" aria-label="Waiting for review" ref={box}>
        {items.map((item) => (
          <Item
            key={item.node_id}
            item={item}
            selected={selection.selected.has(item.node_id)}
            editing={editing === item.node_id}
            busy={changes.busy && editing === item.node_id}
            far={editing === item.node_id ? undefined : far.heights.get(item.node_id)}
            actions={actions}
          />
        ))}
      </ul>
      <More list={queue.list} />
    </>
  );
}

/** The same actions at every drawing, each doing what the latest drawing means by it. */
function useStable(now: ItemActions): ItemActions {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  const [stable] = useState<ItemActions>(() => ({
    act: (action, item) => latest.current.act(action, item),
    actOnSource: (action, item) => latest.current.actOnSource(action, item),
    keepAsNote: (item) => latest.current.keepAsNote(item),
    edit: (item) => latest.current.edit(item),
    save: (edited, item) => latest.current.save(edited, item),
    toggle: (id) => latest.current.toggle(id),
    clicked: (event, id) => latest.current.clicked(event, id),
  }));
  return stable;
}

/** The rest comes as one gets there. */
function More({ list }: { list: Queue['list'] }) {
  const button = useRef<HTMLButtonElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = list;
  useEffect(() => {
    const still = !hasNextPage || isFetchNextPageError || isFetchingNextPage;
    if (still || button.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { root: button.current.closest('.scroll'), rootMargin: '1200px 0px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div className="more">
      {isFetchNextPageError && <ErrorNotice error={error} />}
      <button
        type="button"
        className="button"
        ref={button}
        aria-disabled={isFetchingNextPage}
        onClick={() => !isFetchingNextPage && void fetchNextPage()}
      >
        {isFetchingNextPage ? 'Loading…' : 'Show more'}
      </button>
    </div>
  );
}
