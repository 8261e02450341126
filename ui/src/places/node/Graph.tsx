// The neighbourhood drawn: each node is a link, arrow keys walk along the edges, an edge's kind is told by
// its words and its dashes, never by colour.

import {
  type CSSProperties,
  type KeyboardEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { EdgeView, Neighbourhood } from '../../api';
import { EDGES, edgeInWords, KINDS, spoken } from '../../parts/knowing';
import { scoreInWords } from '../../parts/Reliability';
import { formatRoute } from '../../state/router';
import { type Arrow, BOX, type Drawing, follow, layOut, type Line, type Spot } from './layout';

const NAME_CHARS = 25;
/** As wide as the column of text. */
const FITS = 690;
const ARROWS = new Set<string>(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

export function Graph({ around, name }: { around: Neighbourhood; name: string }) {
  const drawing = useMemo(() => layOut(around), [around]);
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const middle = drawing.spots.find(({ distance }) => distance === 0);
  const here = drawing.spots.find(({ node }) => node.node_id === at) ?? middle;
  // what one asked about is in the middle of the view, however far the drawing goes
  useLayoutEffect(() => {
    const view = box.current;
    if (view === null || middle === undefined) return;
    const scale = (svg.current?.clientWidth ?? 0) / drawing.width || 1;
    view.scrollLeft = middle.x * scale - view.clientWidth / 2;
    view.scrollTop = middle.y * scale - view.clientHeight / 2;
  }, [middle, drawing.width]);
  const pressed = (event: KeyboardEvent, spot: Spot) => {
    const next = ARROWS.has(event.key)
      ? follow(drawing, spot, event.key as Arrow)
      : event.key === 'Home'
        ? middle
        : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setAt(next.node.node_id);
    const links = [...(svg.current?.querySelectorAll<SVGAElement>('a[data-node]') ?? [])];
    const link = links.find((one) => one.dataset['node'] === next.node.node_id);
    link?.focus();
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <div className="graph" data-testid="graph" data-wide={drawing.width > FITS} ref={box}>
      <svg
        ref={svg}
        role="group"
        aria-label={`Neighbourhood of ${name}, drawn; arrow keys move along the edges`}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        width={drawing.width}
        height={drawing.height}
        style={{ '--drawn': `${drawing.width}px` } as CSSProperties}
      >
        <Heads />
        {drawing.lines.map((line) => (
          <EdgeLine key={line.edge.edge_id} line={line} near={here} />
        ))}
        {drawing.lines.map((line) => (
          <EdgeWords key={line.edge.edge_id} line={line} />
        ))}
        {drawing.spots.map((spot) => (
          <NodeLink
            key={spot.node.node_id}
            spot={spot}
            said={saidOf(drawing, spot)}
            tabbable={spot === here}
            focused={() => setAt(spot.node.node_id)}
            pressed={pressed}
          />
        ))}
      </svg>
    </div>
  );
}

/** What a screen reader says of a node: what it is, and its edges. */
function saidOf(drawing: Drawing, spot: Spot): string {
  const { node, tunnel, distance } = spot;
  const edges = drawing.lines
    .filter(({ from, to }) => from === spot || to === spot)
    .map(({ edge }) => edgeInWords(edge));
  const place = tunnel ? `, in the wing ${spoken(node.wing)}` : '';
  const words = `${node.name}, ${KINDS[node.kind]}${place}, ${scoreInWords(node.reliability)}`;
  return distance === 0 ? `${words}, this node` : `${words}: ${edges.join('; ')}`;
}

function Heads() {
  return (
    <defs>
      {['edge-head', 'edge-head near'].map((name) => (
        <marker
          key={name}
          id={name.replace(' ', '-')}
          viewBox="0 0 8 8"
          refX="7.5"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path className={name} d="M0 0.5 8 4 0 7.5Z" />
        </marker>
      ))}
    </defs>
  );
}

function EdgeLine({ line: { edge, from, to, path }, near }: { line: Line; near?: Spot }) {
  const close = from === near || to === near;
  return (
    <path
      className="edge"
      data-kind={edge.kind}
      data-near={close}
      data-proposed={edge.state === 'proposed'}
      d={path}
      markerEnd={headOf(edge, close)}
      aria-hidden="true"
    />
  );
}

/** A contradiction has no direction. */
function headOf({ kind }: EdgeView, close: boolean): string | undefined {
  if (kind === 'contradicts') return undefined;
  return close ? 'url(#edge-head-near)' : 'url(#edge-head)';
}

function EdgeWords({ line: { edge, label } }: { line: Line }) {
  return (
    <text
      className="edge-words"
      x={label.x}
      y={label.y}
      textAnchor="middle"
      data-kind={edge.kind}
      aria-hidden="true"
    >
      {EDGES[edge.kind]}
    </text>
  );
}

interface NodeLinkProps {
  spot: Spot;
  said: string;
  tabbable: boolean;
  focused: () => void;
  pressed: (event: KeyboardEvent, spot: Spot) => void;
}

function NodeLink({ spot, said, tabbable, focused, pressed }: NodeLinkProps) {
  const { node, x, y, distance, tunnel } = spot;
  const name = node.name.length > NAME_CHARS ? `${node.name.slice(0, NAME_CHARS - 1)}…` : node.name;
  const marks = [
    KINDS[node.kind],
    tunnel ? `⇄ ${spoken(node.wing)}` : '',
    node.contentious ? 'contentious' : '',
    node.state === 'proposed' ? 'to review' : '',
  ].filter(Boolean);
  return (
    <a
      className="graph-node"
      href={formatRoute({ place: 'node', node: node.node_id })}
      aria-label={said}
      aria-current={distance === 0 ? 'true' : undefined}
      tabIndex={tabbable ? 0 : -1}
      data-node={node.node_id}
      data-tunnel={tunnel}
      onFocus={focused}
      onKeyDown={(event) => pressed(event, spot)}
    >
      <title>{node.name}</title>
      <rect
        x={x - BOX.width / 2}
        y={y - BOX.height / 2}
        width={BOX.width}
        height={BOX.height}
        rx={7}
      />
      <text className="graph-name" x={x} y={y - 3} textAnchor="middle">
        {name}
      </text>
      <text className="graph-marks" x={x} y={y + 12} textAnchor="middle">
        {marks.join(' · ')}
      </text>
    </a>
  );
}
