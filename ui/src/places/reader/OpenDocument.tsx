// The open document: its head, the bar about the passage, the panel, and one of its views.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PageBox, ReaderView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { useShortcuts } from '../../parts/shortcuts';
import { type ByteRange, navigate, replaceRoute, type RouteOf } from '../../state/router';
import { copyText } from '../../state/session';
import { ByteMap } from './bytes';
import { useNotes } from '../../state/notes';
import { NoteSheet } from '../notes/NoteSheet';
import { CiteSheet } from './CiteSheet';
import { DefinitionCard } from './DefinitionCard';
import { checkEvidence, type Evidence, placeInWords } from './evidence';
import { EvidenceBar } from './EvidenceBar';
import { FormattedView } from './FormattedView';
import type { ViewHandle } from './handle';
import { highlightsOf } from './highlight';
import { Panel } from './Panel';
import { PdfView } from './PdfView';
import { ReaderHead, VersionNote } from './ReaderHead';
import { bytes, type Chosen, chosen } from './selection';
import { TextView } from './TextView';
import { useAnnotating } from './useAnnotating';
import { useJumps } from './useJumps';
import { useNoteCard } from './useNoteCard';
import { usePanel } from './usePanel';
import { usePlacing } from './usePlacing';
import { useStanding } from './useStanding';
import { useSteps } from './useSteps';
import { useZoom } from './useZoom';
import { type View, VIEWS, viewsOf } from './views';

const NO_BOXES: PageBox[] = [];

/** Below this the panel lies over the text: see `.panel` in notes.css. */
const ROOM_FOR_BOTH_PX = 960;

