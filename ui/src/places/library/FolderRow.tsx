// One watched folder: its last look, what it found, and what to do about it.

import { useMutation } from '@tanstack/react-query';
import type { WatchedFolder, WatchList } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Icon } from '../../parts/Icon';
import { IconButton } from '../../parts/IconButton';
import { ErrorNotice, ProblemNotice } from '../../parts/Notice';
import { count, momentInWords } from '../../parts/words';

interface FolderRowProps {
  folder: WatchedFolder;
  settle: (found: WatchList) => void;
}

export function FolderRow({ folder, settle }: FolderRowProps) {
  const host = useHost();
  const { path, collection, mode, looked_at, problem } = folder;
  const remove = useMutation({
    mutationFn: () => host.call('watch_remove', { path }),
    onSuccess: (found) => {
      settle(found);
      announce(`${path} is no longer watched. Its documents stay.`);
    },
  });
  const take = useMutation({
    mutationFn: async () => {
      const taken = await host.call('watch_take', { path });
      return { taken, found: await host.call('watch_list', {}) };
    },
    onSuccess: ({ taken, found }) => {
      settle(found);
      announce(`${count(taken.documents.length, 'file')} taken in.`);
    },
  });
  const waiting = folder.changed.length + folder.new.length;
  return (
    <li className="folder-row" data-testid="folder-row">
      <div className="folder-head">
        <Icon name="folder" />
        <div className="folder-main">
          <p className="folder-path">{path}</p>
          <p className="folder-note">
            to {collection} · {mode === 'ask' ? 'asks first' : 'automatic'} ·{' '}
            {looked_at === null ? 'not looked at yet' : `looked at ${momentInWords(looked_at)}`}
          </p>
        </div>
        {waiting > 0 && (
          <button
            type="button"
            className="button small"
            disabled={take.isPending}
            onClick={() => take.mutate()}
          >
            {take.isPending ? 'Taking in…' : 'Take changes in'}
            <span className="sr-only"> of {path}</span>
          </button>
        )}
        <IconButton
          icon="close"
          label={`Stop watching ${path}`}
          title="Stop watching"
          disabled={remove.isPending}
          press={() => remove.mutate()}
        />
      </div>
      {take.isPending && (
        <div className="folder-taking">
          <progress aria-label="Taking changes in" />
          <button
            type="button"
            className="button small"
            onClick={() => void host.call('ingest_cancel', {}).catch(() => undefined)}
          >
            Stop
          </button>
        </div>
      )}
      <div className="folder-found">
        <Files kind="changed" paths={folder.changed.map((change) => change.path)} />
        <Files kind="new" paths={folder.new} />
        <Files kind="gone" paths={folder.gone.map((change) => change.path)} />
        {looked_at !== null && waiting + folder.gone.length === 0 && (
          <span className="folder-note">Nothing has changed.</span>
        )}
      </div>
      {problem !== null && <ProblemNotice problem={problem} />}
      {take.isError && <ErrorNotice error={take.error} />}
      {remove.isError && <ErrorNotice error={remove.error} />}
    </li>
  );
}

const MOST_SHOWN = 200;

function Files({ kind, paths }: { kind: string; paths: string[] }) {
  if (paths.length === 0) return null;
  return (
    <details className="folder-files">
      <summary>
        {paths.length} {kind}
      </summary>
      {kind === 'gone' && (
        <p className="folder-note">Their documents stay until you delete them.</p>
      )}
      <ul>
        {paths.slice(0, MOST_SHOWN).map((path) => (
          <li key={path}>{path}</li>
        ))}
        {paths.length > MOST_SHOWN && <li>and {paths.length - MOST_SHOWN} more</li>}
      </ul>
    </details>
  );
}
