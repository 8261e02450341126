// The words by which nodes find their rooms: Loci's own and learnt ones, each visible and switched off
// with one press; new ones by hand or from a file.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useMemo, useRef, useState } from 'react';
import type { VocabularyEntry, VocabularyList, VocabularyRequest } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Chips } from '../../parts/Chips';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { Loaded } from '../../parts/Loaded';
import { ErrorNotice } from '../../parts/Notice';
import { ORIGINS } from '../../parts/knowing';
import { Place } from '../../parts/Place';
import { useListKeys } from '../../parts/useListKeys';
import { count, dayInWords } from '../../parts/words';
import { refreshKnowledge } from '../review/refresh';
import { usePalace } from './Palace';
import { PlaceField, readPlace, roomsOf, written } from './PlaceField';

type Show = 'all' | 'learnt' | 'builtin' | 'off';

const SHOWN: Record<Show, string> = {
  all: 'All',
  learnt: 'Learnt',
  builtin: ORIGINS.builtin,
  off: 'Switched off',
};

function isShown({ origin, active }: VocabularyEntry, show: Show): boolean {
  if (show === 'off') return !active;
  return show === 'all' || (origin === 'builtin') === (show === 'builtin');
}

export function Vocabulary() {
  const host = useHost();
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['vocabulary'],
    queryFn: () => host.call('palace_vocabulary', {}),
  });
  const change = useMutation({
    mutationFn: (asked: VocabularyRequest) => host.call('palace_vocabulary_change', asked),
    onSuccess: (answer, asked) => {
      client.setQueryData<VocabularyList>(['vocabulary'], { ...answer, refused: [] });
      announce(saidOf(asked, answer));
      void refreshKnowledge(client);
    },
  });
  return (
    <Place title="Vocabulary" ready={list.isSuccess} back>
      <p className="sheet-words">
        A node goes where its words lead. A pattern holds words; a final <code>*</code> stands for
        any ending, and <code>|</code> parts one word from another that means the same.
      </p>
      <Loaded query={list} what="the vocabulary">
        {(loaded) => (
          <>
            <Add list={loaded} change={(asked) => change.mutate(asked)} busy={change.isPending} />
            {change.isError && <ErrorNotice error={change.error} />}
            {(change.data?.refused.length ?? 0) > 0 && (
              <Refused lines={change.data?.refused ?? []} />
            )}
            <Entries entries={loaded.entries} change={(asked) => change.mutate(asked)} />
          </>
        )}
      </Loaded>
    </Place>
  );
}

function saidOf(asked: VocabularyRequest, { refused }: VocabularyList): string {
  if (asked.change === 'add') return `“${asked.pattern}” is added.`;
  if (asked.change === 'switch') {
    return `“${asked.pattern}” is ${asked.active ? 'used' : 'no longer used'}.`;
  }
  return refused.length === 0
    ? 'The file’s patterns are added.'
    : `${count(refused.length, 'line')} of the file refused.`;
}

function Refused({ lines }: { lines: string[] }) {
  return (
    <section className="degraded" aria-labelledby="refused-title" data-testid="refused-lines">
      <h2 id="refused-title">Refused: {count(lines.length, 'line')}; the others were taken</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

interface AddProps {
  list: VocabularyList;
  change: (asked: VocabularyRequest) => void;
  busy: boolean;
}

function Add({ list, change, busy }: AddProps) {
  const palace = usePalace();
  const file = useRef<HTMLInputElement>(null);
  const [pattern, setPattern] = useState('');
  const [text, setText] = useState('');
  const to = readPlace(text);
  const imported = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? [];
    if (picked === undefined) return;
    const reader = new FileReader();
    reader.onload = () => change({ change: 'import', text: String(reader.result) });
    reader.onerror = () => announce(`${picked.name} cannot be read. Nothing was changed.`);
    reader.readAsText(picked);
    // the same file can be chosen again
    target.value = '';
  };
  return (
    <form
      className="vocabulary-add"
      aria-label="Add a pattern"
      onSubmit={(event) => {
        event.preventDefault();
        if (to === null || pattern.trim() === '') return;
        change({ change: 'add', pattern: pattern.trim(), ...to });
        setPattern('');
      }}
    >
      <label className="stacked">
        Words
        <input
          type="text"
          value={pattern}
          placeholder="encrypt* | cipher"
          onChange={({ target }) => setPattern(target.value)}
        />
      </label>
      <PlaceField rooms={roomsOf(palace.data, list)} text={text} write={setText} />
      <button
        type="submit"
        className="button"
        disabled={busy || to === null || pattern.trim() === ''}
      >
        Add
      </button>
      <button
        type="button"
        className="button"
        disabled={busy}
        onClick={() => file.current?.click()}
      >
        Import a file…
      </button>
      <input
        ref={file}
        type="file"
        accept=".txt,text/plain"
        hidden
        data-testid="vocabulary-file"
        onChange={imported}
      />
    </form>
  );
}

interface EntriesProps {
  entries: VocabularyEntry[];
  change: (asked: VocabularyRequest) => void;
}

function Entries({ entries, change }: EntriesProps) {
  const box = useRef<HTMLUListElement>(null);
  const [show, setShow] = useState<Show>('all');
  const [filter, setFilter] = useState('');
  useListKeys(box, true);
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return entries.filter(
      (entry) =>
        isShown(entry, show) && `${entry.pattern} ${written(entry)}`.toLowerCase().includes(wanted),
    );
  }, [entries, show, filter]);
  return (
    <section className="part" aria-labelledby="patterns-title">
      <header className="section-head">
        <h2 id="patterns-title">Patterns</h2>
        <p className="section-note">{count(shown.length, 'pattern')}</p>
        <input
          type="search"
          className="filter"
          aria-label="Filter patterns"
          placeholder="Filter"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </header>
      <Chips
        label="Show"
        chips={(Object.keys(SHOWN) as Show[]).map((value) => ({
          value,
          label: SHOWN[value],
          count: entries.filter((entry) => isShown(entry, value)).length,
        }))}
        value={show}
        choose={setShow}
      />
      {shown.length === 0 && (
        <p className="nothing-shown" role="status">
          No pattern fits.
        </p>
      )}
      <ul className="entries" ref={box}>
        <LazyBlocks items={shown} size={60} item_rem={2.6}>
          {(block) =>
            block.map((entry) => (
              <li
                key={`${entry.pattern} ${entry.wing}`}
                className="entry pattern"
                data-testid="pattern"
              >
                <label>
                  <input
                    type="checkbox"
                    role="switch"
                    data-item={`${entry.pattern} ${entry.wing}`}
                    checked={entry.active}
                    onChange={({ target }) =>
                      change({
                        change: 'switch',
                        pattern: entry.pattern,
                        wing: entry.wing,
                        active: target.checked,
                      })
                    }
                  />
                  <code>{entry.pattern}</code>
                  <span> → {written(entry)}</span>
                </label>
                <span className="section-note">
                  {ORIGINS[entry.origin]}
                  {entry.learnt_at !== null && `, ${dayInWords(entry.learnt_at)}`}
                  {!entry.active && ' · switched off'}
                </span>
              </li>
            ))
          }
        </LazyBlocks>
      </ul>
    </section>
  );
}
