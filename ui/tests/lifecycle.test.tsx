import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { byId, expectAccessible, findState, openApp } from './app';

const ready = (title: string) =>
  screen
    .getAllByTestId('document-row')
    .filter((row) => row.dataset['state'] === 'indexed' && row.textContent?.includes(title));

const titles = () =>
  screen
    .getAllByTestId('document-row')
    .map((row) => row.querySelector('.document-title')?.textContent);

test('versions are folded under the current one, and open', async () => {
  const { user } = openApp('full', '#/library');
  await screen.findAllByTestId('document-row');
  expect(titles().filter((title) => title === 'Supply agreement')).toHaveLength(1);
  expect(screen.getByText('v3 of 3')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '2 earlier versions of Supply agreement' }));
  const earlier = screen.getByRole('list', { name: 'Earlier versions of Supply agreement' });
  expect(
    within(earlier)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Version 2', 'Version 1']);
  await expectAccessible();
  await user.click(within(earlier).getByRole('link', { name: 'Version 1' }));
  await screen.findByText(/A later version replaced this one on 12 Mar 2026/);
  await user.click(screen.getByRole('link', { name: 'Open the later version' }));
  await screen.findByText(/version 2/);
});

test.each([
  ['Stale', ['Supply agreement']],
  ['Refused', ['letters-1911.pdf', 'contract.pdf']],
  ['With conflicts', ['Supply agreement', 'Glossary of procurement']],
])('the chip %s shows its documents, and the address remembers', async (chip, expected) => {
  const { user } = openApp('full', '#/library');
  const button = await screen.findByRole('button', { name: new RegExp(`^${chip} \\d`) });
  await waitFor(() => expect(button.textContent).toBe(`${chip} ${expected.length}`));
  await user.click(button);
  expect(titles()).toEqual(expected);
  expect(window.location.hash).toContain('show=');
});

test('stale documents are pointed out in words', async () => {
  const { user } = openApp('full', '#/library');
  const banner = await screen.findByTestId('stale-banner');
  expect(banner.textContent).toContain('1 document is stale');
  await user.click(within(banner).getByRole('button', { name: 'Show them' }));
  expect(titles()).toEqual(['Supply agreement']);
  expect(screen.getByText('Stale', { selector: '.format' })).toBeTruthy();
});

/** jsdom's blobs have no `text`. */
const CHANGED = '/home/ada/research/memory/method-of-loci.md';

async function offer() {
  const host = new MemoryHost('fast');
  const { user } = openApp('full', '#/library', host);
  await user.click(await screen.findByTestId('add-path'));
  await user.paste(CHANGED);
  await user.keyboard('{Enter}');
  // beside the file, and beside the document that waits for an answer
  const [asked] = await waitFor(() => {
    const groups = screen.getAllByRole('group', { name: 'New version of The method of loci?' });
    expect(groups).toHaveLength(2);
    return groups as [HTMLElement, HTMLElement];
  });
  expect(asked.textContent).toContain('looks like a new version of The method of loci');
  return { host, user, asked };
}

test('a changed file is offered as a version, and becomes one', async () => {
  const { user, asked } = await offer();
  await expectAccessible();
  await user.click(within(asked).getByRole('button', { name: 'Make it the new version' }));
  await screen.findByText('v2 of 2');
  expect(screen.queryByText(/looks like a new version/)).toBeNull();
});

test('the document that waits can be answered later, from its row', async () => {
  const { host } = await offer();
  cleanup();
  const { user } = openApp('full', '#/library?show=refused', host);
  const asked = await screen.findByRole('group', { name: 'New version of The method of loci?' });
  await user.click(within(asked).getByRole('button', { name: 'Make it the new version' }));
  await waitFor(() => expect(titles()).toEqual(['letters-1911.pdf', 'contract.pdf']));
  expect(host.shelves[0]?.view.version).toBe(2);
});

test('a changed file is kept as its own document', async () => {
  const { user, asked } = await offer();
  await user.click(within(asked).getByRole('button', { name: 'Keep as its own document' }));
  await waitFor(() => expect(ready('The method of loci')).toHaveLength(2));
  expect(screen.getByText('Kept as its own document')).toBeTruthy();
});

