// Which term's definition is open: by hover after a moment, by focus at once; Enter goes into it, Escape
// and leaving close it. Handlers are for the element that holds all notes.

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const OPEN_MS = 180;
const CLOSE_MS = 260;

export interface NoteCard {
  /** Place in the notes. */
  at: number;
  anchor: HTMLElement;
  hold: () => void;
  release: () => void;
  close: () => void;
}

interface Notes {
  isTerm: (at: number) => boolean;
  follow: (at: number) => void;
}

export function useNoteCard({ isTerm, follow }: Notes) {
  const [open, setOpen] = useState<{ at: number; anchor: HTMLElement } | null>(null);
  const timer = useRef(0);
  const later = (ms: number, act: () => void) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(act, ms);
  };
  const hold = () => window.clearTimeout(timer.current);
  const close = () => {
    hold();
    setOpen(null);
  };
  const release = () =>
    later(CLOSE_MS, () => {
      const card = document.getElementById('definition-card');
      const kept = document.activeElement;
      if (card?.contains(kept) !== true && kept?.matches('.note.term') !== true) setOpen(null);
    });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // with the card, not after it: a screen reader must not meet one without the other
  useLayoutEffect(() => {
    if (open === null) return;
    const { anchor } = open;
    anchor.setAttribute('aria-describedby', 'definition-card');
    return () => anchor.removeAttribute('aria-describedby');
  }, [open]);

  const show = (anchor: HTMLElement, after_ms: number) => {
    const at = Number(anchor.dataset['note']);
    if (!isTerm(at)) return;
    later(after_ms, () => setOpen({ at, anchor }));
  };
  const handlers = {
    onMouseOver: (event: MouseEvent) => {
      const anchor = noteOf(event.target);
      if (anchor !== null) show(anchor, OPEN_MS);
    },
    onMouseOut: (event: MouseEvent) => {
      if (noteOf(event.target) !== null) release();
    },
    onFocus: (event: FocusEvent) => {
      const anchor = noteOf(event.target);
      if (anchor !== null) show(anchor, 0);
    },
    onBlur: (event: FocusEvent) => {
      if (noteOf(event.target) !== null) release();
    },
    onClick: (event: MouseEvent) => {
      const anchor = noteOf(event.target);
      if (anchor === null) return;
      const at = Number(anchor.dataset['note']);
      if (isTerm(at)) show(anchor, 0);
      else follow(at);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const anchor = noteOf(event.target);
      if (anchor === null) return;
      const at = Number(anchor.dataset['note']);
      if (event.key === 'Escape' && open !== null) {
        event.preventDefault();
        close();
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        if (isTerm(at)) document.querySelector<HTMLElement>('#definition-card a')?.focus();
        else follow(at);
      }
    },
  };
  const card: NoteCard | null = open === null ? null : { ...open, hold, release, close };
  return { card, handlers, close };
}

function noteOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-note]') : null;
}
