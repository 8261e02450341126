// The document's title, where it came from, and how to look at it.

import type { DocumentView } from '../../api';
import { Icon } from '../../parts/Icon';
import { SHORTCUTS } from '../../parts/shortcuts';
import { count, dayInWords, FORMATS } from '../../parts/words';
import { formatRoute, reading } from '../../state/router';
import { type View, VIEWS } from './views';

interface ReaderHeadProps {
  document: DocumentView;
  views: View[];
  current: View;
  show: (view: View) => void;
  zoom: ((by: number) => void) | null;
  panel: { open: boolean; toggle: () => void };
  cite: () => void;
  note: () => void;
}

export function ReaderHead(props: ReaderHeadProps) {
  const { document, views, current, show, zoom, panel, cite, note } = props;
  const facts = [FORMATS[document.format], document.name];
  if (document.pages > 0) facts.push(count(document.pages, 'page'));
  if (document.supersedes !== null || document.superseded_by !== null)
    facts.push(`version ${document.version}`);
  facts.push(dayInWords(document.added_at));
  return (
    <header className="reader-head">
      <button
        type="button"
        className="quiet"
        aria-label="Back"
        title="Back (Esc)"
        onClick={() => window.history.back()}
      >
        <Icon name="back" />
      </button>
      <div className="reader-title">
        <h1>{document.title}</h1>
        <p title={document.path}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <button
        type="button"
        className="quiet"
        aria-pressed={panel.open}
        aria-label="Outline, terms and citations"
        title={`Outline, terms and citations (${SHORTCUTS.panel.keys})`}
        data-testid="panel-toggle"
        onClick={panel.toggle}
      >
        <Icon name="outline" />
      </button>
      <button
        type="button"
        className="quiet"
        title={`Highlight the selection, or note on it (${SHORTCUTS.highlight.keys})`}
        data-testid="note-on"
        onMouseDown={(event) => event.preventDefault()}
        onClick={note}
      >
        <Icon name="notes" /> Note
      </button>
      <button
        type="button"
        className="quiet"
        title={`Keep the selection or the passage as a citation (${SHORTCUTS.cite.keys})`}
        data-testid="cite"
        // the selection must outlive the press
        onMouseDown={(event) => event.preventDefault()}
        onClick={cite}
      >
        <Icon name="citations" /> Cite
      </button>
      <a
        className="quiet"
        href={formatRoute({ place: 'document', document: document.document_id })}
        aria-label="Details"
        title={`Details (${SHORTCUTS.details.keys})`}
      >
        <Icon name="details" />
      </a>
      {zoom !== null && (
        <div className="switch" role="group" aria-label="Size of the pages">
          <button type="button" aria-label="Smaller" onClick={() => zoom(1 / 1.2)}>
            −
          </button>
          <button type="button" aria-label="Larger" onClick={() => zoom(1.2)}>
            +
          </button>
        </div>
      )}
      {views.length > 1 && (
        <div className="switch" role="group" aria-label="View">
          {views.map((view) => (
            <button
              key={view}
              type="button"
              aria-pressed={view === current}
              onClick={() => show(view)}
            >
              {VIEWS[view]}
            </button>
          ))}
        </div>
      )}
    </header>
  );
}

/** Said above the text where it is not the latest word. */
export function VersionNote({ document }: { document: DocumentView }) {
  const { superseded_by, superseded_at, freshness } = document;
  if (superseded_by !== null) {
    const when = superseded_at === null ? '' : ` on ${dayInWords(superseded_at)}`;
    return (
      <p className="version-note" role="note">
        <strong>Superseded.</strong> A later version replaced this one{when}.{' '}
        <a className="link" href={formatRoute(reading(superseded_by))}>
          Open the later version
        </a>
      </p>
    );
  }
  if (freshness === 'current') return null;
  return (
    <p className="version-note" role="note">
      <strong>Stale.</strong> Its file has changed or is gone since it was read.{' '}
      <a className="link" href={formatRoute({ place: 'library', show: 'stale' })}>
        Show stale documents
      </a>
    </p>
  );
}
