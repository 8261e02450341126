// Everything about one document: what it is as a publication, its versions, whether it is whole, and the
// way out.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentView } from '../../api';
import { useHost } from '../../api';
import { Loaded } from '../../parts/Loaded';
import { Place } from '../../parts/Place';
import { count, FORMATS, momentInWords, sizeInWords, STAGES } from '../../parts/words';
import { useDocuments } from '../../state/documents';
import { formatRoute, navigate, reading } from '../../state/router';
import { CitationsOf } from '../citations/CitationsOf';
import { DeleteDialog } from '../forget/DeleteDialog';
import { offeredFor } from '../library/fold';
import { VersionOffer } from '../library/VersionOffer';
import { Check } from './Check';
import { ReferencePart } from './ReferencePart';
import { Versions } from './Versions';

export function DocumentPage({ id }: { id: string }) {
  const host = useHost();
  const [deleting, setDeleting] = useState<DocumentView | null>(null);
  const shown = useQuery({
    queryKey: ['documents', id],
    queryFn: () => host.call('documents_show', { document: id }),
  });
  const document = shown.data;
  const head = document !== undefined && (
    <>
      {document.state === 'indexed' && (
        <a className="button primary" href={formatRoute(reading(document.document_id))}>
          Read
        </a>
      )}
      <button type="button" className="button danger" onClick={() => setDeleting(document)}>
        Delete…
      </button>
    </>
  );
  return (
    <Place title={document?.title ?? 'Document'} ready={shown.isSuccess} head={head} back>
      <Loaded query={shown} what="the document">
        {(loaded) => <Parts document={loaded} />}
      </Loaded>
      <DeleteDialog
        document={deleting}
        close={(deleted) => {
          setDeleting(null);
          if (deleted) navigate({ place: 'library' });
        }}
      />
    </Place>
  );
}

function Parts({ document }: { document: DocumentView }) {
  const { document_id, reason, state, definitions } = document;
  return (
    <>
      {document.superseded_by !== null && (
        <p className="degraded">
          <strong>A later version has replaced this one.</strong>{' '}
          <a
            className="link"
            href={formatRoute({ place: 'document', document: document.superseded_by })}
          >
            Go to the later version
          </a>
        </p>
      )}
      {document.freshness === 'stale' && (
        <p className="degraded">
          <strong>Stale.</strong> Its file has changed or is gone. A change is taken in under
          Watched folders, in the library.
        </p>
      )}
      <Offer document={document} />
      {reason !== null && reason.code !== 'duplicate' && (
        <p className="degraded">
          <strong>{reason.message}</strong> {reason.hint}
        </p>
      )}
      <ReferencePart document={document} />
      <section className="part" aria-labelledby="file-title">
        <h2 id="file-title">File</h2>
        <dl className="facts">
          {fileFacts(document).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={name === 'SHA-256' ? 'hex' : ''}>{value}</dd>
            </div>
          ))}
          {definitions > 0 && (
            <div>
              <dt>Definitions</dt>
              <dd>
                {definitions}{' '}
                <a className="link" href={formatRoute({ place: 'definitions', show: document_id })}>
                  Show them
                </a>
              </dd>
            </div>
          )}
        </dl>
        {document.warnings.map((warning) => (
          <p key={warning} className="document-warning">
            {warning}
          </p>
        ))}
      </section>
      <Versions document={document} />
      {state === 'indexed' && <CitationsOf document={document_id} />}
      {state === 'indexed' && <Check id={document_id} />}
    </>
  );
}

/** For a file that was turned away since its place is known: the question that waits. */
function Offer({ document }: { document: DocumentView }) {
  const list = useDocuments(document.reason?.code === 'duplicate');
  const offered = offeredFor(document, list.data?.documents ?? []);
  if (offered === null) return null;
  return (
    <VersionOffer
      document={document.document_id}
      path={document.path}
      offered={offered}
      waits
      settled={() => undefined}
    />
  );
}

function fileFacts(document: DocumentView): [string, string][] {
  const facts: [string, string][] = [
    ['State', STAGES[document.state]],
    ['Format', FORMATS[document.format]],
    ['Path', document.path],
    ['Size', sizeInWords(document.size_bytes)],
    ['Collection', document.collections.join(', ')],
    ['Added', momentInWords(document.added_at)],
  ];
  if (document.source_url !== null) facts.push(['Address', document.source_url]);
  if (document.pages > 0) facts.push(['Pages', String(document.pages)]);
  if (document.chunks > 0) facts.push(['Passages', count(document.chunks, 'passage')]);
  facts.push(['SHA-256', document.sha256]);
  return facts;
}