export function OpenDocument({ route, view }: { route: RouteOf<'read'>; view: ReaderView }) {
  const { document: id, at } = route;
  const { document, text, html, pages, outline, terms } = view;
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<ViewHandle | null>(null);
  const [zoom, changeZoom] = useZoom(box);
  const [citing, setCiting] = useState<Chosen | null>(null);
  const [noting, setNoting] = useState<ByteRange | 'document' | null>(null);
  const noted = useNotes({ document: id }).data?.notes;
  const highlights = useMemo(() => highlightsOf(noted ?? []), [noted]);
  const map = useMemo(() => new ByteMap(text), [text]);
  const evidence = useEvidence(route, map);
  const found = evidence.kind === 'found' ? evidence : null;
  const steps = useSteps(route);
  const views = viewsOf(view);
  const current = views.find((name) => name === route.view) ?? firstView(views, evidence);
  const panel = usePanel(outline.length);
  const jumps = useJumps(route, view, map, current);
  const shown = usePlacing(box, {
    what: `${current} ${found?.span.start} ${found?.span.end} ${at} ${jumps.page}`,
    kind: evidence.kind,
    target: at === undefined ? null : () => handle.current?.elementAt(at) ?? null,
  });
  const reading = useStanding(box, handle, outline, current);
  const notes = useAnnotating(view, map, box, handle, jumps.jump);
  const { card, handlers, close } = useNoteCard(notes);
  useEffect(close, [current, found?.span.start, at]);
  const show = (name: string) => replaceRoute({ ...route, view: name });
  const copy = () => {
    if (found === null) return;
    const source = `${document.title}, ${placeInWords(found.passage)}`;
    void copyText(`“${found.passage.plain}”\n— ${source}`).then(() => announce('Copied.'));
  };
  const cite = () => {
    const passage: Chosen = found === null ? { kind: 'nothing' } : bytes(found.span);
    setCiting(box.current === null ? passage : (chosen(box.current, map) ?? passage));
  };
  const selection = () => {
    const now = box.current === null ? null : chosen(box.current, map);
    const passage = now ?? (found === null ? null : bytes(found.span));
    return passage?.kind === 'bytes' ? passage : null;
  };
  useShortcuts({
    nextHit: steps.next,
    previousHit: steps.previous,
    view: () => show(views[(views.indexOf(current) + 1) % views.length] ?? current),
    zoomIn: () => changeZoom(1.2),
    zoomOut: () => changeZoom(1 / 1.2),
    copy,
    cite,
    highlight: () => setNoting(selection()?.range ?? 'document'),
    panel: panel.toggle,
    nextTerm: () => notes.step(1),
    previousTerm: () => notes.step(-1),
    details: () => navigate({ place: 'document', document: id }),
    close: () => (card === null ? window.history.back() : close()),
  });
  const term = card === null ? undefined : notes.termOf(card.at);
  const page = current === 'pages' ? reading.page : null;
  return (
    <div className="reader">
      <ReaderHead
        document={document}
        views={views}
        current={current}
        show={show}
        zoom={current === 'pages' ? changeZoom : null}
        panel={panel}
        cite={cite}
        note={() => setNoting(selection()?.range ?? 'document')}
      />
      <VersionNote document={document} />
      <EvidenceBar
        evidence={evidence}
        steps={steps}
        copy={copy}
        cite={() => setCiting(found === null ? { kind: 'nothing' } : bytes(found.span))}
      />
      <div className="reader-body">
        {panel.open && (
          <Panel
            document={id}
            outline={outline}
            current={reading.section}
            jump={(item) => {
              if (window.innerWidth < ROOM_FOR_BOTH_PX) panel.close();
              jumps.jump(item.start);
            }}
            terms={terms}
            page={page === null ? null : { number: page, words: reading.words }}
            tab={panel.tab}
            choose={panel.choose}
            close={panel.close}
          />
        )}
        <div
          className="scroll"
          ref={box}
          tabIndex={0}
          role="region"
          aria-label={`${VIEWS[current]}: ${document.title}`}
          data-view={current}
          {...handlers}
        >
          {current === 'formatted' && html !== null && (
            <FormattedView
              html={html}
              map={map}
              span={found?.span ?? null}
              highlights={highlights}
              annotating={notes.annotating}
              handle={handle}
              shown={shown}
              unmarkable={() => route.view === null && show('text')}
            />
          )}
          {current === 'text' && (
            <TextView
              map={map}
              span={found?.span ?? null}
              at={at}
              highlights={highlights}
              annotating={notes.annotating}
              handle={handle}
              shown={shown}
            />
          )}
          {current === 'pages' && (
            <PdfView
              document={id}
              map={map}
              pages={pages}
              boxes={found?.passage.boxes ?? NO_BOXES}
              highlights={highlights}
              zoom={zoom}
              target={jumps.page}
              handle={handle}
              shown={shown}
            />
          )}
        </div>
      </div>
      {card !== null && term !== undefined && (
        <DefinitionCard card={card} term={term} here={id} box={box} />
      )}
      {noting !== null && (
        <NoteSheet
          on={{
            document: id,
            range: noting === 'document' ? null : noting,
            words: noting === 'document' ? '' : (map.slice(noting.start, noting.end) ?? ''),
          }}
          note={null}
          close={() => setNoting(null)}
        />
      )}
      {citing !== null && <CiteSheet document={id} chosen={citing} close={() => setCiting(null)} />}
    </div>
  );
}

function useEvidence({ document: id, span }: RouteOf<'read'>, map: ByteMap): Evidence {
  const host = useHost();
  const passage = useQuery({
    queryKey: ['passage', id, span?.start, span?.end],
    queryFn: () =>
      host.call('passage', { document: id, start: span?.start ?? 0, end: span?.end ?? 0 }),
    enabled: span !== null,
  });
  return useMemo(
    () => checkEvidence(id, span, map, passage.data, passage.isError),
    [id, span?.start, span?.end, map, passage.data, passage.isError],
  );
}

/** The best view that can show the evidence: a page without boxes cannot. */
function firstView(views: View[], evidence: Evidence): View {
  const boxless = evidence.kind === 'found' && evidence.passage.boxes.length === 0;
  return views.find((view) => view !== 'pages' || !boxless) ?? 'text';
}
