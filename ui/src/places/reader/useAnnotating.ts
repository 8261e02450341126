// The notes of the open document: how views draw them, where each leads, and stepping through them.

import { type RefObject, useMemo } from 'react';
import type { ReaderView, Term } from '../../api';
import { announce } from '../../parts/announce';
import { sectionInWords } from '../../parts/words';
import type { Annotating } from './annotate';
import type { ByteMap } from './bytes';
import type { ViewHandle } from './handle';
import { lowerBound, notesOf } from './notes';

export function useAnnotating(
  view: ReaderView,
  map: ByteMap,
  box: RefObject<HTMLElement | null>,
  handle: RefObject<ViewHandle | null>,
  jump: (byte: number) => void,
) {
  const notes = useMemo(() => notesOf(view), [view]);
  const annotating = useMemo((): Annotating => {
    const { outline, cross_references } = view;
    return {
      notes,
      map,
      title: ({ index }) => {
        const reference = cross_references[index];
        const start = reference?.target_start ?? null;
        const heading = outline.find((item) => item.start === start)?.title;
        return `Go to ${heading ?? sectionInWords(reference?.target ?? '')}`;
      },
    };
  }, [view, notes, map]);

  const step = (by: 1 | -1) => {
    const element = box.current;
    const focused = document.activeElement?.closest<HTMLElement>('[data-note]');
    const here = handle.current?.standing().byte ?? null;
    if (element === null || here === null || notes.length === 0) {
      announce('Nothing is noted in this view.');
      return;
    }
    const from = lowerBound(notes.length, (at) => (notes[at]?.start ?? 0) >= here);
    const next = focused ? Number(focused.dataset['note']) + by : by > 0 ? from : from - 1;
    const note = notes[next];
    if (note === undefined) {
      announce(by > 0 ? 'That was the last.' : 'That was the first.');
      return;
    }
    handle.current?.elementAt(note.start);
    const found = element.querySelector<HTMLElement>(`[data-note="${next}"]`);
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'center' });
  };

  return {
    annotating,
    step,
    isTerm: (at: number) => notes[at]?.kind === 'term',
    termOf: (at: number): Term | undefined => {
      const note = notes[at];
      return note?.kind === 'term' ? view.terms[note.index] : undefined;
    },
    follow: (at: number) => {
      const note = notes[at];
      const start =
        note === undefined ? null : (view.cross_references[note.index]?.target_start ?? null);
      if (start !== null) jump(start);
    },
  };
}
