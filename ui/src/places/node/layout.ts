// Where the nodes of a neighbourhood are drawn: in columns, what leads to the middle on its left, what it
// leads to on its right, farther ones farther out. The same neighbourhood is always drawn the same way.

import type { EdgeView, Neighbourhood, NodeCard } from '../../api';
import { EDGES, keysOf } from '../../parts/knowing';

export const BOX = { width: 166, height: 40, gap_x: 82, gap_y: 14 };

export interface Spot {
  node: NodeCard;
  distance: number;
  /** Negative on the left. */
  column: number;
  row: number;
  /** Middle of its box. */
  x: number;
  y: number;
  /** In another wing than the middle. */
  tunnel: boolean;
}

export interface Line {
  edge: EdgeView;
  from: Spot;
  to: Spot;
  path: string;
  /** Where its words stand. */
  label: { x: number; y: number };
}

export interface Drawing {
  spots: Spot[];
  lines: Line[];
  width: number;
  height: number;
}

export function layOut({ nodes, distances, edges }: Neighbourhood): Drawing {
  const [middle] = nodes;
  if (middle === undefined) return { spots: [], lines: [], width: 0, height: 0 };
  const columns = columnsOf(nodes, distances, edges);
  const tall = Math.max(...[...columns.values()].map((column) => column.length));
  const numbers = [...columns.keys()];
  const [left, right] = [Math.min(...numbers), Math.max(...numbers)];
  const columnOf = new Map(
    [...columns].flatMap(([column, members]) =>
      members.map(({ node }) => [node.node_id, column] as const),
    ),
  );
  const reach = (edge: EdgeView) =>
    Math.abs((columnOf.get(edge.from) ?? 0) - (columnOf.get(edge.to) ?? 0));
  const margin = edges.some((edge) => reach(edge) === 0) ? ARC : PAD;
  const under = edges.filter((edge) => reach(edge) > 1).length;
  const step = BOX.height + BOX.gap_y;
  const rows = tall * step + BOX.gap_y;
  const spots = new Map<string, Spot>();
  for (const [column, members] of columns) {
    const top = (rows - members.length * step) / 2;
    for (const [row, { node, distance }] of members.entries()) {
      spots.set(node.node_id, {
        ...{ node, distance, column, row },
        x: (column - left) * (BOX.width + BOX.gap_x) + BOX.width / 2 + margin,
        y: top + row * step + step / 2,
        tunnel: node.wing !== middle.wing,
      });
    }
  }
  return {
    spots: [...spots.values()],
    lines: linesOf(edges, spots, rows),
    width: (right - left) * (BOX.width + BOX.gap_x) + BOX.width + 2 * margin,
    height: rows + (under === 0 ? 0 : 18 + under * UNDER),
  };
}

/** Room at the sides: for the arcs between nodes of one column, or for the look of it. */
const ARC = 84;
const PAD = 12;
/** Room below for each edge that passes under a column. */
const UNDER = 15;

interface Member {
  node: NodeCard;
  distance: number;
}

function columnsOf(nodes: NodeCard[], distances: number[], edges: EdgeView[]) {
  const near = new Map<string, { column: number; rank: string }>();
  const columns = new Map<number, Member[]>();
  const all = nodes.map((node, at) => ({ node, distance: distances[at] ?? 0 }));
  const farthest = Math.max(0, ...all.map(({ distance }) => distance));
  for (let distance = 0; distance <= farthest; distance += 1) {
    const ring = all
      .filter((member) => member.distance === distance)
      .map((member) => ({ ...member, ...placeOf(member, edges, near) }))
      // under the node it hangs on, then by the edge's kind, then by name
      .sort((a, b) => a.rank.localeCompare(b.rank) || a.node.name.localeCompare(b.node.name));
    for (const { node, column, rank } of ring) {
      const members = columns.get(column) ?? [];
      const order = `${rank} ${String(members.length).padStart(4, '0')}`;
      near.set(node.node_id, { column, rank: order });
      columns.set(column, [...members, { node, distance }]);
    }
  }
  return columns;
}

