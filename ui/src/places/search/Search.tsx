// A question, and the passages that answer it.

import { useEffect, useRef } from 'react';
import type { SearchMode, Status } from '../../api';
import { Chips } from '../../parts/Chips';
import { Icon } from '../../parts/Icon';
import { useListKeys } from '../../parts/useListKeys';
import { useScrollMemory } from '../../parts/useScrollMemory';
import { MODES } from '../../parts/words';
import { remember, replaceRoute, type RouteOf } from '../../state/router';
import { Answer } from './Answer';
import { KnowledgeFilters, knowledgeOf, NO_KNOWLEDGE } from './KnowledgeFilters';
import { QuestionAnswer } from './QuestionAnswer';
import { useSearch } from './useSearch';
import { useTyping } from './useTyping';

interface SearchProps {
  route: RouteOf<'search'>;
  status: Status;
}

export function Search({ route, status }: SearchProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const change = (part: Partial<RouteOf<'search'>>) => {
    remember({ top: 0, selected: null });
    box.current?.scrollTo({ top: 0 });
    replaceRoute({ ...route, ...part });
  };
  const typing = useTyping(route.query, (query) => change({ query }));
  const mode = route.mode in MODES ? (route.mode as SearchMode) : 'hybrid';
  const all_versions = route.all_versions ?? false;
  const as_of = route.as_of ?? null;
  const { collection } = route;
  const knowledge = knowledgeOf(route);
  const { answer, more } = useSearch(route.query, {
    ...{ mode, collection, all_versions, as_of },
    ...knowledge,
  });
  const ready = answer.data !== undefined;
  useScrollMemory(box, ready);
  useListKeys(list, ready);
  useEffect(() => {
    document.title = 'Search – Loci';
  }, []);
  const collections = Object.keys(status.vault?.collections ?? {});
  return (
    <div className="scroll" ref={box}>
      <div className="column">
        <h1 className="sr-only">Search</h1>
        <search className="ask">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              typing.flush();
            }}
          >
            <label className="ask-field">
              <Icon name="search" />
              <span className="sr-only">Question or words</span>
              <input
                type="search"
                data-testid="search-input"
                placeholder="Ask your documents"
                value={typing.typed}
                autoFocus={route.query === ''}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => typing.setTyped(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowDown') return;
                  event.preventDefault();
                  list.current?.querySelector<HTMLElement>('[data-item]')?.focus();
                }}
              />
            </label>
          </form>
          <div className="filters">
            {collections.length > 1 && (
              <Chips
                label="Collection"
                chips={['', ...collections].map((value) => ({
                  value,
                  label: value === '' ? 'All collections' : value,
                }))}
                value={collection ?? ''}
                choose={(value) => change({ collection: value === '' ? null : value })}
              />
            )}
            <TimeFilters all_versions={all_versions} as_of={as_of} change={change} />
            <label className="select">
              Match by
              <select value={mode} onChange={(event) => change({ mode: event.target.value })}>
                {Object.entries(MODES).map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <KnowledgeFilters route={route} change={change} />
        </search>
        <QuestionAnswer query={route.query} collection={collection} />
        <div ref={list}>
          <Answer
            query={route.query}
            filtered={
              collection !== null ||
              mode !== 'hybrid' ||
              as_of !== null ||
              Object.values(knowledge).some((value) => value !== null)
            }
            status={status}
            answer={answer}
            more={more}
            clear={() =>
              change({ ...NO_KNOWLEDGE, collection: null, mode: 'hybrid', as_of: undefined })
            }
            within={(wing) => change({ wing, room: undefined })}
          />
        </div>
      </div>
    </div>
  );
}

interface TimeFiltersProps {
  all_versions: boolean;
  as_of: string | null;
  change: (part: Partial<RouteOf<'search'>>) => void;
}

/** Which versions are searched: those of today, all, or those that stood on a day. */
function TimeFilters({ all_versions, as_of, change }: TimeFiltersProps) {
  const day = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (day.current !== null) day.current.value = as_of ?? '';
  }, [as_of]);
  return (
    <div className="time-filters">
      <Chips
        label="Versions"
        chips={[
          { value: 'current', label: 'Current versions' },
          { value: 'all', label: 'All versions' },
        ]}
        value={as_of !== null ? '' : all_versions ? 'all' : 'current'}
        choose={(value) =>
          change({ all_versions: value === 'all' ? true : undefined, as_of: undefined })
        }
      />
      <label className="select as-of">
        As of
        <input
          type="date"
          ref={day}
          defaultValue={as_of ?? ''}
          placeholder="2026-03-31"
          pattern="[0-9]{4}-[0-9]{2}-[0-9]{2}"
          onChange={({ target }) => {
            // where the web view has no calendar, a day is typed and counts once it is whole
            if (/^\d{4}-\d{2}-\d{2}$/.test(target.value))
              change({ as_of: target.value, all_versions: undefined });
          }}
        />
      </label>
      {as_of !== null && (
        <button type="button" className="quiet" onClick={() => change({ as_of: undefined })}>
          <Icon name="close" /> Clear the date
        </button>
      )}
    </div>
  );
}
