import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { remember } from '../src/state/router';
import { byId, expectAccessible, findState, openApp } from './app';

async function openGaps(place = '#/gaps', host = new MemoryHost('full')) {
  remember({ selected: null });
  const opened = openApp('full', place, host);
  await screen.findAllByTestId('gap');
  return opened;
}

const gaps = () => screen.queryAllByTestId('gap');
const status = () => document.querySelector('.announcements')?.textContent ?? '';
const until = (words: string) => waitFor(() => expect(status()).toContain(words));

test('a gap says what was asked, how often, when, and what lies nearest', async () => {
  await openGaps();
  const [first] = gaps();
  expect(gaps()).toHaveLength(2);
  expect(first?.textContent).toContain('Asked 5 times, 4 of them within seven days');
  expect(first?.textContent).toContain('last on 20 Nov 2026');
  const near = within(first as HTMLElement).getAllByTestId('reliability');
  expect(near).toHaveLength(2);
  await expectAccessible();
});

test.each([
  ['Snooze 7 days', 7, 'quiet for 7 days'],
  ['Snooze 30 days', 30, 'quiet for 30 days'],
  ['Dismiss', null, 'dismissed'],
])('%s quiets it, and the next has the keyboard', async (name, snooze_days, words) => {
  const { user, host } = await openGaps();
  const called = vi.spyOn(host, 'call');
  const [first, second] = gaps();
  const next = second?.querySelector('[data-item]')?.textContent;
  await user.click(within(first as HTMLElement).getByRole('button', { name }));
  await until(words);
  expect(called).toHaveBeenCalledWith('gaps_dismiss', {
    gap: first?.dataset['of'],
    snooze_days,
  });
  await waitFor(() => expect(gaps()).toHaveLength(1));
  await waitFor(() => expect(document.activeElement?.textContent).toBe(next));
});

test('the keyboard alone dismisses the last one, and the place says so', async () => {
  const { user } = await openGaps();
  await user.keyboard('jd');
  await waitFor(() => expect(gaps()).toHaveLength(1));
  await user.keyboard('d');
  await findState('nothing-stored');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Open questions'));
});

test('a source is added in the library, and the question asked again', async () => {
  const { user } = await openGaps();
  await user.click(screen.getAllByRole('button', { name: 'Add a source…' })[0] as HTMLElement);
  await screen.findByRole('heading', { level: 1, name: 'Library' });
  window.history.back();
  await user.click(await screen.findByRole('link', { name: /^does caffeine/ }));
  const asked = 'does caffeine after learning change recall';
  await waitFor(() => expect(byId('search-input')).toHaveProperty('value', asked));
});

test('those that do not come up can be looked at, each with why', async () => {
  const { user } = await openGaps();
  await user.click(screen.getByRole('button', { name: 'All that found too little' }));
  await waitFor(() => expect(gaps()).toHaveLength(4));
  expect(document.activeElement?.textContent).toBe('All that found too little');
  expect(gaps().map((gap) => gap.querySelector('.flag')?.textContent)).toEqual([
    undefined,
    undefined,
    'asked too seldom',
    'quiet until 12 Dec 2026',
  ]);
  await expectAccessible();
});

test('a gap that cannot be quieted stays, and the reason is shown', async () => {
  const { user, host } = await openGaps();
  const call = host.call.bind(host);
  host.call = (command, request) =>
    command === 'gaps_dismiss' ? Promise.reject(new Error('read only')) : call(command, request);
  await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
  expect((await screen.findByTestId('problem')).textContent).toContain('read only');
  expect(gaps()).toHaveLength(2);
});

test('an empty list explains when a question comes up', async () => {
  openApp('empty', '#/gaps');
  await findState('nothing-stored');
  expect(screen.getByText(/three such searches for the same within seven days/)).toBeTruthy();
  await expectAccessible();
});

