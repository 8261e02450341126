// The person's notes and highlights, as every place asks for them.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Meaning, NotesRequest, NoteView } from '../api';
import { useHost } from '../api';
import { announce } from '../parts/announce';

const ALL: NotesRequest = {
  document: null,
  node: null,
  collection: null,
  meaning: null,
  tag: null,
  words: null,
};

/** What each meaning is called, in the order shown; its colour is in highlights.css. */
export const MEANINGS: Record<Meaning, string> = {
  important: 'Important',
  supports: 'Speaks for',
  contradicts: 'Speaks against',
  question: 'Question',
  definition: 'Definition',
};

export function useNotes(which: Partial<NotesRequest> = {}) {
  const host = useHost();
  const ask = { ...ALL, ...which };
  return useQuery({ queryKey: ['notes', ask], queryFn: () => host.call('note_list', ask) });
}

/** Something that changes notes; all lists of them are read anew. */
export function useChangingNotes<Given>(change: (given: Given) => Promise<unknown>, told: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      announce(told);
      void client.invalidateQueries({ queryKey: ['notes'] });
      void client.invalidateQueries({ queryKey: ['documents'] });
    },
  });
}

/** What a note is called where all are listed. */
export function nameOf({ title, target }: NoteView): string {
  if (title !== '') return title;
  return target.on === 'passage' && target.quote !== '' ? `“${target.quote}”` : 'Highlight';
}
