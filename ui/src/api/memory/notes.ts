// Notes and highlights of the in-memory host, by the same contract as the real one.

import type { NoteLink, NoteView } from '../bindings';
import { type Answers, fail, NOW } from './contract';
import type { House } from './house';

const current = (host: House) => host.shelves.filter(({ view }) => view.superseded_by === null);

function linksOf(host: House, text: string): NoteLink[] {
  return [...text.matchAll(/\[\[([^\]|#]+)/g)].map(([, name = '']) => {
    const document = current(host).find(({ view }) => view.title === name)?.view.document_id;
    const node = host.knowledge.accepted().find((known) => known.name === name)?.node_id;
    return { name, document_id: document ?? null, node_id: node ?? null, range: null };
  });
}

const titleOf = (text: string) => text.split('\n')[0]?.slice(0, 80) ?? '';

export function noteAnswers(host: House) {
  const { notebook } = host;
  const placed = (note: NoteView, document: string | null): NoteView => {
    const { target } = note;
    if (document === null || target.on !== 'passage') return note;
    const { document_id, span } = target;
    const { boxes } = host.passage(document_id, span.start, span.end);
    return { ...note, place: { document_id, span, same: true, boxes } };
  };
  return {
    note_add: ({ text, title, document, start, end, meaning, tags }) => {
      if (text === '' && meaning === null)
        fail('usage', 'There is nothing to note.', 'Give a text, or what it means.');
      const on = document === null ? null : host.find(document).view;
      let target: NoteView['target'] = { on: 'nothing' };
      if (on !== null) {
        const { document_id, title: name } = on;
        target = { on: 'document', document_id, title: name };
        if (start !== null && end !== null) {
          const { span, quote, prefix, suffix } = host.passage(document_id, start, end);
          target = { on: 'passage', document_id, title: name, span, quote, prefix, suffix };
        }
      }
      const note: NoteView = {
        note_id: notebook.id(),
        title: title === '' ? titleOf(text) : title,
        text,
        target,
        place: null,
        meaning,
        tags,
        links: linksOf(host, text),
        document_id: null,
        version: text === '' ? 0 : 1,
        created_at: NOW,
        edited_at: NOW,
        origin: null,
      };
      notebook.notes = [note, ...notebook.notes];
      return note;
    },
    ask_keep: ({ question, answer }) => {
      const quoted = answer.flatMap(({ sources }) => sources);
      const note: NoteView = {
        ...notebook.blank(question),
        text: quoted
          .map(
            ({ document_id, title, span, quote }) =>
              `> ${quote}\n\n— [[document://${document_id}#${span.start}-${span.end}|${title}]]\n`,
          )
          .join('\n'),
        links: quoted.map(({ document_id, span: { start, end } }) => ({
          name: `document://${document_id}#${start}-${end}`,
          document_id,
          node_id: null,
          range: [start, end],
        })),
      };
      notebook.notes = [note, ...notebook.notes];
      return note;
    },
    note_list: ({ document, meaning }) => ({
      notes: notebook.notes
        .filter(
          ({ target, meaning: own }) =>
            (document === null || ('document_id' in target && target.document_id === document)) &&
            (meaning === null || own === meaning),
        )
        .map((note) => placed(note, document)),
    }),
    note_show: ({ note }) => notebook.find(note),
    note_edit: ({ note, text, meaning }) => {
      const before = notebook.find(note);
      const words = text ?? before.text;
      const after = {
        ...before,
        text: words,
        title: titleOf(words),
        links: linksOf(host, words),
        meaning: meaning ?? before.meaning,
        version: before.version + 1,
      };
      notebook.notes = notebook.notes.map((one) => (one === before ? after : one));
      return after;
    },
    note_delete: ({ note }) => {
      const gone = notebook.find(note);
      notebook.notes = notebook.notes.filter((one) => one !== gone);
      return { note_id: gone.note_id, versions: gone.version };
    },
    note_export: ({ format }) => {
      const { notes } = notebook;
      const text =
        format === 'markdown'
          ? notes.map((note) => `## ${note.title}\n\n${note.text}\n`).join('\n')
          : JSON.stringify({ '@context': 'http://www.w3.org/ns/anno.jsonld', items: notes });
      return { notes: notes.length, text };
    },
    note_links: ({ typed }) => ({
      links: [
        ...current(host).map(({ view }) => ({ name: view.title, document: view.document_id })),
        ...host.knowledge.accepted().map(({ name, node_id }) => ({ name, node: node_id })),
      ]
        .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
        .slice(0, 10)
        .map((one) => ({
          name: one.name,
          node_id: 'node' in one ? one.node : null,
          document_id: 'document' in one ? one.document : null,
          range: null,
        })),
    }),
  } satisfies Partial<Answers>;
}
