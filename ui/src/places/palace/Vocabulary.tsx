// The words by which nodes find their rooms: Loci's own and learnt ones, each visible and switched off
// with one press; new ones by hand or from a file.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import type { VocabularyList, VocabularyRequest } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Loaded } from '../../parts/Loaded';
import { ErrorNotice } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { count } from '../../parts/words';
import { usePalace } from '../../state/palace';
import { refreshKnowledge } from '../review/refresh';
import { Patterns } from './Patterns';
import { PlaceField, readPlace, roomsOf } from './PlaceField';

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
        any ending, and <code>|</code> parts one word from the next. A file has one pattern a line:{' '}
        <code>law/contracts | 0.9 | tender* | bidder*</code>.
      </p>
      <Loaded query={list} what="the vocabulary">
        {(loaded) => (
          <>
            <Add list={loaded} change={(asked) => change.mutate(asked)} busy={change.isPending} />
            {change.isError && <ErrorNotice error={change.error} />}
            {(change.data?.refused.length ?? 0) > 0 && (
              <Refused lines={change.data?.refused ?? []} />
            )}
            <Patterns entries={loaded.entries} change={(asked) => change.mutate(asked)} />
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
