import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { expectAccessible, openApp } from './app';

const evidence = () =>
  screen
    .getAllByTestId('evidence')
    .map((mark) => mark.textContent)
    .join(' ');

async function openHit(host: MemoryHost, query: string, title: string, nth = 0) {
  const opened = openApp('full', `#/search?q=${query}`, host);
  await screen.findAllByTestId('hit');
  const links = screen.getAllByRole('link', { name: title });
  await opened.user.click(links[nth] ?? document.body);
  return opened;
}

test('a hit opens its source with the passage marked, in both views', async () => {
  const { user } = await openHit(
    new MemoryHost('full'),
    'Müller',
    'Sleep and memory consolidation',
  );
  await screen.findAllByTestId('evidence');
  expect(evidence()).toContain('as Müller (2019) found.');
  expect(document.title).toContain('Sleep and memory consolidation');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Text' }));
  await waitFor(() => expect(document.querySelector('.line mark')).not.toBeNull());
  expect(evidence()).toMatch(/^A nap of 60 minutes .* found\.$/);
  await expectAccessible();
});

test('n and p step through the passages of the document; Back leaves it', async () => {
  const { user } = await openHit(
    new MemoryHost('full'),
    'sleep',
    'Sleep and memory consolidation',
    0,
  );
  await screen.findByText(/^Passage \d of 3$/);
  const seen = new Set([evidence()]);
  for (let step = 0; step < 2; step += 1) {
    const before = evidence();
    await user.keyboard('n');
    await waitFor(() => expect(evidence()).not.toBe(before));
    seen.add(evidence());
  }
  expect(seen.size).toBe(3);
  const last = evidence();
  await user.keyboard('p');
  await waitFor(() => expect(evidence()).not.toBe(last));
  window.history.back();
  await screen.findByTestId('search-input');
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe('Sleep and memory consolidation'),
  );
});

test('a passage that moved is said to have moved, and nothing is marked', async () => {
  const host = new MemoryHost('full');
  const opened = openApp('full', '#/search?q=Müller', host);
  await screen.findAllByTestId('hit');
  const shelved = host.shelves[0];
  if (shelved !== undefined) shelved.text = `New words. ${shelved.text}`;
  await opened.user.click(screen.getAllByRole('link', { name: /^Sleep/ })[0] ?? document.body);
  const lost = await screen.findByTestId('lost');
  expect(lost.textContent).toContain('A nap of 60 minutes');
  expect(screen.queryByTestId('evidence')).toBeNull();
});

test('a place that the text does not have is lost, not guessed', async () => {
  const host = new MemoryHost('full');
  const id = host.shelves[0]?.view.document_id ?? '';
  openApp('full', `#/read/${id}?s=5&e=999999`, host);
  await screen.findByTestId('lost');
  expect(screen.queryByTestId('evidence')).toBeNull();
});

test('the lines of a PDF passage become boxes on their page', async () => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 468, configurable: true });
  await openHit(new MemoryHost('full'), 'delay', 'Retrieval practice and long-term retention', 1);
  const boxes = await screen.findAllByTestId('evidence');
  expect(boxes).toHaveLength(2);
  expect(boxes[0]?.closest('[data-page]')?.getAttribute('data-page')).toBe('2');
  expect(boxes[0]?.style.left).toBe('48px');
  Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
});

test('what is copied is words and their source, without markup', async () => {
  const { user } = await openHit(
    new MemoryHost('full'),
    'resistant',
    'Sleep and memory consolidation',
  );
  await screen.findAllByTestId('evidence');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('Definition: consolidation is the');
  expect(copied).toContain('— Sleep and memory consolidation, lines');
});

test('words selected on a page are cited, not the passage that is open', async () => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 468, configurable: true });
  const host = new MemoryHost('full');
  const title = 'Retrieval practice and long-term retention';
  const { user } = await openHit(host, 'delay', title, 1);
  const box = (await screen.findAllByTestId('evidence'))[0];
  const layer = document.createElement('div');
  layer.className = 'textLayer';
  const words = 'experiment, students who recalled';
  const text = host.shelves.find(({ view }) => view.title === title)?.text ?? '';
  const start = text.indexOf(words);
  layer.innerHTML = `<span data-s="${start}" data-e="${start + words.length}">${words}</span><b>Page of ducks</b>`;
  box?.closest('.page')?.append(layer);
  const select = (line: number, from: number, to: number) => {
    const run = layer.children[line]?.firstChild;
    if (run) document.getSelection()?.setBaseAndExtent(run, from, run, to);
  };
  select(0, 12, 20);
  await user.click(screen.getByTestId('cite'));
  expect((await screen.findByRole('dialog')).querySelector('blockquote')?.textContent).toBe(
    'students',
  );
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Keep as a citation' }));
  await waitFor(() => expect(host.life.citations[0]?.quote).toBe('students'));
  // what the text does not have is refused, and nothing else is offered in its place
  select(1, 8, 13);
  await user.click(screen.getByTestId('cite'));
  expect((await screen.findByRole('dialog')).textContent).toContain('cannot be placed in the text');
  expect(screen.queryByRole('button', { name: 'Keep as a citation' })).toBeNull();
  Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
});

test('a document that is gone says so', async () => {
  openApp('full', '#/read/00000000');
  expect((await screen.findByTestId('problem')).dataset['code']).toBe('not_found');
  await expectAccessible();
});
