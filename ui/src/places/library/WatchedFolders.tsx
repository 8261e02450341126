// Folders whose files are looked at again: what changed, what is new, what is gone, and taking it in.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WatchList } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Icon } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { count } from '../../parts/words';
import { areListedStale } from '../../state/documents';
import { refresh } from '../../state/queue';
import { FolderRow } from './FolderRow';
import { WatchForm } from './WatchForm';

export function WatchedFolders({ collections }: { collections: string[] }) {
  const host = useHost();
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['folders'],
    queryFn: async () => {
      const found = await host.call('watch_list', {});
      // looking marks documents as stale
      const stale = found.folders.flatMap(({ changed, gone }) => [...changed, ...gone]);
      const ids = stale.map(({ document_id }) => document_id);
      if (!areListedStale(client, ids)) void client.invalidateQueries({ queryKey: ['documents'] });
      return found;
    },
  });
  const look = useMutation({
    mutationFn: () => host.call('watch_scan', {}),
    onSuccess: (found) => {
      client.setQueryData<WatchList>(['folders'], found);
      void client.invalidateQueries({ queryKey: ['documents'] });
      announce(`Looked at ${count(found.folders.length, 'folder')}.`);
    },
  });
  const settle = (found: WatchList) => {
    client.setQueryData<WatchList>(['folders'], found);
    refresh(client);
  };
  const folders = list.data?.folders ?? [];
  return (
    <section className="folders" aria-labelledby="folders-title">
      <header className="section-head">
        <h2 id="folders-title" tabIndex={-1}>
          Watched folders
        </h2>
        <p className="section-note">
          {list.isPending && 'looking…'}
          {list.isSuccess && (folders.length === 0 ? 'none yet' : count(folders.length, 'folder'))}
        </p>
        {folders.length > 0 && (
          <button
            type="button"
            className="button small"
            disabled={look.isPending}
            onClick={() => look.mutate()}
          >
            <Icon name="again" /> {look.isPending ? 'Looking…' : 'Look now'}
          </button>
        )}
      </header>
      {list.isError && (
        <ErrorNotice error={list.error}>
          <button type="button" className="button" onClick={() => void list.refetch()}>
            Try again
          </button>
        </ErrorNotice>
      )}
      {look.isError && <ErrorNotice error={look.error} />}
      {folders.length > 0 && (
        <ul className="folder-rows">
          {folders.map((folder) => (
            <FolderRow key={folder.path} folder={folder} settle={settle} />
          ))}
        </ul>
      )}
      <WatchForm collections={collections} settle={settle} />
    </section>
  );
}
