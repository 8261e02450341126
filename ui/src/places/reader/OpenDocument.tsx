// The open document: its head, the bar about the passage, and one of its views.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { PageBox, ReaderView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { useShortcuts } from '../../parts/shortcuts';
import { replaceRoute } from '../../state/router';
import { copyText } from '../../state/session';
import { ByteMap } from './bytes';
import { checkEvidence, type Evidence, placeInWords } from './evidence';
import { EvidenceBar } from './EvidenceBar';
import { FormattedView } from './FormattedView';
import { PdfView } from './PdfView';
import type { ReadRoute } from './Reader';
import { ReaderHead } from './ReaderHead';
import { TextView } from './TextView';
import { usePlacing } from './usePlacing';
import { useSteps } from './useSteps';
import { useZoom } from './useZoom';
import { type View, VIEWS, viewsOf } from './views';

const NO_BOXES: PageBox[] = [];

export function OpenDocument({ route, view }: { route: ReadRoute; view: ReaderView }) {
  const host = useHost();
  const { document: id, span } = route;
  const { document, text, html, pages } = view;
  const box = useRef<HTMLDivElement>(null);
  const [zoom, changeZoom] = useZoom(box);
  const map = useMemo(() => new ByteMap(text), [text]);
  const passage = useQuery({
    queryKey: ['passage', id, span?.start, span?.end],
    queryFn: () =>
      host.call('passage', { document: id, start: span?.start ?? 0, end: span?.end ?? 0 }),
    enabled: span !== null,
  });
  const evidence = useMemo(
    () => checkEvidence(id, span, map, passage.data, passage.isError),
    [id, span?.start, span?.end, map, passage.data, passage.isError],
  );
  const found = evidence.kind === 'found' ? evidence : null;
  const steps = useSteps(route);
  const views = viewsOf(view);
  const current = views.find((name) => name === route.view) ?? firstView(views, evidence);
  const shown = usePlacing(
    box,
    `${current} ${found?.span.start} ${found?.span.end}`,
    evidence.kind,
  );
  const show = (name: string) => replaceRoute({ ...route, view: name });
  const copy = () => {
    if (found === null) return;
    const source = `${document.title}, ${placeInWords(found.passage)}`;
    void copyText(`“${found.quote}”\n— ${source}`).then(() => announce('Copied.'));
  };
  useShortcuts({
    nextHit: steps.next,
    previousHit: steps.previous,
    view: () => show(views[(views.indexOf(current) + 1) % views.length] ?? current),
    zoomIn: () => changeZoom(1.2),
    zoomOut: () => changeZoom(1 / 1.2),
    copy,
    close: () => window.history.back(),
  });
  return (
    <div className="reader">
      <ReaderHead
        document={document}
        views={views}
        current={current}
        show={show}
        zoom={current === 'pages' ? changeZoom : null}
      />
      <EvidenceBar evidence={evidence} steps={steps} copy={copy} />
      <div
        className="scroll"
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={`${VIEWS[current]}: ${document.title}`}
        data-view={current}
      >
        {current === 'formatted' && html !== null && (
          <FormattedView
            html={html}
            map={map}
            span={found?.span ?? null}
            shown={shown}
            unmarkable={() => route.view === null && show('text')}
          />
        )}
        {current === 'text' && <TextView map={map} span={found?.span ?? null} shown={shown} />}
        {current === 'pages' && (
          <PdfView
            document={id}
            pages={pages}
            boxes={found?.passage.boxes ?? NO_BOXES}
            zoom={zoom}
            shown={shown}
          />
        )}
      </div>
    </div>
  );
}

/** The best view that can show the evidence: a page without boxes cannot. */
function firstView(views: View[], evidence: Evidence): View {
  const boxless = evidence.kind === 'found' && evidence.passage.boxes.length === 0;
  return views.find((view) => view !== 'pages' || !boxless) ?? 'text';
}