test('gaps that cannot be read can be tried again', async () => {
  const host = new MemoryHost('failing');
  const { user } = openApp('failing', '#/gaps', host);
  expect((await screen.findByTestId('problem')).dataset['code']).toBe('vault_damaged');
  host.scenario = 'full';
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findAllByTestId('gap');
});

async function openSettings(host = new MemoryHost('full')) {
  const opened = openApp('full', '#/settings', host);
  const part = await screen.findByRole('region', { name: 'Knowledge' });
  await within(part).findAllByTestId('learnt-row');
  return { ...opened, part: within(part), region: part };
}

test('the threshold and the half-life are set, out of bounds they are not', async () => {
  const { user, host, part, region } = await openSettings();
  await expectAccessible(region);
  const number = part.getByRole('spinbutton', { name: 'As a number' });
  await user.clear(number);
  await user.type(number, '0.3');
  expect(region.textContent).toContain('The sureness is a number from 0.50 to 1.');
  await user.clear(number);
  await user.type(number, '0.9');
  const days = part.getByRole('spinbutton', { name: /^Days/ });
  await user.clear(days);
  await user.type(days, '0');
  expect(region.textContent).toContain('The days are a number from 1 to 3,650.');
  await user.clear(days);
  await user.type(days, '30');
  const save = part.getByRole('button', { name: 'Save' });
  await user.click(save);
  await until('The knowledge settings are saved.');
  expect(host.knowledge.settings).toMatchObject({ accept_from: 0.9, half_life_days: 30 });
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
  expect(document.activeElement).toBe(save);
  await user.click(part.getByRole('checkbox', { name: /Accept nothing/ }));
  await user.click(save);
  await waitFor(() => expect(host.knowledge.settings.accept_from).toBeGreaterThan(1));
});

test('each thing learnt is shown with why, undone and used again', async () => {
  const { user, host, part } = await openSettings();
  const row = part.getByTestId('learnt-row');
  expect(row.textContent).toContain('0.87 → 0.85');
  expect(row.textContent).toContain('12 approved, 0 dismissed');
  await user.click(within(row).getByRole('button', { name: 'Undo: threshold' }));
  await within(row).findByText('undone');
  expect(host.knowledge.settings.learnt[0]?.active).toBe(false);
  await user.click(within(row).getByRole('button', { name: 'Use again: threshold' }));
  await waitFor(() => expect(host.knowledge.settings.learnt[0]?.active).toBe(true));
  const [word] = await part.findAllByTestId('learnt-word');
  await user.click(within(word as HTMLElement).getByRole('button', { name: /^Undo: northlight/ }));
  await until('northlight: undone.');
  expect(host.knowledge.vocabulary[0]?.active).toBe(false);
  await user.click(part.getByRole('checkbox', { name: /Learn from my decisions/ }));
  await until('Learning is off.');
  expect(host.knowledge.settings.learns).toBe(false);
});

test('judging can be asked for; what it took and found is shown', async () => {
  const { user, host, part, region } = await openSettings();
  const called = vi.spyOn(host, 'call');
  await user.click(part.getByRole('button', { name: 'Judge everything anew' }));
  const result = await part.findByTestId('sweep-result');
  expect(result.textContent).toContain('0 scores changed, 0 contradictions found.');
  expect(called).toHaveBeenCalledWith('trust_sweep', { all: true });
  await until('nodes judged');
  await expectAccessible(region);
});

test('judging that takes long can be stopped', async () => {
  const { user, host, part } = await openSettings();
  const call = host.call.bind(host);
  const asked: string[] = [];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  host.call = async (command, request) => {
    asked.push(command);
    if (command === 'ingest_cancel') stop();
    if (command === 'trust_sweep') await stopped;
    return call(command, request);
  };
  await user.click(part.getByRole('button', { name: 'Judge what changed' }));
  await part.findByRole('progressbar', { name: 'Judging knowledge' });
  await user.click(part.getByRole('button', { name: 'Stop' }));
  await part.findByTestId('sweep-result');
  expect(asked).toContain('ingest_cancel');
});
