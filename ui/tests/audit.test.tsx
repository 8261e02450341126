import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryHost, PASSPHRASE } from '../src/api/memory';
import { byId, expectAccessible, openApp } from './app';

const SIGNING = 'seven green herons';

async function openAudit(host = new MemoryHost('full')) {
  const opened = openApp('full', '#/audit', host);
  await screen.findByRole('heading', { level: 1, name: 'Audit & export' });
  await screen.findAllByTestId('audit-record');
  return opened;
}

const collection = async (host: MemoryHost) =>
  Object.keys((await host.call('vault_info', {})).collections)[0] ?? '';

test('records are listed and filtered, and the trail is verified', async () => {
  const { user } = await openAudit();
  expect(screen.getAllByTestId('audit-record')).toHaveLength(2);
  await user.type(byId('audit-action'), 'unlock');
  await waitFor(() => expect(screen.getAllByTestId('audit-record')).toHaveLength(1));
  await user.click(byId('audit-verify'));
  expect((await screen.findByTestId('audit-report')).textContent).toContain('Everything holds');
  await expectAccessible();
});

test('a head that is none is refused in words', async () => {
  const { user } = await openAudit();
  await user.type(byId('audit-head'), 'not a head');
  await user.click(byId('audit-verify'));
  expect(await screen.findByText(/no signed checkpoint/)).toBeTruthy();
});

test('a signer is admitted, signs with both passphrases, and then with one', async () => {
  const host = new MemoryHost('full');
  const { user } = await openAudit(host);
  const name = await collection(host);
  await user.click(screen.getByText('Admit a signer'));
  await user.type(byId('signer-name'), 'Ada Reader');
  await user.type(byId('signer-own'), PASSPHRASE);
  await user.type(byId('signer-signing'), SIGNING);
  await user.click(byId('signer-add'));
  expect((await screen.findByTestId('signer')).textContent).toContain('Ada Reader, reviewer');
  await user.selectOptions(byId('export-collection'), name);
  await user.type(await screen.findByTestId('sign-own'), PASSPHRASE);
  await user.type(byId('sign-signing'), 'wrong');
  await user.click(byId('sign-submit'));
  expect(await screen.findByText(/signing passphrase is wrong/)).toBeTruthy();
  await user.type(byId('sign-own'), PASSPHRASE);
  await user.type(byId('sign-signing'), SIGNING);
  await user.click(byId('sign-submit'));
  expect((await screen.findByTestId('signatures')).textContent).toContain('Ada Reader');
  await waitFor(() => expect(screen.queryByTestId('sign-own')).toBeNull());
  await expectAccessible();
});

test('an export is previewed, written to a folder, never over another, and checked', async () => {
  const host = new MemoryHost('full');
  const { user } = await openAudit(host);
  const name = await collection(host);
  await user.selectOptions(byId('export-collection'), name);
  expect((await screen.findByTestId('export-preview')).textContent).toContain(`# ${name}`);
  host.picked = ['/home/me/out'];
  await user.click(byId('export-write'));
  const done = await screen.findByTestId('export-done');
  expect(done.textContent).toContain(`/home/me/out/${name}.json`);
  await user.click(byId('export-write'));
  expect(await screen.findByText(/there already/)).toBeTruthy();
  host.dragFiles({ kind: 'drop', paths: [`/home/me/out/${name}.json`] });
  const check = await screen.findByTestId('export-check');
  expect(check.textContent).toContain('is as it was exported');
  host.dragFiles({ kind: 'drop', paths: ['/home/me/other.json'] });
  await waitFor(() => expect(byId('export-check').textContent).toContain('does not hold'));
});

test('a regulated collection is previewed with a reason alone', async () => {
  const host = new MemoryHost('full');
  const { user } = await openAudit(host);
  const name = await collection(host);
  await user.type(byId('access-reason'), 'patients’ data');
  await user.click(byId(`regulate-${name}`));
  await waitFor(async () =>
    expect((await host.call('audit_regulated', {})).collections).toEqual([name]),
  );
  await user.selectOptions(byId('export-collection'), name);
  expect(await screen.findByText(/needs a reason/)).toBeTruthy();
  await user.type(byId('export-reason'), 'case 12');
  await user.tab();
  expect(await screen.findByTestId('export-preview')).toBeTruthy();
});
