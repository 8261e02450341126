// Watching one more folder: its path, where its documents go, and what happens with changes.

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WatchList, WatchMode } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { type Choice, Choices } from '../../parts/Choices';
import { ErrorNotice } from '../../parts/Notice';
import { FolderField, pathOf } from './FolderField';

const MODES: Choice<WatchMode>[] = [
  { value: 'ask', label: 'Ask me', words: 'Changes are marked and wait until you take them in.' },
  {
    value: 'automatic',
    label: 'Automatically',
    words: 'New files are added and changed ones become new versions at once.',
  },
];

interface WatchFormProps {
  collections: string[];
  settle: (found: WatchList) => void;
}

export function WatchForm({ collections, settle }: WatchFormProps) {
  const host = useHost();
  const [path, setPath] = useState('');
  const [collection, setCollection] = useState('default');
  const [mode, setMode] = useState<WatchMode>('ask');
  const add = useMutation({
    mutationFn: (asked: string) => host.call('watch_add', { path: asked, collection, mode }),
    onSuccess: (found, asked) => {
      settle(found);
      setPath('');
      announce(`${asked} is watched.`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = pathOf(path);
    if (asked !== '' && collection.trim() !== '') add.mutate(asked);
  };
  return (
    <details className="watch-form">
      <summary>Watch a folder…</summary>
      <form onSubmit={submit}>
        <FolderField id="watch-path" value={path} change={setPath} />
        <label className="stacked">
          Collection for its documents
          <input
            type="text"
            value={collection}
            list="collections"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setCollection(event.target.value)}
          />
        </label>
        <datalist id="collections">
          {collections.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Choices
          legend="When something changes"
          name="watch-mode"
          choices={MODES}
          value={mode}
          choose={setMode}
        />
        {add.isError && <ErrorNotice error={add.error} />}
        <button
          type="submit"
          className="button"
          disabled={add.isPending || path.trim() === '' || collection.trim() === ''}
        >
          {add.isPending ? 'Looking at it…' : 'Watch'}
        </button>
      </form>
    </details>
  );
}