function placeOf(
  { node, distance }: Member,
  edges: EdgeView[],
  near: Map<string, { column: number; rank: string }>,
): { column: number; rank: string } {
  if (distance === 0) return { column: 0, rank: '' };
  const kinds = keysOf(EDGES);
  const ways = edges.flatMap((edge) => {
    const out = edge.to === node.node_id;
    if (!out && edge.from !== node.node_id) return [];
    const other = near.get(out ? edge.from : edge.to);
    if (other === undefined || Math.abs(other.column) !== distance - 1) return [];
    const side = other.column !== 0 ? Math.sign(other.column) : sideOf(edge, out);
    const kind = String(kinds.indexOf(edge.kind));
    return [{ column: side * distance, rank: `${other.rank} ${kind}` }];
  });
  // what it leads to comes before what leads to it
  ways.sort((a, b) => b.column - a.column || a.rank.localeCompare(b.rank));
  return ways[0] ?? { column: distance, rank: '~' };
}

/** A contradiction has no direction: it stands on the right. */
function sideOf({ kind }: EdgeView, out: boolean): number {
  return out || kind === 'contradicts' ? 1 : -1;
}

function linesOf(edges: EdgeView[], spots: Map<string, Spot>, rows: number): Line[] {
  const said = new Map<string, number>();
  let passing = 0;
  return edges.flatMap((edge) => {
    const [from, to] = [spots.get(edge.from), spots.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    if (Math.abs(from.column - to.column) > 1) {
      passing += 1;
      return [{ edge, from, to, ...passUnder(from, to, rows + passing * UNDER) }];
    }
    const outer = Math.abs(to.column) >= Math.abs(from.column) ? to : from;
    const inner = outer === to ? from : to;
    const key = outer.node.node_id;
    const before = said.get(key) ?? 0;
    said.set(key, before + 1);
    const at = from.column === to.column ? besideArc(outer) : beforeBox(outer, inner);
    return [{ edge, from, to, path: pathOf(from, to), label: { x: at.x, y: at.y + before * 11 } }];
  });
}

/** A line to a column beyond the next one passes below what stands between. */
function passUnder(from: Spot, to: Spot, low: number): Pick<Line, 'path' | 'label'> {
  const side = to.x > from.x ? 1 : -1;
  const half = BOX.width / 2;
  const [x0, x1] = [from.x + side * half, to.x - side * half];
  const bend = side * BOX.gap_x * 0.75;
  const [near, far] = [x0 + bend, x1 - bend];
  return {
    path:
      `M${x0} ${from.y}C${near} ${from.y} ${x0} ${low} ${near} ${low}` +
      `L${far} ${low}C${x1} ${low} ${far} ${to.y} ${x1} ${to.y}`,
    label: { x: (near + far) / 2, y: low - 2 },
  };
}

function pathOf(from: Spot, to: Spot): string {
  const half = BOX.width / 2;
  if (from.column === to.column) {
    const side = from.column < 0 ? -1 : 1;
    const [x, out] = [from.x + side * half, from.x + side * (half + 46)];
    return `M${x} ${from.y}C${out} ${from.y} ${out} ${to.y} ${x} ${to.y}`;
  }
  const side = to.x > from.x ? 1 : -1;
  const [x0, x1] = [from.x + side * half, to.x - side * half];
  const bend = (x1 - x0) / 2;
  return `M${x0} ${from.y}C${x0 + bend} ${from.y} ${x1 - bend} ${to.y} ${x1} ${to.y}`;
}

function beforeBox(outer: Spot, inner: Spot): { x: number; y: number } {
  const side = outer.x > inner.x ? -1 : 1;
  return { x: outer.x + side * (BOX.width / 2 + 38), y: outer.y - 4 };
}

function besideArc(spot: Spot): { x: number; y: number } {
  const side = spot.column < 0 ? -1 : 1;
  return { x: spot.x + side * (BOX.width / 2 + 44), y: spot.y - 9 };
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** Where an arrow key leads: left and right along an edge, up and down within the column. */
export function follow(drawing: Drawing, at: Spot, arrow: Arrow): Spot {
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const row = at.row + (arrow === 'ArrowUp' ? -1 : 1);
    return drawing.spots.find((spot) => spot.column === at.column && spot.row === row) ?? at;
  }
  const side = arrow === 'ArrowLeft' ? -1 : 1;
  const ends = drawing.lines.flatMap(({ from, to }) =>
    from === at ? [to] : to === at ? [from] : [],
  );
  const [next] = ends
    .filter((spot) => Math.sign(spot.column - at.column) === side)
    .sort((a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y) || a.row - b.row);
  return next ?? at;
}
