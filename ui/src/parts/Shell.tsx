// The house: the rail on the left, one place on the right, files welcome anywhere.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Status } from '../api';
import { useHost } from '../api';
import { Agents } from '../places/agents/Agents';
import { Audit } from '../places/audit/Audit';
import { Citations } from '../places/citations/Citations';
import { Definitions } from '../places/definitions/Definitions';
import { DocumentPage } from '../places/document/DocumentPage';
import { Certificates } from '../places/forget/Certificates';
import { Gaps } from '../places/gaps/Gaps';
import { Memory } from '../places/memory/Memory';
import { Library } from '../places/library/Library';
import { RegenerateDialog } from '../places/library/RegenerateDialog';
import { NodePage } from '../places/node/NodePage';
import { Notes } from '../places/notes/Notes';
import { Palace } from '../places/palace/Palace';
import { Reader } from '../places/reader/Reader';
import { Review } from '../places/review/Review';
import { Search } from '../places/search/Search';
import { Settings } from '../places/settings/Settings';
import { Summaries } from '../places/summaries/Summaries';
import { Contradictions } from '../places/trust/Contradictions';
import { TrustPage } from '../places/trust/TrustPage';
import { checkDropped } from '../state/exports';
import { addPaths } from '../state/queue';
import { navigate, type Route, useRoute } from '../state/router';
import { useLock } from '../state/session';
import { DropCurtain, useFileDrop } from './Drop';
import { SystemWarnings } from './Notice';
import { type Overlay, Palette } from './Palette';
import { Rail } from './Rail';
import { ShortcutList } from './ShortcutList';
import { useShortcuts } from './shortcuts';

const SEARCH: Route = { place: 'search', query: '', mode: 'hybrid', collection: null };

export function Shell({ status }: { status: Status }) {
  const host = useHost();
  const client = useQueryClient();
  const route = useRoute();
  const lock = useLock();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const drop = useFileDrop((paths) => {
    if (route.place === 'audit') return paths[0] === undefined ? undefined : checkDropped(paths[0]);
    addPaths(host, client, paths);
    if (route.place !== 'library') navigate({ place: 'library' });
  });
  useShortcuts({
    palette: () => setOverlay(overlay === 'palette' ? null : 'palette'),
    help: () => setOverlay('shortcuts'),
    search: () => (route.place === 'search' ? focusSearch() : navigate(SEARCH)),
    library: () => navigate({ place: 'library' }),
    palace: () => navigate({ place: 'palace' }),
    review: () => navigate({ place: 'review' }),
    contradictions: () => navigate({ place: 'contradictions' }),
    gaps: () => navigate({ place: 'gaps' }),
    memory: () => navigate({ place: 'memory' }),
    summaries: () => navigate({ place: 'summaries' }),
    definitions: () => navigate({ place: 'definitions' }),
    citations: () => navigate({ place: 'citations' }),
    notes: () => navigate({ place: 'notes' }),
    agents: () => navigate({ place: 'agents' }),
    settings: () => navigate({ place: 'settings' }),
    lock,
    back: () => window.history.back(),
  });
  const close = () => setOverlay(null);
  const collections = Object.keys(status.vault?.collections ?? {});
  return (
    <div className={drop === null ? 'shell' : 'shell over'} data-testid="drop-zone">
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <Rail status={status} route={route} openPalette={() => setOverlay('palette')} lock={lock} />
      <main id="main" className="place" tabIndex={-1}>
        <SystemWarnings warnings={status.warnings} />
        {route.place === 'library' && (
          <Library route={route} status={status} regenerate={() => setOverlay('regenerate')} />
        )}
        {route.place === 'search' && <Search route={route} status={status} />}
        {route.place === 'read' && <Reader key={route.document} route={route} />}
        {route.place === 'document' && <DocumentPage key={route.document} id={route.document} />}
        {route.place === 'definitions' && <Definitions route={route} />}
        {route.place === 'citations' && <Citations route={route} />}
        {route.place === 'notes' && <Notes route={route} />}
        {route.place === 'palace' && <Palace route={route} />}
        {route.place === 'node' && <NodePage key={route.node} route={route} />}
        {route.place === 'review' && <Review route={route} />}
        {route.place === 'trust' && <TrustPage key={route.node} route={route} />}
        {route.place === 'contradictions' && <Contradictions route={route} />}
        {route.place === 'gaps' && <Gaps route={route} />}
        {route.place === 'memory' && <Memory route={route} />}
        {route.place === 'summaries' && <Summaries route={route} />}
        {route.place === 'certificates' && <Certificates />}
        {route.place === 'agents' && <Agents />}
        {route.place === 'audit' && <Audit collections={collections} />}
        {route.place === 'settings' && <Settings />}
      </main>
      {drop !== null && <DropCurtain drop={drop} />}
      <Palette isOpen={overlay === 'palette'} close={close} open={setOverlay} lock={lock} />
      {overlay === 'regenerate' && <RegenerateDialog collections={collections} close={close} />}
      <ShortcutList isOpen={overlay === 'shortcuts'} close={close} />
    </div>
  );
}

function focusSearch(): void {
  const input = document.querySelector<HTMLInputElement>('[data-testid=search-input]');
  input?.focus();
  input?.select();
}

function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
