// The other way in beside the drop: a file or folder by its path.

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useHost } from '../../api';
import { Icon } from '../../parts/Icon';
import { addPaths } from '../../state/queue';

export function AddByPath() {
  const host = useHost();
  const client = useQueryClient();
  const [path, setPath] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = path.trim().replace(/^"(.*)"$/, '$1');
    if (asked === '') return;
    addPaths(host, client, [asked]);
    setPath('');
  };
  return (
    <form className="add" onSubmit={submit}>
      <p className="add-words" id="add-words">
        <Icon name="drop" />
        Drop files anywhere on the window, or add a file or folder by its path:
      </p>
      <div className="add-row">
        <input
          type="text"
          aria-label="Path of a file or folder"
          aria-describedby="add-words"
          placeholder="/home/you/papers"
          value={path}
          spellCheck={false}
          autoComplete="off"
          data-testid="add-path"
          onChange={(event) => setPath(event.target.value)}
        />
        <button type="submit" className="button" disabled={path.trim() === ''}>
          Add
        </button>
      </div>
    </form>
  );
}
