// What a node is, where it stands and why it stands there, how reliable it is, when it holds.

import type { NodeView } from '../../api';
import {
  FIELDS,
  HALLS,
  KINDS,
  PLACED_BY,
  placeInWords,
  STATES,
  TIERS,
  UNSORTED,
} from '../../parts/knowing';
import { Reliability } from '../../parts/Reliability';
import { count, dayInWords } from '../../parts/words';
import { formatRoute } from '../../state/router';

export function About({ view }: { view: NodeView }) {
  const { name, description, summary, state, injected } = view;
  return (
    <div className="node-about" data-testid="node-about">
      <p className="node-kind">
        {KINDS[view.kind]}
        {state !== 'accepted' && <span className="flag caution">{STATES[state]}</span>}{' '}
        <Reliability of={view} />
        <a className="link" href={formatRoute({ place: 'trust', node: view.node_id })}>
          Why this score
        </a>
        {view.contentious && (
          <a className="link" href={formatRoute({ place: 'contradictions' })}>
            See the contradictions
          </a>
        )}
      </p>
      {summary !== '' && <p className="node-summary">{summary}</p>}
      {description !== '' && description !== name && (
        <p className="node-description">{description}</p>
      )}
      {injected && (
        <p className="degraded">
          A source of this tries to instruct an assistant. Its words are only ever handed on as a
          quotation.
        </p>
      )}
      <Facts view={view} />
    </div>
  );
}

function Facts({ view }: { view: NodeView }) {
  const { place, tags, fixed } = view;
  const rows: [string, React.ReactNode][] = [['Place', <WhereAndWhy key="place" view={view} />]];
  rows.push(['Hall', HALLS[place.hall]]);
  const holds = holdsInWords(view);
  if (holds !== '') rows.push(['Holds', holds]);
  if (tags.length > 0) rows.push(['Labels', tags.join(', ')]);
  rows.push(['Held', TIERS[view.tier]]);
  rows.push([
    'Mentioned',
    `${count(view.mention_count, 'time')} in ${count(view.sources, 'source')}`,
  ]);
  rows.push(['Importance', `${view.importance.toFixed(1)} of 5`]);
  if (fixed.length > 0) {
    rows.push(['Fixed by you', fixed.map((field) => FIELDS[field]).join(', ')]);
  }
  rows.push([
    'Known since',
    `${dayInWords(view.created_at)}, last changed ${dayInWords(view.updated_at)}`,
  ]);
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function WhereAndWhy({ view: { place } }: { view: NodeView }) {
  const { wing, room, by, because, confidence } = place;
  const to = formatRoute({ place: 'palace', wing, room });
  return (
    <>
      <a className="link" href={to}>
        {placeInWords({ wing, room })}
      </a>
      , {PLACED_BY[by]}
      {because.length > 0 && `: ${because.map((word) => `“${word}”`).join(', ')}`}
      {by !== 'user' && wing !== UNSORTED && `, ${Math.round(confidence * 100)} % sure`}
    </>
  );
}

/** “since 12 May 2026 (stated: “since 12 May 2026”)”. */
export function holdsInWords({ valid_from, valid_to, validity }: NodeView): string {
  const stated = validity.stated === '' ? '' : `stated as “${validity.stated}”`;
  const between =
    valid_from !== '' && valid_to !== ''
      ? `${valid_from} to ${valid_to}`
      : valid_from !== ''
        ? `from ${valid_from}`
        : valid_to !== ''
          ? `until ${valid_to}`
          : '';
  return [between, stated].filter(Boolean).join(', ');
}
