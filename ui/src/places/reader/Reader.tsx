// A source, with the evidence shown where it stands.

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Failure, useHost } from '../../api';
import { Empty, ErrorNotice } from '../../parts/Notice';
import { navigate, type RouteOf } from '../../state/router';
import { OpenDocument } from './OpenDocument';

export function Reader({ route }: { route: RouteOf<'read'> }) {
  const host = useHost();
  const { document: id } = route;
  const view = useQuery({
    queryKey: ['read', id],
    queryFn: () => host.call('document_read', { document: id }),
    gcTime: 60_000,
  });
  const title = view.data?.document.title;
  useEffect(() => {
    document.title = title === undefined ? 'Loci' : `${title} – Loci`;
  }, [title]);
  if (view.data !== undefined) return <OpenDocument route={route} view={view.data} />;
  return (
    <div className="scroll">
      <div className="column">
        <h1 className="sr-only">Reader</h1>
        {view.isPending ? (
          <div className="skeleton page-skeleton" role="status" aria-label="Opening the document">
            <i />
            <i />
            <i />
          </div>
        ) : (
          <Gone error={view.error} again={() => void view.refetch()} />
        )}
      </div>
    </div>
  );
}

function Gone({ error, again }: { error: unknown; again: () => void }) {
  const gone = error instanceof Failure && error.code === 'not_found';
  return (
    <Empty
      kind="failed"
      title="This document cannot be opened"
      action={
        gone ? (
          <button type="button" className="button" onClick={() => navigate({ place: 'library' })}>
            Go to the library
          </button>
        ) : (
          <button type="button" className="button" onClick={again}>
            Try again
          </button>
        )
      }
    >
      <ErrorNotice error={error} />
    </Empty>
  );
}
