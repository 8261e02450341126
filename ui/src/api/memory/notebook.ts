// What is noted in the in-memory house.

import type { NoteView, ProposalView } from '../bindings';
import { fail, NOW } from './contract';

/** What is noted. */
export class Notebook {
  notes: NoteView[] = [];
  private made = 0;

  id(): string {
    this.made += 1;
    return this.made.toString(16).padStart(32, '0');
  }

  /** A note under a title, on nothing in particular. */
  blank(title: string): NoteView {
    return {
      note_id: this.id(),
      title,
      text: '',
      target: { on: 'nothing' },
      place: null,
      meaning: null,
      tags: [],
      links: [],
      document_id: null,
      version: 1,
      created_at: NOW,
      edited_at: NOW,
      origin: null,
    };
  }

  promote({ nodes, because, agent_name }: ProposalView): NoteView {
    const name = nodes[0]?.name ?? '';
    const note: NoteView = {
      ...this.blank(name),
      text: `${name}\n\nWhy: ${because}\n\nFound by ${agent_name}.`,
      origin: `agent ${agent_name}`,
    };
    this.notes = [note, ...this.notes];
    return note;
  }

  find(note: string): NoteView {
    const found = this.notes.find(({ note_id }) => note_id.startsWith(note));
    return found ?? fail('not_found', 'No note has that id.', 'It may have been deleted.');
  }
}
