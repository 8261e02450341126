// The library: what is on its way in, what is watched, and what is there.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentView, Status } from '../../api';
import { useHost } from '../../api';
import { Loaded } from '../../parts/Loaded';
import { Empty } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { count } from '../../parts/words';
import { useDocuments } from '../../state/documents';
import { addSamples, useQueue } from '../../state/queue';
import { formatRoute, replaceRoute, type RouteOf } from '../../state/router';
import { DeleteDialog } from '../forget/DeleteDialog';
import { AddByPath } from './AddByPath';
import { Documents } from './Documents';
import { ImportLibrary } from './ImportLibrary';
import { QueueList } from './QueueList';
import { WatchedFolders } from './WatchedFolders';

interface LibraryProps {
  route: RouteOf<'library'>;
  status: Status;
  regenerate: () => void;
}

export function Library({ route, status, regenerate }: LibraryProps) {
  const host = useHost();
  const client = useQueryClient();
  const quiet = useQueue(({ rows, looking }) => rows.length === 0 && !looking);
  const [deleting, setDeleting] = useState<DocumentView | null>(null);
  const list = useDocuments();
  const samples = () => addSamples(host, client);
  const documents = list.data?.documents ?? [];
  const collections = status.vault?.collections ?? {};
  const nothing = list.isSuccess && documents.length === 0 && quiet;
  const head = documents.length > 0 && (
    <>
      <a className="button" href={formatRoute({ place: 'certificates' })}>
        Certificates
      </a>
      <button type="button" className="button" onClick={regenerate}>
        Regenerate…
      </button>
      <button type="button" className="button" data-testid="samples" onClick={samples}>
        Add the samples
      </button>
    </>
  );
  return (
    <Place title="Library" ready={list.isSuccess} head={head}>
      <StaleBanner documents={documents} route={route} />
      <AddByPath />
      <QueueList />
      <ImportLibrary />
      <WatchedFolders collections={Object.keys(collections)} />
      <Loaded query={list} what="the documents">
        {() =>
          documents.length > 0 && (
            <Documents
              route={route}
              documents={documents}
              collections={collections}
              remove={setDeleting}
            />
          )
        }
      </Loaded>
      {nothing && <NothingStored samples={samples} />}
      <DeleteDialog document={deleting} close={() => setDeleting(null)} />
    </Place>
  );
}

function StaleBanner({
  documents,
  route,
}: {
  documents: DocumentView[];
  route: RouteOf<'library'>;
}) {
  const stale = documents.filter(({ freshness }) => freshness === 'stale').length;
  if (stale === 0) return null;
  const words =
    stale === 1
      ? '1 document is stale: its file has changed or is gone.'
      : `${count(stale, 'document')} are stale: their files have changed or are gone.`;
  return (
    <div className="degraded banner" role="status" data-testid="stale-banner">
      <p>
        <strong>{words}</strong> What was read stays searchable until you take the change in.
      </p>
      <button
        type="button"
        className="button small"
        onClick={() => replaceRoute({ ...route, show: 'stale', collection: undefined })}
      >
        Show them
      </button>
    </div>
  );
}

function NothingStored({ samples }: { samples: () => void }) {
  return (
    <Empty
      kind="nothing-stored"
      title="Nothing stored yet"
      action={
        <button type="button" className="button primary" data-testid="samples" onClick={samples}>
          Try the samples
        </button>
      }
    >
      <p>
        Drop files or a folder anywhere on this window: PDF, Word, slides, spreadsheets, EPUB, HTML,
        Markdown, mail and text. Originals are encrypted before they are read, and nothing leaves
        this computer.
      </p>
    </Empty>
  );
}
