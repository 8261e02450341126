// The converted text, line by line, exactly as spans count it, with its terms and cross-references.

import {
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { LazyBlocks } from '../../parts/LazyBlocks';
import type { ByteRange } from '../../state/router';
import type { Annotating } from './annotate';
import type { ByteMap } from './bytes';
import { EDGE_PX, topOf, type ViewHandle } from './handle';
import type { Highlight } from './highlight';
import { lowerBound, type Note, notesWithin } from './notes';
import { colours, withColours } from './coloured';

const BLOCK_LINES = 200;

interface Line {
  number: number;
  from: number;
  text: string;
}

/** A note in UTF-16 units of the whole text. */
interface Placed {
  note: Note;
  at: number;
  from: number;
  to: number;
}

interface TextViewProps {
  map: ByteMap;
  span: ByteRange | null;
  /** A byte that is to be shown. */
  at: number | undefined;
  highlights: readonly Highlight[];
  annotating: Annotating;
  handle: RefObject<ViewHandle | null>;
  shown: () => void;
}

export function TextView(props: TextViewProps) {
  const { map, span, at, highlights, annotating, handle, shown } = props;
  const box = useRef<HTMLElement>(null);
  const tell = useRef(shown);
  tell.current = shown;
  const lines = useMemo(() => splitLines(map.text), [map]);
  const from = span === null ? null : map.toUnit(span.start);
  const to = span === null ? null : map.toUnit(span.end);
  const lineOf = (unit: number) =>
    Math.max(0, lowerBound(lines.length, (line) => (lines[line]?.from ?? 0) > unit) - 1);
  const asked = from ?? (at === undefined ? null : map.toUnit(at));
  const target = asked === null ? 0 : lineOf(asked);
  useLayoutEffect(() => tell.current(), [map, span, at]);
  useImperativeHandle(handle, () => ({
    standing: () => {
      const scroller = box.current?.closest<HTMLElement>('.scroll');
      const rows = [...(box.current?.querySelectorAll<HTMLElement>('.line') ?? [])];
      const edge = scroller ? topOf(scroller) + EDGE_PX : 0;
      const row = lowerBound(
        rows.length,
        (index) => (rows[index]?.getBoundingClientRect().top ?? 0) > edge,
      );
      const number = Number(rows[Math.max(0, row - 1)]?.dataset['n'] ?? 1);
      return { byte: map.toByte(lines[number - 1]?.from ?? 0), page: null };
    },
    elementAt: (byte) => {
      const unit = map.toUnit(byte);
      if (unit === null) return null;
      const number = (lines[lineOf(unit)]?.number ?? 1).toString();
      return box.current?.querySelector<HTMLElement>(`.line[data-n="${number}"]`) ?? null;
    },
  }));
  return (
    <article className="plain" ref={box}>
      <LazyBlocks
        key={target}
        items={lines}
        size={BLOCK_LINES}
        item_rem={1.6}
        target={target}
        box="div"
      >
        {(block, first) => [
          <Block
            key={first}
            lines={block}
            map={map}
            highlights={highlights}
            annotating={annotating}
            from={from}
            to={to}
          />,
        ]}
      </LazyBlocks>
    </article>
  );
}

function splitLines(text: string): Line[] {
  let from = 0;
  return text.split('\n').map((line, index) => {
    const made = { number: index + 1, from, text: line };
    from += line.length + 1;
    return made;
  });
}

interface BlockProps {
  lines: readonly Line[];
  map: ByteMap;
  highlights: readonly Highlight[];
  annotating: Annotating;
  from: number | null;
  to: number | null;
}

/** Its notes are turned from bytes into units when the block is drawn, not before. */
function Block({ lines, map, highlights, annotating, from, to }: BlockProps) {
  const placed = useMemo(() => placeNotes(lines, map, annotating), [lines, map, annotating]);
  const coloured = useMemo(() => colours(highlights, map), [highlights, map]);
  return (
    <div className="lines">
      {lines.map((line) => {
        const end = line.from + line.text.length;
        const first = lowerBound(placed.length, (at) => (placed[at]?.to ?? 0) > line.from);
        const last = lowerBound(placed.length, (at) => (placed[at]?.from ?? 0) >= end);
        const mine = placed.slice(first, last);
        const marked = from !== null && to !== null && from < end && to > line.from;
        const cut = marked ? [Math.max(line.from, from), Math.min(end, to)] : [end, end];
        const pieces = (start: number, stop: number) =>
          withColours(coloured, start, stop, (cut, end) =>
            withNotes(map.text, cut, end, mine, annotating),
          );
        const [start = end, stop = end] = cut;
        return (
          <div className="line" key={line.number} data-n={line.number} data-from={line.from}>
            {pieces(line.from, start)}
            {marked && (
              <mark className="evidence" data-testid="evidence">
                {pieces(start, stop)}
              </mark>
            )}
            {pieces(stop, end)}
            {line.text === '' && <br />}
          </div>
        );
      })}
    </div>
  );
}

function placeNotes(lines: readonly Line[], map: ByteMap, { notes }: Annotating): Placed[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || notes.length === 0) return [];
  const end = map.toByte(last.from + last.text.length);
  const [from, to] = notesWithin(notes, map.toByte(first.from), end);
  return notes.slice(from, to).flatMap((note, index) => {
    const [start, stop] = [map.toUnit(note.start), map.toUnit(note.end)];
    return start === null || stop === null
      ? []
      : [{ note, at: from + index, from: start, to: stop }];
  });
}

function withNotes(
  text: string,
  start: number,
  end: number,
  placed: Placed[],
  { title }: Annotating,
): ReactNode[] {
  const parts: ReactNode[] = [];
  let done = start;
  for (const { note, at, from, to } of placed) {
    const [cut, stop] = [Math.max(start, from), Math.min(end, to)];
    if (cut >= stop) continue;
    if (cut > done) parts.push(text.slice(done, cut));
    parts.push(
      <span
        key={`${at}-${cut}`}
        className={`note ${note.kind}`}
        data-note={at}
        role={note.kind === 'term' ? 'button' : 'link'}
        tabIndex={note.stop && cut === from ? 0 : -1}
        title={note.kind === 'reference' ? title(note) : undefined}
      >
        {text.slice(cut, stop)}
      </span>,
    );
    done = stop;
  }
  if (done < end) parts.push(text.slice(done, end));
  return parts;
}
