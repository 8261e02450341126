// The document's title, where it came from, and how to look at it.

import type { DocumentView } from '../../api';
import { Icon } from '../../parts/Icon';
import { count, dayInWords, FORMATS } from '../../parts/words';
import { type View, VIEWS } from './views';

interface ReaderHeadProps {
  document: DocumentView;
  views: View[];
  current: View;
  show: (view: View) => void;
  zoom: ((by: number) => void) | null;
}

export function ReaderHead({ document, views, current, show, zoom }: ReaderHeadProps) {
  const facts = [FORMATS[document.format], document.name];
  if (document.pages > 0) facts.push(count(document.pages, 'page'));
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
