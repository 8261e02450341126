import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer, Command, Request } from '../src/api';
import { MemoryHost } from '../src/api/memory';
import { byId, expectAccessible, findState, openApp } from './app';

const texts = () => screen.getAllByTestId('hit').map((hit) => hit.textContent ?? '');

test('hits say where they stand and why they matched', async () => {
  const { user } = openApp('full');
  await user.type(await screen.findByTestId('search-input'), 'method of loci');
  await screen.findAllByTestId('hit');
  const [first = ''] = texts();
  expect(first).toContain('The method of loci');
  expect(first).toContain('Words #1');
  expect(first).toContain('Meaning #');
  expect(first).toMatch(/lines? \d/);
  expect(document.querySelector('.hit mark')?.textContent).toMatch(/method/i);
  await expectAccessible();
});

test('people read words, not markup; the words asked for stay emphasised', async () => {
  openApp('full', '#/search?q=preregistered%20pairs');
  await screen.findAllByTestId('hit');
  const [words] = [...document.querySelectorAll('.hit-text')].filter(({ textContent }) =>
    textContent?.includes('28'),
  );
  expect(words?.textContent).toContain('Early nap study · 28 · 4.7 pairs');
  expect(words?.textContent).not.toMatch(/[|*#]|---/);
  expect([...(words?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual([
    'pairs',
    'Preregistered',
    'pairs',
  ]);
});

/** Answers searches in the order in which the test lets them go. */
class HeldHost extends MemoryHost {
  held = new Map<string, () => void>();

  override async call<C extends Command>(command: C, request: Request<C>): Promise<Answer<C>> {
    if (command === 'search' && 'query' in request) {
      await new Promise<void>((go) => this.held.set(request.query ?? '', go));
    }
    return super.call(command, request);
  }
}

test('a stale answer never overwrites a newer one', async () => {
  const host = new HeldHost('full');
  const { user } = openApp('full', '#/search', host);
  const input = await screen.findByTestId('search-input');
  await user.type(input, 'lamp{Enter}');
  await waitFor(() => expect(host.held.has('lamp')).toBe(true));
  await user.clear(input);
  await user.type(input, 'nap{Enter}');
  await waitFor(() => expect(host.held.has('nap')).toBe(true));
  host.held.get('nap')?.();
  await screen.findAllByTestId('hit');
  host.held.get('lamp')?.();
  await new Promise((resolve) => setTimeout(resolve, 30));
  for (const text of texts()) expect(text.toLowerCase()).toContain('nap');
});

test.each([
  ['empty', '#/search', 'nothing-stored'],
  ['full', '#/search?q=xylophone', 'no-match'],
  ['failing', '#/search?q=sleep', 'failed'],
])('%s at %s is %s', async (scenario, place, state) => {
  openApp(scenario, place);
  await findState(state);
  expect(screen.getAllByRole('button').length).toBeGreaterThan(0);
  await expectAccessible();
});

test('while nothing is indexed yet, the search says so', async () => {
  const { user } = openApp('empty', '#/library');
  await findState('nothing-stored');
  await user.click(byId('samples'));
  await screen.findAllByTestId('queue-row');
  await user.click(byId('nav-search'));
  await findState('indexing');
});

test('a degraded answer says why and what to do', async () => {
  openApp('degraded', '#/search?q=sleep');
  const banner = await screen.findByTestId('degraded');
  expect(banner.textContent).toContain('only words were compared');
  expect(banner.textContent).toContain('./setup');
  expect(texts().join()).not.toContain('Meaning #');
});

test('filters are in the address, and narrow the hits', async () => {
  const { user } = openApp('full', '#/search?q=memory');
  await screen.findAllByTestId('hit');
  await user.click(screen.getByRole('button', { name: 'default' }));
  await waitFor(() => expect(texts()).toHaveLength(1));
  expect(window.location.hash).toContain('c=default');
  await user.selectOptions(screen.getByRole('combobox'), 'exact');
  expect(window.location.hash).toContain('mode=exact');
});

test('J, K and Space move and preview; the palette and the list open', async () => {
  const { user } = openApp('full', '#/search?q=sleep');
  const hits = await screen.findAllByTestId('hit');
  await user.keyboard('jj');
  expect(hits[1]?.contains(document.activeElement)).toBe(true);
  await user.keyboard(' ');
  expect(hits[1]?.dataset['open']).toBe('true');
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Shortcuts' });
  await expectAccessible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Commands' });
  await user.keyboard('libr{Enter}');
  await waitFor(() => expect(window.location.hash).toContain('q=libr'));
});

test('a hit carries the definitions of its terms, folded, each with its source', async () => {
  const { user } = openApp('full', '#/search?q=deducted');
  const terms = await screen.findByRole('button', { name: /Terms: .*Force Majeure/ });
  expect(screen.queryByText(/natural disaster or war/)).toBeNull();
  await user.click(terms);
  expect(screen.getByText(/natural disaster or war/)).toBeTruthy();
  expect(
    screen.getByRole('link', {
      name: /^Open where it is defined.*Force Majeure in Glossary of procurement$/,
    }),
  ).toBeTruthy();
  await expectAccessible();
});

test('superseded versions are found when asked for, and marked', async () => {
  const { user } = openApp('full', '#/search?q=uncollected');
  await findState('no-match');
  await user.click(screen.getByRole('button', { name: 'All versions' }));
  await waitFor(() => expect(screen.getAllByTestId('hit')).toHaveLength(2));
  expect(texts().join()).toContain('v1, superseded');
  expect(window.location.hash).toContain('all=1');
});

test('what stood on a day is found, with what there is to know about it', async () => {
  const { user } = openApp('full', '#/search?q=invoice');
  await screen.findAllByTestId('hit');
  fireEvent.change(screen.getByLabelText('As of'), { target: { value: '2026-02-01' } });
  await waitFor(() => expect(texts().join()).toContain('v1, superseded'));
  expect(texts().join()).toContain('30 days after the');
  expect(window.location.hash).toContain('on=2026-02-01');
  fireEvent.change(screen.getByLabelText('As of'), { target: { value: '2025-02-01' } });
  expect((await screen.findByTestId('search-warning')).textContent).toContain('vault began on');
  expect(window.location.hash).toContain('on=2025-02-01');
  await user.click(screen.getByRole('button', { name: 'Clear the date' }));
  await waitFor(() => expect(texts().join()).not.toContain('superseded'));
});

test('each place has its palette entry and its shortcut', async () => {
  const { user } = openApp('full', '#/library');
  await screen.findByRole('heading', { name: 'Library' });
  for (const [keys, name] of [
    ['{Control>}d{/Control}', 'Definitions'],
    ['{Control>}e{/Control}', 'Citations'],
    ['{Control>},{/Control}', 'Settings'],
  ] as const) {
    await user.keyboard(keys);
    await screen.findByRole('heading', { level: 1, name });
  }
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Commands' });
  for (const name of [/Definitions/, /Citations/, /Deletion certificates/, /Watched folders/]) {
    expect(screen.getAllByRole('menuitem', { name }).length).toBeGreaterThan(0);
  }
});

test('filters by knowledge are chips, in the address, and narrow the hits', async () => {
  const { user } = openApp('full', '#/search?q=sleep');
  await screen.findAllByTestId('hit');
  const before = texts().length;
  await user.click(screen.getByRole('button', { name: 'Filter by knowledge' }));
  await user.click(await screen.findByRole('button', { name: /^biology \d/ }));
  await user.click(await screen.findByRole('button', { name: /^neuroscience \d/ }));
  await waitFor(() => expect(texts().length).toBeLessThan(before));
  expect(window.location.hash).toContain('wing=biology&room=neuroscience');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Discovery' }));
  await waitFor(() => expect(window.location.hash).toContain('hall=discovery'));
  await user.click(screen.getByRole('button', { name: 'High, 0.70' }));
  await findState('no-match');
  expect(window.location.hash).toContain('r=70');
  screen.getByRole('button', {
    name: /wing biology, room neuroscience, hall discovery, reliability 0.70 or more/,
  });
  await user.click(screen.getByRole('button', { name: 'Clear these filters' }));
  await waitFor(() => expect(texts()).toHaveLength(before));
  expect(window.location.hash).toBe('#/search?q=sleep');
});

test('a hit says what it speaks for, how reliable it is, and what is related', async () => {
  const { user } = openApp('full', '#/search?q=oscillations');
  const [first] = await screen.findAllByTestId('hit-knowledge');
  expect(first?.textContent).toContain('biology › neuroscience');
  expect(first?.textContent).toMatch(/Reliability 0\.\d\d (low|moderate|high)/);
  expect(screen.getByTestId('boosted').textContent).toContain('Ranked up: wing biology');
  const related = screen.getByTestId('related');
  expect(related.textContent).toContain('slow oscillations enables consolidation');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Search only biology' }));
  await waitFor(() => expect(window.location.hash).toContain('wing=biology'));
  await waitFor(() => expect(screen.queryByTestId('boosted')).toBeNull());
});

test('a question has its answer above the passages, and every sentence opens its source', async () => {
  openApp('full', '#/search?q=does%20a%20nap%20preserve%20paired%20associates%3F');
  const answer = await screen.findByTestId('answer');
  const [first] = screen.getAllByTestId('answer-sentence');
  expect(first?.textContent).toContain('A nap of 60 minutes that contains slow-wave sleep');
  expect(first?.querySelector('a')?.getAttribute('href')).toMatch(/^#\/read/);
  await screen.findAllByTestId('hit');
  const hits = screen.getByRole('region', { name: 'Passages' });
  expect(answer.compareDocumentPosition(hits) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await expectAccessible();
});

test('an answer is kept as a note whose quotations open their passages', async () => {
  const host = new MemoryHost('full');
  const question = 'does a nap preserve paired associates?';
  const { user } = openApp('full', `#/search?q=${encodeURIComponent(question)}`, host);
  await user.click(await screen.findByTestId('answer-keep'));
  expect((await screen.findByTestId('answer-kept')).querySelector('a')).toBeTruthy();
  await expectAccessible();
  const nothing = { document: null, node: null, collection: null, meaning: null, tag: null };
  const [note] = (await host.call('note_list', { ...nothing, words: null })).notes;
  expect(note?.title).toBe(question);
  const link = note?.links[0];
  const [start, end] = link?.range ?? [0, 0];
  const passage = await host.call('passage', { document: link?.document_id ?? '', start, end });
  expect(note?.text).toContain(`> ${passage.quote}`);
});

test('words that ask nothing get no answer; a question without one is told so', async () => {
  openApp('full', '#/search?q=nap%20memory');
  await screen.findAllByTestId('hit');
  await waitFor(() => expect(screen.queryByTestId('answer-waiting')).toBeNull());
  expect(screen.queryByTestId('answer')).toBeNull();
  window.location.hash = '#/search?q=who%20paid%20for%20the%20nap%20orchestra%3F';
  expect((await screen.findByTestId('answer-declined')).textContent).toContain('does not say');
});

/** Answers no question, or with what the test gives. */
class AskedHost extends MemoryHost {
  given: Answer<'ask'> | 'never' | 'failed' = 'never';

  override async call<C extends Command>(command: C, request: Request<C>): Promise<Answer<C>> {
    if (command !== 'ask') return super.call(command, request);
    if (this.given === 'never') return new Promise(() => {});
    if (this.given === 'failed') {
      throw { code: 'internal', message: 'The answer was lost.', hint: 'Ask again.' };
    }
    return this.given as Answer<C>;
  }
}

test('the passages never wait for the answer, and do not fall with it', async () => {
  const host = new AskedHost('full');
  const { user } = openApp('full', '#/search?q=what%20does%20a%20nap%20do%3F', host);
  await screen.findAllByTestId('hit');
  expect(screen.getByTestId('answer-waiting')).toBeTruthy();
  host.given = 'failed';
  await user.clear(screen.getByTestId('search-input'));
  await user.type(screen.getByTestId('search-input'), 'why does a nap help?{Enter}');
  expect((await screen.findByTestId('answer-failed')).textContent).toContain(
    'The answer was lost.',
  );
  expect(screen.getAllByTestId('hit').length).toBeGreaterThan(0);
});

test('what is at odds, and text that addresses an assistant, is said', async () => {
  const host = new AskedHost('full');
  const whole = await new MemoryHost('full').call('ask', {
    ...{ question: 'does a nap preserve paired associates?', collection: null, if_question: true },
  });
  const [sentence] = whole.answer;
  const source = sentence?.sources[0];
  if (sentence === undefined || source === undefined) throw new Error('nothing to begin with');
  host.given = {
    ...whole,
    answer: [{ ...sentence, addresses_assistant: true, holds: 'since 2019' }],
    conflicts: [{ because: 'one denies it', confidence: 0.9, first: source, second: source }],
  };
  openApp('full', '#/search?q=does%20a%20nap%20preserve%20paired%20associates%3F', host);
  expect((await screen.findByTestId('answer-conflicts')).textContent).toContain('one denies it');
  const told = screen.getByTestId('answer-sentence').textContent;
  expect(told).toContain('addresses an assistant');
  expect(told).toContain('since 2019');
});
