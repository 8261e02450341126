import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { byId, expectAccessible, findState, openApp } from './app';

/** An empty house whose queue runs without its pauses. */
function emptyHost(): MemoryHost {
  const host = new MemoryHost('empty');
  host.scenario = 'fast';
  return host;
}

test('samples go through their stages and end with reasons where they are refused', async () => {
  const { user } = openApp('empty', '#/library', emptyHost());
  await findState('nothing-stored');
  await expectAccessible();
  await user.click(byId('samples'));
  await waitFor(() => {
    const states = screen.getAllByTestId('queue-row').map((row) => row.dataset['state']);
    expect(states).toEqual(['indexed', 'indexed', 'indexed', 'indexed', 'refused', 'refused']);
  });
  await waitFor(() => expect(screen.getAllByTestId('document-row')).toHaveLength(6));
  expect(document.body.textContent).toContain('pictures without text');
  expect(document.body.textContent).toContain('Save a copy without the password');
  await expectAccessible();
});

test('what is here already is offered, not taken twice', async () => {
  const { user, host } = openApp('full', '#/library', new MemoryHost('fast'));
  const path = host.shelves[0]?.view.path ?? '';
  await user.type(await screen.findByTestId('add-path'), path);
  await user.keyboard('{Enter}');
  const row = await screen.findByTestId('queue-row');
  await waitFor(() => expect(row.dataset['state']).toBe('duplicate'));
  expect(within(row).getByText('Already here')).toBeTruthy();
  expect(within(row).getByText('Read it again')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: /Open it/ }));
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/read\//));
});

test('cancelling keeps what was done and names the rest', async () => {
  const { user } = openApp('empty', '#/library');
  await findState('nothing-stored');
  await user.click(byId('samples'));
  await user.click(await screen.findByTestId('cancel'));
  await waitFor(() => {
    const states = screen.getAllByTestId('queue-row').map((row) => row.dataset['state']);
    expect(states).toHaveLength(6);
    expect(new Set(states)).toEqual(new Set(['cancelled']));
  });
});

test('a drag says what it brings before it is let go, from any place', async () => {
  const { host } = openApp('full', '#/search', emptyHost());
  await findState('nothing-stored');
  act(() => host.dragFiles({ kind: 'enter', paths: ['/a/b.md', '/a/c.exe'] }));
  expect(byId('drop-zone').className).toContain('over');
  await screen.findByText('1 file will be read; 1 is not of a kind that Loci reads.');
  act(() => host.dragFiles({ kind: 'leave' }));
  expect(byId('drop-zone').className).not.toContain('over');
  act(() => host.dragFiles({ kind: 'drop', paths: ['/a/c.exe'] }));
  const row = await screen.findByTestId('queue-row');
  await waitFor(() => expect(row.dataset['state']).toBe('refused'));
});

test('deleting asks once and removes the row', async () => {
  const { user } = openApp('full', '#/library');
  const rows = await screen.findAllByTestId('document-row');
  await user.click(screen.getByRole('button', { name: 'Delete Field notes, March' }));
  await user.click(await screen.findByTestId('delete-confirm'));
  await waitFor(() => expect(screen.getAllByTestId('document-row')).toHaveLength(rows.length - 1));
  expect(screen.queryByText('Field notes, March')).toBeNull();
});

test('what this system lacks is said once', async () => {
  const host = emptyHost();
  const lacks = 'This system lacks a part of what shuts the reader of documents in (no Landlock).';
  host.warnings = [lacks];
  const { user } = openApp('full', '#/library', host);
  const said = await screen.findByTestId('system-warning');
  expect(said.textContent).toContain(lacks);
  await expectAccessible();
  await user.click(within(said).getByRole('button', { name: 'I have read it' }));
  expect(screen.queryByTestId('system-warning')).toBeNull();
});
