// A question, and the passages that answer it.

import { useEffect, useRef } from 'react';
import type { SearchMode, Status } from '../../api';
import { Icon } from '../../parts/Icon';
import { useListKeys } from '../../parts/useListKeys';
import { useScrollMemory } from '../../parts/useScrollMemory';
import { MODES } from '../../parts/words';
import { remember, replaceRoute, type Route } from '../../state/router';
import { Answer } from './Answer';
import { useSearch } from './useSearch';
import { useTyping } from './useTyping';

type SearchRoute = Extract<Route, { place: 'search' }>;

interface SearchProps {
  route: SearchRoute;
  status: Status;
}

export function Search({ route, status }: SearchProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const change = (part: Partial<SearchRoute>) => {
    remember({ top: 0, selected: null });
    box.current?.scrollTo({ top: 0 });
    replaceRoute({ ...route, ...part });
  };
  const typing = useTyping(route.query, (query) => change({ query }));
  const mode = route.mode in MODES ? (route.mode as SearchMode) : 'hybrid';
  const { answer, more } = useSearch(route.query, mode, route.collection);
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
              <div className="chips" role="group" aria-label="Collection">
                {[null, ...collections].map((collection) => (
                  <button
                    key={collection ?? ''}
                    type="button"
                    className="chip"
                    aria-pressed={route.collection === collection}
                    onClick={() => change({ collection })}
                  >
                    {collection ?? 'All collections'}
                  </button>
                ))}
              </div>
            )}
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
        </search>
        <div ref={list}>
          <Answer
            query={route.query}
            filtered={route.collection !== null || mode !== 'hybrid'}
            status={status}
            answer={answer}
            more={more}
            clear={() => change({ collection: null, mode: 'hybrid' })}
          />
        </div>
      </div>
    </div>
  );
}
