// The other ways in beside the drop: files and folders picked, or named by their path.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useHost } from '../../api';
import { Icon } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { addPaths } from '../../state/queue';
import { pathOf } from './FolderField';

export function AddByPath() {
  const host = useHost();
  const client = useQueryClient();
  const [path, setPath] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = pathOf(path);
    if (asked === '') return;
    addPaths(host, client, [asked]);
    setPath('');
  };
  const pick = useMutation({
    mutationFn: (what: 'files' | 'folder') => host.pick(what),
    onSuccess: (paths) => paths.length > 0 && addPaths(host, client, paths),
  });
  return (
    <form className="add" onSubmit={submit}>
      <p className="add-words" id="add-words">
        <Icon name="drop" />
        Drop files anywhere on the window, pick them, or give a path:
      </p>
      <div className="row-buttons">
        <button
          type="button"
          className="button"
          data-testid="pick-files"
          disabled={pick.isPending}
          onClick={() => pick.mutate('files')}
        >
          Add files…
        </button>
        <button
          type="button"
          className="button"
          data-testid="pick-folder"
          disabled={pick.isPending}
          onClick={() => pick.mutate('folder')}
        >
          Add a folder…
        </button>
      </div>
      {pick.isError && <ErrorNotice error={pick.error} />}
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
