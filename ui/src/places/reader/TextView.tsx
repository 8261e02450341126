// The converted text, line by line, exactly as spans count it.

import { useLayoutEffect, useMemo, useRef } from 'react';
import { LazyBlocks } from '../../parts/LazyBlocks';
import type { ByteRange } from '../../state/router';
import type { ByteMap } from './bytes';

const BLOCK_LINES = 200;

interface Line {
  number: number;
  from: number;
  text: string;
}

interface TextViewProps {
  map: ByteMap;
  span: ByteRange | null;
  shown: () => void;
}

export function TextView({ map, span, shown }: TextViewProps) {
  const tell = useRef(shown);
  tell.current = shown;
  const lines = useMemo(() => splitLines(map.text), [map]);
  const from = span === null ? null : map.toUnit(span.start);
  const to = span === null ? null : map.toUnit(span.end);
  const target = from === null ? 0 : lines.findLastIndex((line) => line.from <= from);
  useLayoutEffect(() => tell.current(), [map, span]);
  return (
    <article className="plain">
      <LazyBlocks key={target} items={lines} size={BLOCK_LINES} item_rem={1.6} target={target}>
        {(block, first) => (
          <div className="lines" key={first}>
            {block.map((line) => (
              <LineRow key={line.number} line={line} from={from} to={to} />
            ))}
          </div>
        )}
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

function LineRow({ line, from, to }: { line: Line; from: number | null; to: number | null }) {
  const end = line.from + line.text.length;
  const marked = from !== null && to !== null && from < end && to > line.from;
  return (
    <div className="line" data-n={line.number}>
      {marked ? cutLine(line, from - line.from, to - line.from) : line.text}
      {line.text === '' && <br />}
    </div>
  );
}

function cutLine({ text }: Line, from: number, to: number) {
  const [start, end] = [Math.max(0, from), Math.min(text.length, to)];
  return (
    <>
      {text.slice(0, start)}
      <mark className="evidence" data-testid="evidence">
        {text.slice(start, end)}
      </mark>
      {text.slice(end)}
    </>
  );
}
