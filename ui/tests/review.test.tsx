import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import type { NodeKind } from '../src/api';
import { remember } from '../src/state/router';
import { byId, expectAccessible, findState, openApp } from './app';

async function openReview(place = '#/review', host = new MemoryHost('full')) {
  // what one test stood at is not where the next begins
  remember({ selected: null });
  const opened = openApp('full', place, host);
  await screen.findAllByTestId('review-item');
  return opened;
}

const items = () => screen.queryAllByTestId('review-item');
const names = () => items().map((item) => item.querySelector('[data-item]')?.textContent ?? '');
const link = (at: number) => items()[at]?.querySelector<HTMLElement>('[data-item]') as HTMLElement;
const status = () => document.querySelector('.announcements')?.textContent ?? '';
const isAt = (name: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toContain(name));
const until = (words: string) => waitFor(() => expect(status()).toContain(words));

test('what waits stands surest first, with its words and the way to them', async () => {
  const { user } = await openReview();
  const sure = items().map((item) => Number(/sureness ([\d.]+)/.exec(item.textContent ?? '')?.[1]));
  expect(sure).toEqual([...sure].sort((a, b) => b - a));
  const first = within(items()[0] as HTMLElement);
  expect(first.getByText(/waits|Claim/i, { selector: '.format' })).toBeTruthy();
  expect(first.getByRole('link', { name: /Müller/ })).toBeTruthy();
  const quoted = items().find((item) => item.textContent?.includes('memory athletes'));
  expect(quoted?.querySelector('blockquote mark')?.textContent).toBe('memory');
  await expectAccessible();
  await user.click(first.getByRole('link', { name: /^Sleep and memory consolidation/ }));
  expect((await screen.findByTestId('evidence')).textContent).toBeTruthy();
});

