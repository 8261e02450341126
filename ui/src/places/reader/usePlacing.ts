// Where a view is scrolled to: the evidence in the middle; on Back, where it was left.

import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { recall, remember, useEntryKey } from '../../state/router';
import type { Evidence } from './evidence';

export function usePlacing(
  box: RefObject<HTMLElement | null>,
  what: string,
  kind: Evidence['kind'],
): () => void {
  const entry = useEntryKey();
  const placed = useRef('');
  const wanted = `${entry} ${what}`;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const scrolled = () => remember({ top: element.scrollTop });
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => element.removeEventListener('scroll', scrolled);
  }, [box, entry]);
  return useCallback(() => {
    const element = box.current;
    if (element === null || placed.current === wanted || kind === 'waiting') return;
    const first = element.querySelector<HTMLElement>('[data-testid=evidence]');
    if (kind === 'found' && first === null) return;
    const { top } = recall();
    const returned = placed.current === '' && top > 0;
    placed.current = wanted;
    if (returned) element.scrollTop = top;
    else first?.scrollIntoView({ block: 'center' });
  }, [box, wanted, kind]);
}
