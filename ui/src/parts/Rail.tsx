// The way between places, what the vault holds, and the lock.

import type { Status } from '../api';
import { usePalace } from '../state/palace';
import { formatRoute, type Route } from '../state/router';
import { onTheWay, useQueue } from '../state/queue';
import { Icon, type IconName, Mark } from './Icon';
import { SHORTCUTS } from './shortcuts';
import { count, sizeInWords } from './words';

/** Pages that one reaches from the palace belong to it. */
const HOMES: Partial<Record<Route['place'], 'palace'>> = {
  palace: 'palace',
  node: 'palace',
  trust: 'palace',
};

interface RailProps {
  status: Status;
  route: Route;
  openPalette: () => void;
  lock: () => void;
}

export function Rail({ status, route, openPalette, lock }: RailProps) {
  const proposed = usePalace().data?.proposed ?? 0;
  const waiting = useQueue(onTheWay);
  return (
    <header className="rail">
      <p className="wordmark">
        <Mark />
        <span>Loci</span>
      </p>
      <nav aria-label="Places">
        <PlaceLink name="search" label="Search" icon="search" current={route.place} />
        <PlaceLink name="library" label="Library" icon="library" current={route.place}>
          {waiting > 0 && (
            <span className="badge" title={`${count(waiting, 'file')} on the way`}>
              {waiting}
            </span>
          )}
        </PlaceLink>
        <PlaceLink name="palace" label="Palace" icon="palace" current={HOMES[route.place]} />
        <PlaceLink name="review" label="Review" icon="review" current={route.place}>
          {proposed > 0 && (
            <span className="badge" title={`${count(proposed, 'node')} to review`}>
              {proposed}
            </span>
          )}
        </PlaceLink>
        <PlaceLink
          name="contradictions"
          label="Contradictions"
          icon="contradictions"
          current={route.place}
        />
        <PlaceLink name="gaps" label="Gaps" icon="gaps" current={route.place} />
        <PlaceLink name="summaries" label="Summaries" icon="summaries" current={route.place} />
        <PlaceLink name="memory" label="Memory" icon="memory" current={route.place} />
        <PlaceLink name="audit" label="Audit & export" icon="certificate" current={route.place} />
        <PlaceLink
          name="definitions"
          label="Definitions"
          icon="definitions"
          current={route.place}
        />
        <PlaceLink name="notes" label="Notes" icon="notes" current={route.place} />
        <PlaceLink name="citations" label="Citations" icon="citations" current={route.place} />
      </nav>
      <div className="rail-foot">
        {status.vault !== null && (
          <p className="rail-figures">
            {count(status.vault.documents, 'document')}
            <br />
            {count(status.vault.chunks, 'passage')}
            <br />
            {count(status.vault.nodes, 'node')}
            <br />
            {sizeInWords(status.vault.size_bytes)}, encrypted
          </p>
        )}
        <PlaceLink name="agents" label="Agents" icon="agents" current={route.place} />
        <PlaceLink name="settings" label="Settings" icon="settings" current={route.place} />
        <button type="button" className="rail-item" onClick={openPalette}>
          <Icon name="keys" />
          <span>Commands</span>
          <kbd>{SHORTCUTS.palette.keys}</kbd>
        </button>
        <button type="button" className="rail-item" data-testid="lock" onClick={lock}>
          <Icon name="lock" />
          <span>Lock</span>
          <kbd>{SHORTCUTS.lock.keys}</kbd>
        </button>
      </div>
    </header>
  );
}

interface PlaceLinkProps {
  name:
    | 'search'
    | 'library'
    | 'palace'
    | 'review'
    | 'contradictions'
    | 'gaps'
    | 'summaries'
    | 'memory'
    | 'audit'
    | 'definitions'
    | 'citations'
    | 'notes'
    | 'agents'
    | 'settings';
  label: string;
  icon: IconName;
  current: Route['place'] | undefined;
  children?: React.ReactNode;
}

function PlaceLink({ name, label, icon, current, children }: PlaceLinkProps) {
  const to: Route =
    name === 'search'
      ? { place: 'search', query: '', mode: 'hybrid', collection: null }
      : { place: name };
  return (
    <a
      className="rail-item"
      href={formatRoute(to)}
      data-testid={`nav-${name}`}
      aria-current={current === name ? 'page' : undefined}
      title={label}
    >
      <Icon name={icon} />
      <span>{label}</span>
      {children}
    </a>
  );
}
