// One stored document: what it is, how far it has come, its earlier versions, and the ways on.

import { useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import type { DocumentView } from '../../api';
import { useHost } from '../../api';
import { Icon } from '../../parts/Icon';
import { IconButton } from '../../parts/IconButton';
import { authorsAndYear, count, dayInWords, FORMATS, sizeInWords, STAGES } from '../../parts/words';
import { addPaths, isFinal, isRunning, useQueue } from '../../state/queue';
import { formatRoute, reading } from '../../state/router';
import type { Shelf } from './fold';
import { VersionOffer } from './VersionOffer';

interface DocumentRowProps {
  shelf: Shelf;
  /** The document whose new version this one, unread, may be. */
  offered: string | null;
  remove: (document: DocumentView) => void;
}

function Row({ shelf, offered, remove }: DocumentRowProps) {
  const host = useHost();
  const client = useQueryClient();
  const running = useQueue(isRunning);
  const [unfolded, setUnfolded] = useState(false);
  const { document, earlier } = shelf;
  const { document_id, title, state, reason } = document;
  const versions = `versions-${document_id}`;
  const asked = offered !== null && !running;
  return (
    <li className="document-row" data-testid="document-row" data-state={state}>
      <div className="document-main">
        <Title document={document} />
        <Facts document={document} />
        <Publication document={document} />
      </div>
      {state !== 'indexed' && (
        <span className="state">{asked ? 'Waits for your word' : STAGES[state]}</span>
      )}
      {!isFinal(state) && !running && (
        <button
          type="button"
          className="button small"
          onClick={() => addPaths(host, client, [document.path])}
        >
          Continue
        </button>
      )}
      <span className="row-actions">
        {earlier.length > 0 && (
          <button
            type="button"
            className="quiet"
            aria-expanded={unfolded}
            aria-controls={versions}
            onClick={() => setUnfolded(!unfolded)}
          >
            {count(earlier.length, 'earlier version')}
            <span className="sr-only"> of {title}</span>
          </button>
        )}
        <a
          className="quiet"
          href={formatRoute({ place: 'document', document: document_id })}
          aria-label={`Details of ${title}`}
          title="Details"
        >
          <Icon name="details" />
        </a>
        <IconButton
          icon="trash"
          label={`Delete ${title}`}
          title="Delete"
          press={() => remove(document)}
        />
      </span>
      {asked && (
        <VersionOffer
          document={document_id}
          path={document.path}
          offered={offered}
          waits
          settled={() => undefined}
        />
      )}
      {reason !== null && !asked && (
        <p className="document-reason">
          <Icon name="warning" />
          <span>
            {reason.message} <em>{reason.hint}</em>
          </span>
        </p>
      )}
      {document.warnings.map((warning) => (
        <p key={warning} className="document-warning">
          {warning}
        </p>
      ))}
      {unfolded && (
        <ul className="earlier" id={versions} aria-label={`Earlier versions of ${title}`}>
          {earlier.map((version) => (
            <li key={version.document_id}>
              <a className="link" href={formatRoute(reading(version.document_id))}>
                Version {version.version}
              </a>
              <span>
                added {dayInWords(version.added_at)}
                {version.superseded_at !== null &&
                  ` · superseded ${dayInWords(version.superseded_at)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Shelves are folded anew with every list; a row is drawn anew only where its documents changed. */
export const DocumentRow = memo(
  Row,
  (before, now) =>
    before.offered === now.offered &&
    before.remove === now.remove &&
    before.shelf.document === now.shelf.document &&
    before.shelf.earlier.length === now.shelf.earlier.length &&
    before.shelf.earlier.every((version, at) => version === now.shelf.earlier[at]),
);

function Title({ document }: { document: DocumentView }) {
  const { document_id, title, state } = document;
  if (state !== 'indexed') {
    return (
      <span className="document-title" tabIndex={-1} data-item={document_id}>
        {title}
      </span>
    );
  }
  return (
    <a className="document-title" href={formatRoute(reading(document_id))} data-item={document_id}>
      {title}
    </a>
  );
}

function Facts({ document }: { document: DocumentView }) {
  const { format, version, supersedes, superseded_by, freshness } = document;
  const parts = [document.name];
  if (document.pages > 0) parts.push(count(document.pages, 'page'));
  if (document.chunks > 0) parts.push(count(document.chunks, 'passage'));
  if (document.definitions > 0) parts.push(count(document.definitions, 'definition'));
  parts.push(sizeInWords(document.size_bytes), document.collections.join(', '));
  // a date is not torn apart at a line's end
  parts.push(dayInWords(document.added_at).replaceAll(' ', '\u00a0'));
  return (
    <p className="document-facts" title={document.path}>
      <span className="format">{FORMATS[format]}</span>
      {superseded_by !== null ? (
        <span className="format">v{version}, superseded</span>
      ) : (
        supersedes !== null && (
          <span className="format">
            v{version} of {version}
          </span>
        )
      )}
      {freshness === 'stale' && (
        <span className="format stale" title="Its file has changed or is gone">
          Stale
        </span>
      )}
      <span>{parts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}

function Publication({ document }: { document: DocumentView }) {
  const { reference } = document;
  const said = authorsAndYear(reference);
  const parts = [said, reference.doi === null ? '' : `DOI ${reference.doi}`].filter(Boolean);
  return parts.length === 0 ? null : <p className="document-publication">{parts.join(' · ')}</p>;
}
