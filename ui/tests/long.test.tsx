// A library of many documents: what is near the view is drawn, and what comes in changes nothing else.

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { byId, expectAccessible, openApp } from './app';

const PAPER = '/home/ada/research/memory/retrieval-practice.pdf';
const REFUSED = '/home/ada/research/scans/contract.pdf';

/** A hundred documents and more, the paper not among them; `asked` has the commands that were called. */
function longLibrary() {
  const host = new MemoryHost('fast');
  const [model] = host.shelves;
  if (model === undefined) throw new Error('the shelves are empty');
  const copies = Array.from({ length: 100 }, (_, at) => {
    const document_id = at.toString(16).padStart(64, 'd');
    const view = { ...model.view, document_id, title: `Notes ${at}`, path: `/notes/${at}.md` };
    return { ...model, view };
  });
  host.shelves = [...copies, ...host.shelves].filter(
    ({ view }) => view.path !== PAPER && view.path !== REFUSED,
  );
  const asked: string[] = [];
  const call = host.call.bind(host);
  host.call = (command, request) => {
    asked.push(command);
    return call(command, request);
  };
  return { host, asked };
}

const row = (title: string) =>
  screen.queryByText(title, { selector: '.document-title' })?.closest('li') ?? null;

async function add(path: string) {
  const { host, asked } = longLibrary();
  const { user } = openApp('full', '#/library', host);
  await waitFor(() => expect(row('Notes 0')).not.toBeNull());
  const before = { 14: row('Notes 14'), 60: row('Notes 60') };
  await user.type(byId('add-path'), path);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByTestId('cancel')).toBeNull());
  await waitFor(() => expect(byId('queue-row').dataset['state']).toMatch(/indexed|refused/));
  return { asked, before };
}

test('what comes in is put on top: the list is not asked for anew, no row is made anew', async () => {
  const { asked, before } = await add(PAPER);
  expect(await screen.findAllByText(/^Retrieval practice/, { selector: 'a' })).toHaveLength(1);
  // the last of its block is the first of the next now
  expect(before[14]).not.toBeNull();
  expect(row('Notes 14')).toBe(before[14]);
  // far from the view
  expect(before[60]).toBeNull();
  await waitFor(() => expect(asked.filter((command) => command === 'palace_show')).toHaveLength(2));
  expect(asked.filter((command) => command === 'documents_list')).toHaveLength(1);
  await expectAccessible();
});

test('what does not come in as a whole is followed by the whole list', async () => {
  const { asked } = await add(REFUSED);
  await waitFor(() =>
    expect(asked.filter((command) => command === 'documents_list')).toHaveLength(2),
  );
});
