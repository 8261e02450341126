// The ways into a vault and back: recovery, passphrase, backups, new keys, a close look.

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { PASSPHRASE } from '../src/api/memory/house';
import { byId, expectAccessible, openApp } from './app';

const NEXT = 'six green kettles on a ledge';

test('a recovery code is made with the passphrase alone, printed, and revoked', async () => {
  const { user } = openApp('full', '#/settings');
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await user.type(await screen.findByTestId('recovery-passphrase'), 'wrong');
  await user.click(byId('recovery-submit'));
  expect((await screen.findByTestId('problem')).dataset['code']).toBe('wrong_passphrase');
  await user.type(byId('recovery-passphrase'), PASSPHRASE);
  await user.click(byId('recovery-submit'));
  const sheet = await screen.findByTestId('recovery-sheet');
  expect(sheet.textContent).toMatch(/([0-9A-Z]{4}-){6}[0-9A-Z]{4}/);
  await user.click(within(sheet).getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  await user.click(byId('recovery-done'));
  expect(screen.queryByTestId('recovery-sheet')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Revoke 00000000' }));
  await user.type(byId('revoke-passphrase'), PASSPHRASE);
  await user.click(byId('revoke-submit'));
  await waitFor(() => expect(byId('recovery-codes').textContent).toContain('none yet'));
});

test('a lost passphrase: a code from the sheet sets a new one', async () => {
  const host = new MemoryHost('locked');
  const { user } = openApp('locked', '#/search', host);
  await user.click(await screen.findByTestId('unlock-lost'));
  await user.type(byId('recover-code'), '0024 h36h 2ncs');
  await user.type(byId('recover-new'), NEXT);
  expect(byId('recover-submit')).toHaveProperty('disabled', true);
  await user.type(byId('recover-repeat'), NEXT);
  await waitFor(() => expect(byId('recover-submit')).toHaveProperty('disabled', false));
  await user.click(byId('recover-submit'));
  expect((await screen.findByTestId('problem')).dataset['code']).toBe('bad_recovery_code');
  await user.type(byId('recover-code'), ' vrh6 daqf 6dvv qzwm');
  await expectAccessible();
  await user.click(byId('recover-submit'));
  await waitFor(() => expect(screen.queryByTestId('recover-code')).toBeNull());
  expect(host.passphrase).toBe(NEXT);
});

test('the keychain opens the vault once the passphrase allowed it, and not any more after', async () => {
  const host = new MemoryHost('full');
  const { user } = openApp('full', '#/settings', host);
  expect((await screen.findByTestId('keychain-state')).textContent).toContain('passphrase alone');
  await user.type(byId('keychain-passphrase'), PASSPHRASE);
  await user.click(byId('keychain-submit'));
  await waitFor(() => expect(byId('keychain-submit').textContent).toContain('out of the keychain'));
  await expectAccessible();
  await user.click(byId('lock'));
  await user.click(await screen.findByTestId('unlock-keychain'));
  await user.type(await screen.findByTestId('keychain-passphrase'), PASSPHRASE);
  await user.click(byId('keychain-submit'));
  await waitFor(() => expect(host.safety.codes.keychain).toBe(false));
});

test('the passphrase changes when the new one is good and typed twice', async () => {
  const host = new MemoryHost('full');
  const { user } = openApp('full', '#/settings', host);
  await user.type(await screen.findByTestId('change-passphrase'), PASSPHRASE);
  await user.type(byId('change-new'), 'x');
  await user.type(byId('change-repeat'), 'x');
  expect(byId('change-submit')).toHaveProperty('disabled', true);
  await user.clear(byId('change-new'));
  await user.clear(byId('change-repeat'));
  await user.type(byId('change-new'), NEXT);
  await user.type(byId('change-repeat'), NEXT);
  await waitFor(() => expect(byId('change-submit')).toHaveProperty('disabled', false));
  await user.click(byId('change-submit'));
  await waitFor(() => expect(host.passphrase).toBe(NEXT));
});

test('a backup: the folder is picked, the last one is named, the warning goes', async () => {
  const host = new MemoryHost('full');
  const { user } = openApp('full', '#/settings', host);
  host.pick = () => Promise.resolve(['/media/disk']);
  expect(await screen.findByTestId('backup-late')).toBeTruthy();
  expect(byId('backup-now')).toHaveProperty('disabled', true);
  await user.click(byId('backup-folder'));
  await waitFor(() => expect(byId('backup-now')).toHaveProperty('disabled', false));
  await user.click(byId('backup-now'));
  await waitFor(() =>
    expect(byId('backup-last').textContent).toContain('commit 41, in /media/disk'),
  );
  expect(screen.queryByTestId('backup-late')).toBeNull();
});

test('new keys and a close look say what they did', async () => {
  const { user } = openApp('full', '#/settings');
  await user.type(await screen.findByTestId('rotate-passphrase'), PASSPHRASE);
  await user.click(byId('rotate-submit'));
  await waitFor(() => expect(byId('rotate-passphrase')).toHaveProperty('value', ''));
  await user.click(byId('look'));
  expect((await screen.findByTestId('looked')).textContent).toContain('All of it is there');
  await expectAccessible();
});

test('the idle time and the clipboard are settings', async () => {
  const host = new MemoryHost('full');
  const { user } = openApp('full', '#/settings', host);
  const idle = await screen.findByLabelText('Lock after so many seconds without use');
  await user.clear(idle);
  await user.type(idle, '5');
  await user.tab();
  expect(host.safety.set.idle_lock_s).toBe(300);
  await user.clear(idle);
  await user.type(idle, '900');
  await user.tab();
  await waitFor(() => expect(host.safety.set.idle_lock_s).toBe(900));
});
