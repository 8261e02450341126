// The library: what is on its way in, and what is there.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Status } from '../../api';
import { useHost } from '../../api';
import { Empty, ErrorNotice } from '../../parts/Notice';
import { useScrollMemory } from '../../parts/useScrollMemory';
import { addSamples, useQueue } from '../../state/queue';
import { AddByPath } from './AddByPath';
import { Documents } from './Documents';
import { QueueList } from './QueueList';

export function Library({ status }: { status: Status }) {
  const host = useHost();
  const client = useQueryClient();
  const queue = useQueue();
  const box = useRef<HTMLDivElement>(null);
  const list = useQuery({
    queryKey: ['documents'],
    queryFn: () => host.call('documents_list', {}),
  });
  useScrollMemory(box, list.isSuccess);
  useEffect(() => {
    document.title = 'Library – Loci';
  }, []);
  const samples = () => addSamples(host, client);
  const documents = list.data?.documents ?? [];
  const nothing = list.isSuccess && documents.length === 0 && queue.rows.length === 0;
  return (
    <div className="scroll" ref={box}>
      <div className="column">
        <header className="place-head">
          <h1>Library</h1>
          {documents.length > 0 && (
            <button type="button" className="button" data-testid="samples" onClick={samples}>
              Add the samples
            </button>
          )}
        </header>
        <AddByPath />
        <QueueList queue={queue} />
        {list.isPending && <LoadingRows />}
        {list.isError && (
          <ErrorNotice error={list.error}>
            <button type="button" className="button" onClick={() => void list.refetch()}>
              Try again
            </button>
          </ErrorNotice>
        )}
        {nothing && !queue.looking && (
          <Empty
            kind="nothing-stored"
            title="Nothing stored yet"
            action={
              <button
                type="button"
                className="button primary"
                data-testid="samples"
                onClick={samples}
              >
                Try the samples
              </button>
            }
          >
            <p>
              Drop files or a folder anywhere on this window: PDF, Word, HTML, Markdown and text.
              Originals are encrypted before they are read, and nothing leaves this computer.
            </p>
          </Empty>
        )}
        {documents.length > 0 && (
          <Documents documents={documents} collections={status.vault?.collections ?? {}} />
        )}
      </div>
    </div>
  );
}

function LoadingRows() {
  return (
    <div className="skeleton" role="status" aria-label="Loading the documents">
      <i />
      <i />
      <i />
    </div>
  );
}
