// A file from a known place brought other words: a new version, or a document of its own?

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DocumentView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { useDocuments } from '../../state/documents';
import { addPaths, refresh } from '../../state/queue';

interface VersionOfferProps {
  /** The new one. */
  document: string;
  path: string;
  /** The one that is here. */
  offered: string;
  /** Whether the new one waits unread until this is answered. */
  waits: boolean;
  /** Answered: what it has become a version of, or null where it stays its own. */
  settled: (made: DocumentView | null) => void;
}

export function VersionOffer({ document, path, offered, waits, settled }: VersionOfferProps) {
  const host = useHost();
  const client = useQueryClient();
  const list = useDocuments();
  const earlier = list.data?.documents.find(({ document_id }) => document_id === offered);
  const title = earlier?.title ?? 'a document that is here';
  const supersede = useMutation({
    mutationFn: () => host.call('documents_supersede', { document, supersedes: offered }),
    onSuccess: (made) => {
      settled(made);
      refresh(client);
      announce(`It is version ${made.version} of ${made.title} now.`);
    },
  });
  const keep = () => {
    settled(null);
    if (waits) addPaths(host, client, [path], true);
  };
  return (
    <div className="offer" role="group" aria-label={`New version of ${title}?`}>
      <p>
        This looks like a new version of <strong>{title}</strong>.
      </p>
      <button
        type="button"
        className="button small primary"
        disabled={supersede.isPending}
        onClick={() => supersede.mutate()}
      >
        {supersede.isPending ? 'Reading it…' : 'Make it the new version'}
      </button>
      <button type="button" className="button small" disabled={supersede.isPending} onClick={keep}>
        Keep as its own document
      </button>
      {supersede.isError && <ErrorNotice error={supersede.error} />}
    </div>
  );
}
