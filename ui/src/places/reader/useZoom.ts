// The size of the pages; what stands in the middle of the view stays there.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const LEAST = 0.5;
const MOST = 4;

export function useZoom(box: RefObject<HTMLElement | null>): [number, (by: number) => void] {
  const [zoom, setZoom] = useState(1);
  const middle = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || middle.current === null) return;
    element.scrollTop = middle.current * element.scrollHeight - element.clientHeight / 2;
    middle.current = null;
  }, [box, zoom]);
  const change = (by: number) => {
    const element = box.current;
    if (element !== null) {
      middle.current = (element.scrollTop + element.clientHeight / 2) / element.scrollHeight;
    }
    setZoom((now) => Math.min(MOST, Math.max(LEAST, now * by)));
  };
  return [zoom, change];
}