test('what an assistant found becomes a note, or a claim, where it waits', async () => {
  const { user, host } = await openReview();
  const called = vi.spyOn(host, 'call');
  const found = items().filter((item) => item.textContent?.includes('proposed by Desk assistant'));
  expect(found).toHaveLength(1);
  const [finding] = found as [HTMLElement];
  const name = finding.querySelector('[data-item]')?.textContent ?? '';
  expect(within(finding).getByRole('button', { name: 'Keep as a claim' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Keep as a note' })).toHaveLength(1);
  await expectAccessible();
  await user.click(within(finding).getByRole('button', { name: 'Keep as a note' }));
  await until(`“${name}” is a note of yours now.`);
  await waitFor(() => expect(names()).not.toContain(name));
  expect(called).toHaveBeenCalledWith('note_promote', { proposal: '4444444444444444' });
  expect(host.notebook.notes[0]?.title).toBe(name);
});

test('a finding that cannot become a note stays, and it is said why', async () => {
  const { user, host } = await openReview();
  const before = names();
  host.proposals = [];
  await user.click(screen.getByRole('button', { name: 'Keep as a note' }));
  await until('No proposal of that id waits.');
  await waitFor(() => expect(names()).toEqual(before));
});

test('one key decides, the next has the keyboard, and it is said', async () => {
  const { user, host } = await openReview();
  const [first = '', second = '', third = ''] = names();
  await user.keyboard('j');
  await isAt(first);
  await user.keyboard('a');
  await isAt(second);
  expect(names()).not.toContain(first);
  await until(`Approved “${first}”.`);
  await user.keyboard('d');
  await isAt(third);
  await until(`Dismissed “${second}”.`);
  const state = (name: string) =>
    [...host.knowledge.nodes.values()].find((node) => node.name === name)?.state;
  expect([state(first), state(second)]).toEqual(['accepted', 'dismissed']);
  expect(byId('waiting').textContent).toContain('5 nodes wait');
});

test('undo gives it back, by U and by Ctrl Z, and the keyboard goes there', async () => {
  const { user } = await openReview();
  const before = names();
  await user.keyboard('jad');
  await until('Dismissed');
  await user.keyboard('u');
  await until('Undone: dismissed');
  await isAt(before[1] ?? '');
  await user.keyboard('{Control>}z{/Control}');
  await until('Undone: approved');
  await isAt(before[0] ?? '');
  expect(names()).toEqual(before);
  await user.keyboard('u');
  await until('There is nothing to undo.');
});

test('quick keys are undone in their own order, whatever the host has answered', async () => {
  const { user } = await openReview();
  const before = names();
  await user.keyboard('jaaau');
  await until('Undone: approved');
  await waitFor(() => expect(names()).toEqual([before[2], ...before.slice(3)]));
});

test('undo survives a restart', async () => {
  const { user, host } = await openReview();
  const before = names();
  await user.keyboard('ja');
  await until('Approved');
  cleanup();
  const again = openApp('full', '#/review', host);
  await screen.findAllByTestId('review-item');
  const recent = byId('recent-changes');
  expect(recent.textContent).toContain('approved “');
  await again.user.click(within(recent).getByRole('button', { name: /^Undo: approved/ }));
  await waitFor(() => expect(names()).toEqual(before));
  await isAt(before[0] ?? '');
});

test('Shift and J select a range, one key approves it, Escape lets go', async () => {
  const { user } = await openReview();
  const [first = '', second = '', third = '', fourth = ''] = names();
  await user.keyboard('j{Shift>}jj{/Shift}');
  await until('3 nodes selected.');
  await expectAccessible();
  await user.keyboard('{Escape}');
  await until('Nothing is selected.');
  await user.keyboard('{Shift>}k{/Shift}');
  await until('2 nodes selected.');
  expect(document.activeElement?.textContent).toContain(second);
  await user.keyboard('a');
  await until('Approved 2 nodes.');
  expect(names().slice(0, 2)).toEqual([first, fourth]);
  expect(names()).not.toContain(third);
  await isAt(fourth);
});

test('Shift and a click select a range, X takes one out', async () => {
  const { user } = await openReview();
  link(1).focus();
  await user.keyboard('{Shift>}');
  await user.click(link(3));
  await user.keyboard('{/Shift}');
  expect(items().map((item) => item.dataset['selected'])).toEqual([
    'false',
    'true',
    'true',
    'true',
    ...items()
      .slice(4)
      .map(() => 'false'),
  ]);
  expect(window.location.hash).toBe('#/review');
  await user.keyboard('x');
  const bar = screen.getByRole('group', { name: 'Selected nodes' });
  await user.click(within(bar).getByRole('button', { name: 'Dismiss 2' }));
  await until('Dismissed 2 nodes.');
  await user.click(screen.getByRole('button', { name: /^Undo: dismissed 2 nodes/ }));
  await until('Undone: dismissed 2 nodes.');
});

test('all from one source go with one press, and what was learnt is said', async () => {
  const { user } = await openReview();
  const notes = items().find((item) => item.textContent?.includes('Photographed'));
  const row = within(notes as HTMLElement);
  await user.click(row.getByRole('button', { name: 'All from this source' }));
  await expectAccessible(notes as HTMLElement);
  await user.click(row.getByRole('button', { name: 'Dismiss all' }));
  await until('Dismissed all that waited from “Field notes, March”.');
  expect(status()).toContain('Learnt: source field-notes-march.txt');
  expect(byId('learnt').textContent).toContain('0.50 → 0.45');
  expect(names().join()).not.toContain('Photographed');
  expect(document.activeElement).not.toBe(document.body);
  await user.keyboard('u');
  await until('Undone');
  expect(names().join()).toContain('Photographed');
});

test('an edit shows its words against the source, and can approve', async () => {
  const { user, host } = await openReview();
  const [first = '', second = ''] = names();
  await user.keyboard('je');
  const form = await screen.findByRole('form', { name: `Edit ${first}` });
  const field = within(form).getByRole('textbox', { name: 'Statement' });
  expect(document.activeElement).toBe(field);
  expect(byId('difference').textContent).toContain('Word for word as in the source');
  await user.clear(field);
  await user.type(field, first.replace('smaller', 'lesser'));
  expect(byId('difference').querySelector('del')?.textContent).toContain('smaller');
  expect(byId('difference').querySelector('ins')?.textContent).toContain('lesser');
  await expectAccessible(form);
  await user.click(within(form).getByRole('button', { name: 'Save and approve' }));
  await until('Changed and approved');
  await isAt(second);
  const made = [...host.knowledge.nodes.values()].find(({ name }) => name.includes('lesser'));
  expect(made?.state).toBe('accepted');
});

test('an edit can move it and leave it waiting; Escape goes back to the item', async () => {
  const { user, host } = await openReview();
  const called = vi.spyOn(host, 'call');
  const [first = ''] = names();
  await user.keyboard('je');
  const form = await screen.findByRole('form', { name: `Edit ${first}` });
  await user.keyboard('{Escape}');
  await isAt(first);
  expect(form.isConnected).toBe(false);
  await user.keyboard('e');
  const room = screen.getByRole('textbox', { name: 'Room' });
  await user.clear(room);
  await user.type(room, 'Old age');
  await user.click(screen.getByRole('button', { name: 'Save, decide later' }));
  await until('Changed “');
  await isAt(first);
  expect(called).toHaveBeenCalledWith(
    'palace_move',
    expect.objectContaining({ wing: 'biology', room: 'old-age' }),
  );
  expect(called).not.toHaveBeenCalledWith('node_edit', expect.anything());
});

test('the queue is narrowed by kind, document and wing, and the address remembers', async () => {
  const { user } = await openReview();
  await user.click(screen.getByRole('button', { name: 'Named things' }));
  await waitFor(() => expect(names()).toEqual(['Harbour Archive']));
  expect(document.activeElement?.textContent).toBe('Named things');
  await user.click(screen.getByRole('button', { name: 'All kinds' }));
  await user.type(screen.getByRole('combobox', { name: 'Document' }), 'Supply agreement');
  await waitFor(() => expect(names()).toHaveLength(2));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Wing' }), 'biology');
  await findState('no-match');
  expect(window.location.hash).toMatch(/d=.*wing=biology/);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Show all that waits' }));
  await waitFor(() => expect(names()).toHaveLength(7));
});

test('what names no document lets go of the filter, and does not stay', async () => {
  const { user } = await openReview();
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Document' });
  await user.type(field, 'supply agreement');
  await waitFor(() => expect(names()).toHaveLength(2));
  await user.type(field, ' of nobody');
  await waitFor(() => expect(names()).toHaveLength(7));
  expect(window.location.hash).toBe('#/review');
  await user.tab();
  expect(field.value).toBe('');
});

test.each([
  ['file', ['a/part-1.md', 'a/part-2.md', 'b/part-3.md'], ['part-1.md', 'part-2.md', 'part-3.md']],
  ['path', ['a/part.md', 'b/part.md', 'b/rest.md'], ['a/part.md', 'b/part.md', 'b/rest.md']],
])('documents of one title are told apart by %s', async (_, paths, parts) => {
  const host = new MemoryHost('full');
  const alike = host.shelves.slice(0, 3).map(({ view }) => view);
  for (const [at, view] of alike.entries()) {
    const path = paths[at] ?? '';
    const name = path.slice(2);
    const state = 'indexed';
    Object.assign(view, { title: 'Working title', path, name, state, superseded_by: null });
  }
  const { user } = await openReview('#/review', host);
  const field = screen.getByRole('combobox', { name: 'Document' });
  await user.type(field, 'Working title');
  const offered = document.querySelectorAll<HTMLOptionElement>('#review-documents option');
  expect([...offered].map(({ value }) => value)).toEqual(
    parts.map((part) => `Working title (${part})`),
  );
  expect(window.location.hash).toBe('#/review');
  await user.type(field, ` (${parts[1]})`);
  expect(window.location.hash).toBe(`#/review?d=${alike[1]?.document_id}`);
});

test('thousands come as one gets there', async () => {
  const host = new MemoryHost('full');
  const [pattern] = [...host.knowledge.nodes.values()].filter(({ state }) => state === 'proposed');
  for (let at = 0; at < 3000; at += 1) {
    const node_id = at.toString(16).padStart(64, 'x');
    const kind: NodeKind = 'concept';
    const node = { ...structuredClone(pattern), node_id, kind, name: `term ${at}` };
    host.knowledge.nodes.set(node_id, node as NonNullable<typeof pattern>);
  }
  const { user } = await openReview('#/review', host);
  expect(byId('waiting').textContent).toContain('3,007 nodes wait');
  expect(items()).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(items()).toHaveLength(100));
});

test('when the host refuses, the item comes back and the reason is shown', async () => {
  const { user, host } = await openReview();
  const before = names();
  const call = host.call.bind(host);
  host.call = (command, request) =>
    command === 'review_act'
      ? Promise.reject(new Error('the disk is full'))
      : call(command, request);
  await user.keyboard('ja');
  expect((await screen.findByTestId('problem')).textContent).toContain('the disk is full');
  expect(names()).toEqual(before);
  host.call = call;
  await user.keyboard('a');
  await until('Approved');
  expect(screen.queryByTestId('problem')).toBeNull();
});

test('an empty queue says what fills it; a worked one that all is done', async () => {
  openApp('empty', '#/review');
  await findState('nothing-stored');
  expect(screen.getByText(/sureness of 0.85 or more is accepted at once/)).toBeTruthy();
  await expectAccessible();
  cleanup();
  const { user } = await openReview('#/review');
  await user.keyboard('j{Control>}a{/Control}a');
  await findState('all-reviewed');
  expect(document.activeElement?.textContent).toBe('Recent changes');
  await expectAccessible();
});

test('a queue that cannot be read says why and can be tried again', async () => {
  const host = new MemoryHost('failing');
  const { user } = openApp('failing', '#/review', host);
  expect((await screen.findByTestId('problem')).dataset['code']).toBe('vault_damaged');
  host.scenario = 'full';
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findAllByTestId('review-item');
});

test('while it loads, that is said', async () => {
  openApp('slow', '#/review');
  await screen.findByRole('status', { name: 'Loading what waits for review' });
});
