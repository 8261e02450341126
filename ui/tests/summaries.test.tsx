import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { remember } from '../src/state/router';
import { byId, expectAccessible, findState, openApp } from './app';

async function openSummaries(host = new MemoryHost('full')) {
  remember({ selected: null });
  const opened = openApp('full', '#/summaries', host);
  await screen.findByTestId('built');
  return opened;
}

async function openBuilt() {
  const opened = await openSummaries();
  await opened.user.click(screen.getByRole('button', { name: 'Build' }));
  await waitFor(() => expect(screen.queryAllByTestId('summary')).toHaveLength(1));
  return opened;
}

const summaries = () => screen.queryAllByTestId('summary');
const first = () => summaries()[0] as HTMLElement;

test('nothing is built until it is asked for, by the method that is chosen', async () => {
  const { user, host } = await openSummaries();
  expect(byId('built').textContent).toContain('nothing built yet');
  expect(summaries()).toHaveLength(0);
  const called = vi.spyOn(host, 'call');
  await user.selectOptions(screen.getByRole('combobox'), 'tfidf');
  await user.click(screen.getByRole('button', { name: 'Build' }));
  await waitFor(() => expect(first().dataset['level']).toBe('master'));
  expect(called).toHaveBeenCalledWith('levels_build', expect.objectContaining({ method: 'tfidf' }));
  await waitFor(() => expect(byId('built').textContent).toContain('by TF-IDF'));
  await expectAccessible();
});

test('every sentence opens where it stands, words of ours open nothing', async () => {
  const { user } = await openBuilt();
  for (const ours of within(first()).getAllByTestId('connective'))
    expect(ours.querySelector('a')).toBeNull();
  const [sentence] = within(first()).getAllByTestId('summary-sentence');
  const words = sentence?.textContent ?? '';
  await user.click(sentence as HTMLElement);
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/read\/.*s=\d+&e=\d+/));
  await waitFor(() => {
    const text = document.querySelector('mark')?.textContent ?? '';
    expect(words.replace(/\s+/g, ' ')).toContain(text.trim().replace(/\s+/g, ' ').slice(0, 20));
  });
});

test('the keyboard alone goes down to a passage and up again', async () => {
  const { user } = await openBuilt();
  for (const level of ['master', 'section', 'chunk', 'raw']) {
    await user.keyboard('j{Enter}');
    await waitFor(() => {
      const own = screen.getByRole('list', { name: 'This summary' });
      expect(within(own).getByTestId('summary').dataset['level']).toBe(level);
    });
    const below = level === 'raw' ? 1 : 2;
    await waitFor(() => expect(summaries().length).toBeGreaterThanOrEqual(below));
    // the way is one longer, the collection first
    expect(byId('trail').querySelectorAll('li').length).toBe(
      ['master', 'section', 'chunk', 'raw'].indexOf(level) + 2,
    );
  }
  await expectAccessible();
  for (const level of ['chunk', 'section', 'master']) {
    await user.keyboard('u');
    await waitFor(() => {
      const own = screen.getByRole('list', { name: 'This summary' });
      expect(within(own).getByTestId('summary').dataset['level']).toBe(level);
    });
  }
  await user.keyboard('u');
  await waitFor(() => expect(screen.queryByTestId('trail')).toBeNull());
});

test('words are looked for at a level', async () => {
  const { user } = await openBuilt();
  await user.click(screen.getByRole('button', { name: 'Chunks' }));
  await waitFor(() => expect(summaries().length).toBeGreaterThan(1));
  const sentence = within(summaries()[1] as HTMLElement).getByTestId('summary-sentence');
  const words = (sentence.textContent ?? '').split(/\s+/).slice(0, 5).join(' ');
  await user.type(byId('levels-words'), words.replace(/[{[]/g, ''));
  await waitFor(() => expect(first().textContent).toContain(sentence.textContent));
  await user.type(byId('levels-words'), ' of nothing known');
  await findState('no-match');
});

test('what came since is said, and what rests on it is stale until it is updated', async () => {
  const { user, host, view } = await openBuilt();
  const collection = within(byId('built')).getByRole('heading').textContent ?? '';
  const one = host.shelves.find(({ view: { collections } }) => collections.includes(collection));
  await host.call('documents_delete', {
    ...{ document: one?.view.document_id ?? '', cascade: 'orphans', also: [] },
  });
  view.unmount();
  await openSummaries(host);
  await screen.findByTestId('levels-stale');
  await waitFor(() => expect(first().textContent).toContain('stale'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.queryByTestId('levels-stale')).toBeNull());
});

test('a build is stopped on request, and that is no error', async () => {
  const host = new MemoryHost('full');
  let stop: (reason: unknown) => void = () => undefined;
  const { user } = await openSummaries(host);
  const { Failure } = await import('../src/api');
  const call = host.call.bind(host);
  vi.spyOn(host, 'call').mockImplementation(((command: 'levels_build', request: never) => {
    const name: string = command;
    if (name === 'levels_build') return new Promise((_, reject) => (stop = reject));
    if (name === 'job_cancel')
      stop(new Failure({ code: 'cancelled', message: 'Stopped on request.', hint: '' }));
    return call(command, request);
  }) as typeof host.call);
  await user.click(screen.getByRole('button', { name: 'Build' }));
  await screen.findByRole('progressbar');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText(/Stopped. What was built before is still there/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an empty vault says what would be here', async () => {
  openApp('empty', '#/summaries');
  await findState('nothing-stored');
});
