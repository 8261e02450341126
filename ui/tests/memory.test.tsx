import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { byId, expectAccessible, openApp } from './app';

async function openMemory(place = '#/memory', host = new MemoryHost('full')) {
  const opened = openApp('full', place, host);
  await screen.findByRole('heading', { level: 1, name: 'Memory' });
  return opened;
}

const layers = () => screen.queryAllByTestId('memory-layer');
const status = () => document.querySelector('.announcements')?.textContent ?? '';

test('each layer shows its tokens, why it fired, and the very text', async () => {
  const { host } = await openMemory();
  await waitFor(() => expect(layers()).toHaveLength(3));
  const real = await host.call('memory_preview', { agent: 'planner', task: '' });
  const texts = real.layers.map(({ text }) => text).filter((text) => text !== '');
  const shown = [...document.querySelectorAll('.memory-text')].map((text) => text.textContent);
  expect(shown).toEqual(texts);
  expect(byId('memory-total').textContent).toContain(`${real.total_tokens} tokens in all`);
  expect(layers()[2]?.textContent).toContain('no topic was detected');
  await expectAccessible();
});

test('a smaller budget takes text out at once, and is saved where one says so', async () => {
  const { user, host } = await openMemory();
  await waitFor(() => expect(layers()).toHaveLength(3));
  const first = () => within(layers()[0] as HTMLElement);
  const number = first().getByRole('spinbutton');
  fireEvent.change(number, { target: { value: '0' } });
  await waitFor(() => expect(first().getByText('It says nothing.')).toBeTruthy());
  expect(first().getByTestId('memory-tokens').textContent).toContain('0 of 0 tokens');
  expect((await host.call('memory_settings', {})).budgets.l0).toBe(100);
  await user.click(screen.getByRole('button', { name: 'Save these budgets' }));
  await waitFor(() => expect(status()).toContain('budgets are saved'));
  expect((await host.call('memory_settings', {})).budgets.l0).toBe(0);
});

test('tokens are counted by what one chooses', async () => {
  const { user, host } = await openMemory();
  await waitFor(() => expect(byId('memory-total').textContent).toContain('loci-static-256'));
  await user.selectOptions(byId('memory-tokenizer'), 'o200k_base');
  await waitFor(() => expect(byId('memory-total').textContent).toContain('by o200k_base'));
  expect((await host.call('memory_settings', {})).tokenizer).toBe('o200k_base');
  await waitFor(() => expect(status()).toContain('counted by o200k_base'));
  await expectAccessible();
});

test('another agent gets what its policy says, and a topic brings its room', async () => {
  const { user } = await openMemory();
  await waitFor(() => expect(layers()).toHaveLength(3));
  await user.selectOptions(byId('memory-agent'), 'writer');
  await waitFor(() => expect(layers()).toHaveLength(2));
  await user.selectOptions(byId('memory-agent'), 'aggregator');
  await user.type(byId('memory-task'), 'consolidation');
  await waitFor(() => expect(layers()[2]?.querySelector('pre')?.textContent).toContain('## L2'));
});

test('what one says of oneself is saved and told', async () => {
  const { user } = await openMemory();
  const own = await screen.findByTestId('memory-identity');
  await user.clear(own);
  await user.type(own, 'I build harps.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(layers()[0]?.textContent).toContain('I build harps.'));
});

test('receipts say who was handed what', async () => {
  const host = new MemoryHost('full');
  await host.call('memory_context', { agent: 'planner', client: 'A client', task: '' });
  await openMemory('#/memory?show=receipts', host);
  const receipt = await screen.findByTestId('receipt');
  expect(receipt.textContent).toContain('A client as planner');
  expect(receipt.textContent).toContain('L0');
  await expectAccessible();
});

test('nobody was handed anything yet', async () => {
  await openMemory('#/memory?show=receipts');
  await screen.findByText('Nothing was handed over');
});

test('then and now are compared layer by layer', async () => {
  await openMemory('#/memory?show=diff');
  await waitFor(() => expect(screen.queryAllByTestId('memory-diff')).toHaveLength(3));
  await expectAccessible();
});
