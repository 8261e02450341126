import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Failure, type ImportRequest } from '../src/api';
import { MemoryHost } from '../src/api/memory';
import { byId, expectAccessible, openApp } from './app';

async function openImport(host = new MemoryHost('full')) {
  const opened = openApp('full', '#/library', host);
  await opened.user.click(await screen.findByText('Take a library over…'));
  return opened;
}

const status = () => document.querySelector('.announcements')?.textContent ?? '';
const until = (words: string) => waitFor(() => expect(status()).toContain(words));
const see = () => screen.getByRole('button', { name: 'See what would come' });
const path = () => byId('import-path');

test('a library is looked at, then taken over once', async () => {
  const { user, host } = await openImport(new MemoryHost('empty'));
  const called = vi.spyOn(host, 'call');
  const before = host.shelves.length;
  expect(see()).toHaveProperty('disabled', true);
  await user.type(path(), '/home/ada/Zotero');
  await user.click(see());
  await until('Would come: 2 new documents.');
  const report = byId('import-report');
  expect(report.textContent).toContain('1 note, 1 highlight');
  expect(report.textContent).toContain('In Coast / Mud.');
  await user.click(within(report).getByText('1 thing left out'));
  expect(report.textContent).toContain('missing in storage');
  expect(host.shelves).toHaveLength(before);
  await expectAccessible();

  await user.click(screen.getByRole('button', { name: 'Take it over' }));
  await until('Came: 2 new documents.');
  expect(host.shelves).toHaveLength(before + 2);
  const asked = called.mock.calls.filter(([command]) => command === 'library_import');
  expect(asked.map(([, request]) => request)).toEqual(
    [true, false].map((dry_run) => ({
      ...{ library: 'zotero', path: '/home/ada/Zotero', dry_run, collection: null },
    })),
  );
  expect(screen.queryByRole('button', { name: 'Take it over' })).toBeNull();
  await user.click(see());
  await until('Would come: 0 new documents.');
  expect(byId('import-report').textContent).toContain('Here already: 2 documents');
});

test('what was seen of one folder is not taken from another', async () => {
  const { user, host } = await openImport();
  host.picked = ['/home/ada/Field notes'];
  const form = see().closest('form') as HTMLElement;
  await user.click(within(form).getByRole('radio', { name: /^Obsidian/ }));
  await user.click(within(form).getByRole('button', { name: 'Choose…' }));
  await waitFor(() => expect(path()).toHaveProperty('value', '/home/ada/Field notes'));
  await user.click(see());
  await screen.findByTestId('import-take');
  expect(byId('import-report').textContent).toContain('3 links');
  await user.type(path(), '/deep');
  expect(screen.queryByTestId('import-take')).toBeNull();
  expect(screen.queryByTestId('import-report')).toBeNull();
});

test('how far it is can be seen, and it can be stopped', async () => {
  const host = new MemoryHost('full');
  const { user } = await openImport(host);
  const call = host.call.bind(host);
  let stop: (reason: unknown) => void = () => undefined;
  vi.spyOn(host, 'call').mockImplementation(((
    command: 'library_import',
    request: ImportRequest,
  ) => {
    const name: string = command;
    if (name === 'job_progress') return Promise.resolve({ done: 64, total: 200 });
    if (name === 'job_cancel')
      stop(
        new Failure({ code: 'cancelled', message: 'Stopped on request.', hint: 'Go on later.' }),
      );
    if (name === 'library_import' && !request.dry_run)
      return new Promise((_, reject) => (stop = reject));
    return call(command, request);
  }) as typeof host.call);
  await user.type(path(), '/home/ada/Zotero');
  await user.click(see());
  await user.click(await screen.findByTestId('import-take'));
  const bar = await screen.findByRole('progressbar', { name: 'Taking the library over' });
  await waitFor(() => expect(bar).toHaveProperty('value', 64));
  expect(see()).toHaveProperty('disabled', true);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect((await screen.findByTestId('problem')).textContent).toContain('Go on later.');
  expect(see()).toHaveProperty('disabled', false);
});

test('what is no folder is said, and nothing comes', async () => {
  const { user, host } = await openImport();
  const before = host.shelves.length;
  await user.type(path(), 'Zotero');
  await user.click(see());
  expect((await screen.findByTestId('problem')).textContent).toContain('That is not a folder');
  expect(host.shelves).toHaveLength(before);
});
