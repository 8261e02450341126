import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { typedLink } from '../src/places/notes/NoteText';
import { ByteMap } from '../src/places/reader/bytes';
import { clearHighlights, drawHighlights, type Highlight } from '../src/places/reader/highlight';
import { forgetPanel } from '../src/places/reader/usePanel';
import { expectAccessible, openApp } from './app';

beforeEach(forgetPanel);

test('an open [[ is what is typed after it', () => {
  for (const [text, typed] of [
    ['see [[So', 'So'],
    ['see [[', ''],
    ['see [[a]] b', null],
    ['see [x', null],
    ['[[a\nb', null],
    ['[[a|b', null],
  ] as const) {
    expect(typedLink(text, text.length), text).toBe(typed);
  }
});

test('highlights are drawn over the words they cover, and taken away again', () => {
  const text = 'Salt **marshes** bury carbon.\n';
  const map = new ByteMap(text);
  const box = document.createElement('div');
  const run = (s: number, e: number) =>
    `<span data-s="${s}" data-e="${e}">${text.slice(s, e)}</span>`;
  box.innerHTML = `<p>${run(0, 5)}<strong>${run(7, 14)}</strong>${run(16, 29)}</p>`;
  const before = box.innerHTML;
  const runs = [...box.querySelectorAll<HTMLElement>('span[data-s][data-e]')];
  const one = (start: number, end: number): Highlight => ({
    id: `${start}`,
    meaning: 'question',
    start,
    end,
    words: '',
    boxes: [],
  });
  drawHighlights(runs, [one(0, 14), one(17, 21)], map);
  const marked = [...box.querySelectorAll('mark.highlight.question')];
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Salt ', 'marshes', 'bury']);
  clearHighlights(box);
  expect(box.innerHTML).toBe(before);
});

async function read() {
  const host = new MemoryHost('full');
  const found = host.shelves.find(({ view }) => view.title === 'Supply agreement');
  const id = found?.view.document_id ?? '';
  const start = new TextEncoder().encode(
    found?.text.slice(0, found.text.indexOf('A complaint is made')),
  ).length;
  const span = `s=${start}&e=${start + 'A complaint is made'.length}`;
  const opened = openApp('full', `#/read/${id}?${span}`, host);
  await screen.findByRole('heading', { level: 1, name: 'Supply agreement' });
  await screen.findAllByTestId('evidence');
  return { ...opened, host };
}

test('the passage is highlighted by H, listed in the panel, and found under Notes', async () => {
  const { user, host } = await read();
  await user.keyboard('h');
  const sheet = await screen.findByRole('dialog', { name: 'Write a note' });
  await expectAccessible(sheet);
  await user.click(within(sheet).getByRole('radio', { name: /Question/ }));
  await user.type(within(sheet).getByRole('textbox'), 'See [[[[Supply');
  const option = await within(sheet).findByRole('option', { name: 'Supply agreement' });
  expect(option.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(within(sheet).getByRole<HTMLTextAreaElement>('textbox').value).toBe(
      'See [[Supply agreement]]',
    ),
  );
  await user.click(within(sheet).getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.querySelector('mark.highlight.question')).not.toBeNull());
  expect(host.notebook.notes[0]?.meaning).toBe('question');
  window.location.hash = '#/notes';
  const note = await screen.findByTestId('note');
  expect(note.textContent).toContain('A complaint is made');
  expect(within(note).getByRole('link', { name: 'Supply agreement' })).toBeTruthy();
  await expectAccessible();
  await user.click(within(note).getByRole('button', { name: /^Delete/ }));
  await screen.findByText('Nothing is noted yet');
});
