import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryHost, PASSPHRASE } from '../src/api/memory';
import { byId, expectAccessible, openApp } from './app';

test('a new profile: two equal passphrases make a vault and lead to the library', async () => {
  const { user, host } = openApp('new');
  await user.type(await screen.findByTestId('create-passphrase'), 'seven quiet lamps beside');
  await user.type(byId('create-repeat'), 'seven quiet lamps');
  await user.click(byId('unlock-submit'));
  expect(screen.getByRole('alert').textContent).toContain('not the same');
  expect(host.state).toBe('no_vault');
  expect(document.body.textContent).toContain('There is no recovery yet');
  await expectAccessible();
  await user.type(byId('create-repeat'), ' beside');
  await user.click(byId('unlock-submit'));
  await screen.findByRole('heading', { name: 'Library' });
  expect(host.passphrase).toBe('seven quiet lamps beside');
});

test('a wrong passphrase says so, empties the field and makes one wait', async () => {
  const { user } = openApp('locked');
  await user.type(await screen.findByTestId('unlock-passphrase'), 'wrong{Enter}');
  expect((await screen.findByTestId('problem')).dataset['code']).toBe('wrong_passphrase');
  expect(byId('unlock-passphrase')).toHaveProperty('value', '');
  expect(byId('unlock-submit')).toHaveProperty('disabled', true);
  await expectAccessible();
  await waitFor(() => expect(byId('unlock-submit')).toHaveProperty('disabled', false));
  await user.type(byId('unlock-passphrase'), `${PASSPHRASE}{Enter}`);
  await screen.findByTestId('search-input');
});

test('wrong tries before a restart still make one wait, and the door says how long', async () => {
  const host = new MemoryHost('locked');
  host.wait_s = 2;
  openApp('locked', '#/search', host);
  expect((await screen.findByTestId('unlock-submit')).textContent).toContain('Try again in 2 s');
  await waitFor(() => expect(byId('unlock-submit').textContent).toBe('Unlock'), { timeout: 4000 });
  expect(screen.queryByTestId('unlock-keychain')).toBeNull();
});

test('caps lock is pointed out', async () => {
  openApp('locked');
  const field = await screen.findByTestId('unlock-passphrase');
  fireEvent.keyDown(field, { key: 'A', modifierCapsLock: true });
  expect(document.body.textContent).toContain('Caps Lock is on');
});

test('locking blanks at once, and unlocking returns to the same place', async () => {
  const { user, host } = openApp('full', '#/search?q=lamp');
  await screen.findAllByTestId('hit');
  await user.click(byId('lock'));
  expect(screen.queryByTestId('hit')).toBeNull();
  expect(document.body.textContent).not.toContain('lamp');
  expect(document.title).toBe('Loci');
  expect(window.location.href).not.toContain('lamp');
  await waitFor(() => expect(host.state).toBe('locked'));
  await user.type(byId('unlock-passphrase'), `${PASSPHRASE}{Enter}`);
  expect((await screen.findByTestId('search-input')) as HTMLInputElement).toHaveProperty(
    'value',
    'lamp',
  );
  await screen.findAllByTestId('hit');
});

test('the shell can lock the window', async () => {
  const { host } = openApp('full', '#/library');
  await screen.findAllByTestId('document-row');
  host.lockFromOutside();
  await screen.findByTestId('unlock-passphrase');
  expect(screen.queryByTestId('document-row')).toBeNull();
});
