import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { byId, expectAccessible, findState, openApp } from './app';

async function openAgents(host = new MemoryHost('full')) {
  const opened = openApp('full', '#/agents', host);
  await screen.findAllByTestId('agent');
  return opened;
}

const agent = (name: string) =>
  document.querySelector<HTMLElement>(`[data-testid=agent][data-of="${name}"]`) as HTMLElement;
const status = () => document.querySelector('.announcements')?.textContent ?? '';
const until = (words: string) => waitFor(() => expect(status()).toContain(words));
const button = (within_: HTMLElement, name: string) =>
  within(within_).getByRole('button', { name });

test('each agent says what it may do, what it did, and whether it is here now', async () => {
  await openAgents();
  const desk = agent('Desk assistant');
  expect(desk.textContent).toContain('May search and read, and propose, in every wing.');
  expect(desk.textContent).toContain('connected now');
  expect(desk.textContent).toContain('42 calls');
  expect(desk.textContent).toContain('1 call refused');
  const old = agent('Old notebook');
  expect(old.textContent).toContain('revoked');
  expect(within(old).queryByRole('button', { name: 'Revoke' })).toBeNull();
  await expectAccessible();
});

test('pairing shows once what goes into the settings', async () => {
  const { user, host } = await openAgents();
  const called = vi.spyOn(host, 'call');
  const pair = screen.getByRole('button', { name: 'Pair' });
  expect(pair).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: 'What you call it' }), 'Writing room');
  await user.click(screen.getByRole('checkbox', { name: 'Every wing of the palace' }));
  expect(pair).toHaveProperty('disabled', true);
  const wings = screen.getByRole('group', { name: 'It sees' });
  const [, first] = within(wings).getAllByRole('checkbox');
  await user.click(first as HTMLElement);
  await user.click(pair);
  await until('Writing room is paired.');
  const [, asked] = called.mock.calls.find(([command]) => command === 'agents_pair') ?? [];
  expect(asked).toMatchObject({
    name: 'Writing room',
    scope: { read: true, propose: false, wings: [expect.any(String)] },
  });
  const settings = within(byId('paired')).getByRole('textbox');
  expect(document.activeElement).toBe(settings);
  expect(JSON.parse((settings as HTMLTextAreaElement).value)).toHaveProperty('mcpServers.loci');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'I have it' }));
  expect(screen.queryByTestId('paired')).toBeNull();
  expect(document.body.textContent).not.toContain('loci_');
});

test('a revoked agent is no longer connected', async () => {
  const { user } = await openAgents();
  await user.click(button(agent('Desk assistant'), 'Revoke'));
  await until('Desk assistant is revoked.');
  await waitFor(() => expect(agent('Desk assistant').textContent).not.toContain('connected now'));
});

test('what an agent may do is changed', async () => {
  const { user, host } = await openAgents();
  const called = vi.spyOn(host, 'call');
  await user.click(button(agent('Desk assistant'), 'Change what it may do'));
  const form = screen.getByRole('form', { name: 'What Desk assistant may do' });
  await user.click(within(form).getByRole('checkbox', { name: /^Propose/ }));
  await user.click(button(form, 'Change'));
  await until('is changed');
  expect(called).toHaveBeenCalledWith('agents_scope', {
    agent: '0a1b2c3d4e5f6071',
    scope: { read: true, propose: false, wings: null },
  });
});

test('proposals name who proposes and why, and go once they are decided', async () => {
  const { user, host } = await openAgents();
  const called = vi.spyOn(host, 'call');
  const all = screen.getAllByTestId('proposal');
  expect(all).toHaveLength(4);
  expect(all[0]?.textContent).toContain('Desk assistant proposes that');
  expect(all[0]?.textContent).toContain('Why: the second study builds on it');
  await user.click(button(all[0] as HTMLElement, 'Approve'));
  await waitFor(() => expect(screen.getAllByTestId('proposal')).toHaveLength(3));
  expect(called).toHaveBeenCalledWith('agents_decide', {
    proposals: ['1111111111111111'],
    action: 'approve',
  });
  const finding = screen.getAllByTestId('proposal')[0] as HTMLElement;
  await user.click(button(finding, 'Keep as a note'));
  await waitFor(() => expect(screen.getAllByTestId('proposal')).toHaveLength(2));
  expect(host.notebook.notes[0]?.origin).toBe('agent Desk assistant');
  await user.click(button(agent('Desk assistant'), 'Take out what it proposed'));
  await waitFor(() => expect(screen.queryAllByTestId('proposal')).toHaveLength(0));
  expect(called).toHaveBeenCalledWith('agents_purge', {
    agent: '0a1b2c3d4e5f6071',
    approved: false,
  });
});

test('what was approved of an agent goes only once that is said twice', async () => {
  const { user, host } = await openAgents();
  const called = vi.spyOn(host, 'call');
  const all = () => button(agent('Desk assistant'), 'Take out all that it wrote…');
  await user.click(all());
  const sure = screen.getByRole('group', { name: 'Take out all of Desk assistant?' });
  expect(sure.textContent).toContain('What you approved of it goes too, for good.');
  await expectAccessible();
  await user.click(button(sure, 'Keep it'));
  expect(screen.queryByRole('group', { name: /^Take out all of/ })).toBeNull();
  expect(called.mock.calls.filter(([command]) => command === 'agents_purge')).toEqual([]);
  await user.click(all());
  await user.click(screen.getByRole('button', { name: 'Take it all out' }));
  await until('2 nodes that Desk assistant wrote went.');
  expect(called).toHaveBeenCalledWith('agents_purge', {
    agent: '0a1b2c3d4e5f6071',
    approved: true,
  });
  expect(screen.queryByRole('group', { name: /^Take out all of/ })).toBeNull();
});

test('the terminal is kept out by one switch', async () => {
  const { user } = await openAgents();
  const terminal = screen.getByRole('checkbox', { name: /may use it without the passphrase/ });
  expect(terminal).toHaveProperty('checked', true);
  await user.click(terminal);
  await until('Your terminal is kept out.');
  expect(terminal).toHaveProperty('checked', false);
});

test('a pairing that is refused says why, and nothing is shown', async () => {
  const { user } = await openAgents();
  await user.type(screen.getByRole('textbox', { name: 'What you call it' }), 'Desk assistant');
  await user.click(screen.getByRole('button', { name: 'Pair' }));
  expect((await screen.findByTestId('problem')).textContent).toContain('Another agent');
  expect(screen.queryByTestId('paired')).toBeNull();
});

test('an empty house says how to begin', async () => {
  openApp('empty', '#/agents');
  await findState('nothing-stored');
  await expectAccessible();
});
