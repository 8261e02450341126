import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer, Command, Request } from '../src/api';
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

async function admitted() {
  const host = new MemoryHost('full');
  const whole = { name: 'Ada Reader', role: 'reviewer', valid_days: 0, passphrase: PASSPHRASE };
  await host.call('signers_add', { ...whole, signing_passphrase: SIGNING });
  return { ...(await openAudit(host)), host };
}

test('a signing passphrase is changed by who has it', async () => {
  const { host, user } = await admitted();
  await user.click(await screen.findByText(/Change Ada Reader’s/));
  await user.type(byId('signer-until-now'), 'wrong');
  await user.type(byId('signer-next'), 'eight grey herons');
  await user.click(byId('signer-change'));
  expect(await screen.findByText(/signing passphrase is wrong/)).toBeTruthy();
  await user.type(byId('signer-until-now'), SIGNING);
  await user.type(byId('signer-next'), 'eight grey herons');
  await user.click(byId('signer-change'));
  await waitFor(() => expect(screen.queryByText(/signing passphrase is wrong/)).toBeNull());
  const sign = { collection: await collection(host), signer: 'Ada Reader', reason: '' };
  const signed = await host.call('sign', {
    ...{ ...sign, meaning: 'reviewed', passphrase: PASSPHRASE },
    signing_passphrase: 'eight grey herons',
  });
  expect(signed.name).toBe('Ada Reader');
});

test('who is revoked signs no more, and what they signed says so', async () => {
  const { host, user } = await admitted();
  const name = await collection(host);
  await host.call('sign', {
    ...{ collection: name, signer: 'Ada Reader', reason: '', meaning: 'reviewed' },
    ...{ passphrase: PASSPHRASE, signing_passphrase: SIGNING },
  });
  await user.click(await screen.findByText('Revoke Ada Reader'));
  await user.type(byId('signer-why'), 'left the group');
  await user.type(byId('signer-revoke-own'), PASSPHRASE);
  await user.click(byId('signer-revoke'));
  await waitFor(() => expect(byId('signer').textContent).toContain('signs no more'));
  expect(screen.queryByText('Revoke Ada Reader')).toBeNull();
  await user.selectOptions(byId('export-collection'), name);
  expect((await screen.findByTestId('signatures')).textContent).toContain('was revoked');
  expect(screen.queryByTestId('sign-submit')).toBeNull();
  await expectAccessible();
});

test('what was looked at without a reason is listed', async () => {
  class Looked extends MemoryHost {
    override async call<C extends Command>(command: C, request: Request<C>): Promise<Answer<C>> {
      const answer = await super.call(command, request);
      if (command !== 'audit_list') return answer;
      const { records, next } = answer as Answer<'audit_list'>;
      const at = '2026-11-22T10:11:12.000Z';
      const look = { at, row: 'search', query: 'slow waves', collection: '', level: '' };
      const looks = [{ ...look, documents: ['0'.repeat(32)], more: 2, times: 4 }];
      const told = records.map((one, place) => (place === 0 ? { ...one, looks } : one));
      return { records: told, next } as Answer<C>;
    }
  }
  await openAudit(new Looked('full'));
  expect(byId('looks').textContent).toContain('10:11:12 search ×4slow waves');
  expect(byId('looks').textContent).toContain('3 documents');
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