test('deleting lets one choose, and ends with a certificate that can be saved', async () => {
  const { user, host } = openApp('full', '#/library');
  const called = vi.spyOn(host, 'call');
  await user.click(await screen.findByRole('button', { name: 'Delete Supply agreement' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this document?' });
  await user.click(within(dialog).getByRole('radio', { name: /Only the document/ }));
  const stays = await within(dialog).findByRole('checkbox', { name: /the reason of “edit”/ });
  await user.click(stays);
  await expectAccessible(dialog);
  await user.click(byId('delete-confirm'));
  const certificate = await screen.findByRole('article', { name: 'Deletion certificate' });
  expect(called).toHaveBeenCalledWith(
    'documents_delete',
    expect.objectContaining({ cascade: 'none', also: [{ reason: 7 }] }),
  );
  expect(certificate.textContent).toContain('the word index, every segment: nothing found');
  await within(certificate).findByText('Signature right, signed by this vault');
  const save = vi.spyOn(host, 'save').mockResolvedValueOnce(null);
  const button = within(certificate).getByRole('button', { name: 'Save certificate' });
  await user.click(button);
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(screen.queryByText(/^Saved as/)).toBeNull();
  save.mockResolvedValueOnce('/home/ada/proof.json');
  await user.click(button);
  await screen.findByText('Saved as /home/ada/proof.json.');
  const body = JSON.parse(save.mock.calls[1]?.[1] ?? '');
  expect(body.body.kind).toBe('loci deletion certificate v1');
  await expectAccessible(certificate);
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('every certificate is listed and checked', async () => {
  const host = new MemoryHost('full');
  const [first] = host.shelves;
  await host.call('documents_delete', {
    document: first?.view.document_id ?? '',
    cascade: 'all',
    also: [],
  });
  const { user } = openApp('full', '#/certificates', host);
  const row = await screen.findByTestId('certificate-row');
  await within(row).findByText('Signature right, signed by this vault');
  await user.click(within(row).getByRole('button', { name: /^Show/ }));
  expect(within(row).getByRole('row', { name: /^definitions 1 0/ })).toBeTruthy();
  await expectAccessible();
});

test('a forged certificate is told', async () => {
  const host = new MemoryHost('full');
  await host.call('documents_delete', {
    document: host.shelves[0]?.view.document_id ?? '',
    cascade: 'all',
    also: [],
  });
  const call = host.call.bind(host);
  host.call = (command, request) =>
    call(
      command,
      command === 'certificates_verify'
        ? JSON.parse(JSON.stringify(request).replace('"size_bytes":', '"size_bytes":9'))
        : request,
    );
  openApp('full', '#/certificates', host);
  await screen.findByText(/The signature does not fit/);
});

test.each([
  ['#/certificates', 'Nothing was deleted yet'],
  ['#/citations', 'No citation is kept yet'],
  ['#/definitions', 'No definitions yet'],
])('%s of an empty house is %j', async (place, words) => {
  openApp('empty', place);
  await findState('nothing-stored');
  expect(screen.getByRole('heading', { name: words })).toBeTruthy();
  await expectAccessible();
});

test.each(['#/certificates', '#/citations', '#/definitions'])(
  '%s that cannot be read says why and can be tried again',
  async (place) => {
    const host = new MemoryHost('failing');
    const { user } = openApp('failing', place, host);
    expect((await screen.findByTestId('problem')).dataset['code']).toBe('vault_damaged');
    host.scenario = 'full';
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByTestId('problem')).toBeNull());
  },
);

test('a collection is planned first and then read anew', async () => {
  const { user, host } = openApp('full', '#/library');
  const called = vi.spyOn(host, 'call');
  await user.click(await screen.findByRole('button', { name: 'Regenerate…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Regenerate a collection' });
  await user.selectOptions(within(dialog).getByRole('combobox'), 'contracts');
  await user.click(within(dialog).getByRole('radio', { name: /Popularity/ }));
  expect(within(dialog).queryByRole('button', { name: /^Regenerate/ })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Make a plan' }));
  const plan = await within(dialog).findByRole('region', { name: 'Plan' });
  expect(plan.textContent).toContain('none, no language model is set');
  await expectAccessible(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Regenerate 4 documents' }));
  const result = await within(dialog).findByRole('region', { name: 'Result' });
  expect(result.textContent).toContain('4 of 4');
  expect(called).toHaveBeenCalledWith('documents_regenerate', {
    collection: 'contracts',
    strategy: 'popularity',
    dry_run: false,
  });
});

test('a folder is watched, looked at, taken in and let go', async () => {
  const { user } = openApp('full', '#/library');
  const [row] = await screen.findAllByTestId('folder-row');
  expect(row?.textContent).toContain('asks first');
  expect(row?.textContent).toContain('1 changed');
  await user.click(screen.getByText('1 new'));
  expect(row?.textContent).toContain('/contracts/minutes.md');
  await user.click(screen.getByRole('button', { name: 'Look now' }));
  await screen.findByText(/looked at 21 Nov 2026, 10:05/);
  await user.click(screen.getByRole('button', { name: /^Take changes in/ }));
  await screen.findByText('Nothing has changed.');
  await waitFor(() => expect(screen.queryByTestId('stale-banner')).toBeNull());
  await user.click(screen.getByText('Watch a folder…'));
  await user.type(byId('watch-path'), '/nowhere');
  await user.click(screen.getByRole('radio', { name: /Automatically/ }));
  await user.click(screen.getByRole('button', { name: 'Watch' }));
  await screen.findByText('There is no folder /nowhere.');
  await expectAccessible(screen.getByRole('region', { name: 'Watched folders' }));
  await user.click(screen.getByRole('button', { name: 'Stop watching /nowhere' }));
  await waitFor(() => expect(screen.getAllByTestId('folder-row')).toHaveLength(1));
});

test('scans are read unless the person switches it off', async () => {
  const { user, host } = openApp('full', '#/settings');
  const part = await screen.findByRole('region', { name: 'Scans' });
  const box = await within(part).findByRole('checkbox', { name: 'Read scans from now on' });
  expect(box).toHaveProperty('checked', true);
  await user.click(box);
  await waitFor(() => expect(box).toHaveProperty('checked', false));
  expect(host.life.recognise).toBe(false);
  await expectAccessible();
});
