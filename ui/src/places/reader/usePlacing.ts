// Where a view is scrolled to: the evidence in the middle; on Back, where it was left.

import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { recall, remember, useEntryKey } from '../../state/router';
import type { Evidence } from './evidence';

interface Asked {
  /** Changes with whatever is to be shown. */
  what: string;
  kind: Evidence['kind'];
  /** Finds the element of a byte that is to be shown; null where none is asked for. */
  target: (() => HTMLElement | null) | null;
}

export function usePlacing(
  box: RefObject<HTMLElement | null>,
  { what, kind, target }: Asked,
): () => void {
  const entry = useEntryKey();
  const placed = useRef('');
  const placedEntry = useRef('');
  const seen = useRef(new Set<string>());
  const find = useRef(target);
  find.current = target;
  const wanted = `${entry} ${what}`;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const scrolled = () => remember({ top: element.scrollTop });
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => element.removeEventListener('scroll', scrolled);
  }, [box, entry]);
  const place = useCallback(() => {
    const element = box.current;
    if (element === null || placed.current === wanted || kind === 'waiting') return;
    const first = element.querySelector<HTMLElement>('[data-testid=evidence]');
    if (kind === 'found' && first === null) return;
    const goal = kind === 'found' ? null : (find.current?.() ?? null);
    if (kind !== 'found' && find.current !== null && goal === null) return;
    const { top } = recall();
    const returned = placedEntry.current !== entry && (top > 0 || seen.current.has(entry));
    seen.current.add(entry);
    placed.current = wanted;
    placedEntry.current = entry;
    if (returned) element.scrollTop = top;
    else if (goal !== null) arrive(element, goal);
    else first?.scrollIntoView({ block: 'center' });
  }, [box, wanted, kind, entry]);
  // within one document the view stays, so that nobody else tells
  useEffect(place, [place]);
  return place;
}

/** Shows a place that was jumped to, and lets the keyboard go on from there. */
function arrive(box: HTMLElement, goal: HTMLElement): void {
  for (const left of box.querySelectorAll('.arrived')) left.classList.remove('arrived');
  goal.classList.add('arrived');
  if (goal.tabIndex < 0) goal.tabIndex = -1;
  goal.scrollIntoView({ block: 'start' });
  goal.focus({ preventScroll: true });
}
