import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { byId, expectAccessible, openApp } from './app';

async function openDetails(title: string) {
  const host = new MemoryHost('full');
  const found = host.shelves.find(({ view }) => view.title === title);
  const opened = openApp('full', `#/document/${found?.view.document_id}`, host);
  await screen.findByRole('heading', { level: 1, name: title });
  return opened;
}

test('a document is shown as a publication, and its entry is copied', async () => {
  const { user } = await openDetails('Retrieval practice and long-term retention');
  expect(screen.getByText('Inês Ferreira, Chidi Okafor')).toBeTruthy();
  expect(screen.getByText('from running head')).toBeTruthy();
  expect(screen.getByText('from a list of references')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Copy BibTeX' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toContain('@article{ferreira2021'),
  );
  await user.click(screen.getByRole('button', { name: 'Copy CSL-JSON' }));
  await waitFor(async () =>
    expect(JSON.parse(await navigator.clipboard.readText())[0].DOI).toBe('10.5555/loci.2021.14'),
  );
});

test('versions stand oldest first; comparing tells the fates with both quotes', async () => {
  const { user } = await openDetails('Supply agreement');
  const names = await screen.findAllByRole('link', { name: /^Version \d$/ });
  expect(names.map((link) => link.textContent)).toEqual(['Version 1', 'Version 2', 'Version 3']);
  await user.click(screen.getByRole('button', { name: /^Compare version 3/ }));
  const report = await screen.findByRole('group', { name: 'Citations looked up' });
  expect(report.textContent).toContain('0 same, 2 moved, 1 changed, 1 gone.');
  await user.click(within(report).getByRole('button', { name: 'Changed 1' }));
  const row = within(report).getByTestId('compared');
  expect(row.querySelector('del')?.textContent).toContain('five');
  expect(row.querySelector('ins')?.textContent).toContain('ten working');
  expect(within(row).getAllByRole('link', { name: 'Open' })).toHaveLength(2);
  await expectAccessible();
});

test('the check says whether the chunks give back the text', async () => {
  const { user } = await openDetails('The method of loci');
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  const result = await screen.findByTestId('check-result');
  expect(result.textContent).toContain('The chunks give back the text exactly: 4 chunks');
});

test('a refused document says why; deleting leads back to the library', async () => {
  const { user } = await openDetails('contract.pdf');
  expect(screen.getByText('contract.pdf asks for a password. The original is kept.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Read' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  await user.click(await screen.findByTestId('delete-confirm'));
  await screen.findByTestId('certificate');
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  await screen.findByRole('heading', { level: 1, name: 'Library' });
  expect(screen.queryByText('contract.pdf')).toBeNull();
});

test('a document that is gone says so', async () => {
  openApp('full', '#/document/00000000');
  expect((await screen.findByTestId('problem')).dataset['code']).toBe('not_found');
});

test('citations can be filtered by fate, exported and removed', async () => {
  const { user } = openApp('full', '#/citations');
  await user.click(await screen.findByRole('button', { name: 'Changed 1' }));
  expect(screen.getAllByTestId('citation')).toHaveLength(1);
  expect(window.location.hash).toBe('#/citations?show=changed');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Copy BibTeX' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('@misc{supply'));
  await user.click(
    screen.getByRole('button', { name: 'Remove the citation of Supply agreement, line 33' }),
  );
  await screen.findByText('No citation fared so.');
  expect(screen.getByText('The art of memory')).toBeTruthy();
});

test('definitions: conflicts first and side by side, each opens its passage', async () => {
  const { user } = openApp('full', '#/definitions');
  const entries = await screen.findAllByTestId('term');
  const [first] = entries;
  expect(first?.textContent).toContain('Conflicting definitions: 2');
  const names = entries.slice(1).map((entry) => entry.querySelector('strong')?.textContent);
  expect(names).toEqual([...names].sort((a, b) => (a ?? '').localeCompare(b ?? '')));
  expect(first?.querySelectorAll('.definition')).toHaveLength(2);
  await expectAccessible();
  await user.type(screen.getByRole('searchbox', { name: 'Filter by term' }), 'lot');
  expect(screen.getAllByTestId('term')).toHaveLength(1);
  const link = screen.getByRole('link', {
    name: /^Open where it is defined.*Lot in Glossary of procurement$/,
  });
  await user.click(link);
  const evidence = await screen.findAllByTestId('evidence');
  expect(evidence.map((mark) => mark.textContent).join(' ')).toContain('Lot: a part of a delivery');
});

test('a language model is off until it is switched on, and elsewhere needs consent', async () => {
  const { user, host } = openApp('full', '#/settings');
  expect((await screen.findByTestId('llm-state')).textContent).toContain('Off.');
  await user.click(screen.getByLabelText('Address of an OpenAI-compatible server'));
  await user.paste('http://127.0.0.1:11434/v1');
  await user.click(screen.getByLabelText('Model'));
  await user.paste('small-model');
  const set = screen.getByRole('button', { name: 'Set' });
  expect(set).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: /It runs on this machine/ }));
  await expectAccessible();
  await user.click(set);
  await waitFor(() => expect(byId('llm-state').textContent).toContain('nothing leaves it'));
  const address = screen.getByLabelText('Address of an OpenAI-compatible server');
  await user.clear(address);
  await user.paste('https://models.example.org/v1');
  const consent = screen.getByRole('checkbox', {
    name: 'I agree that text of my documents leaves this machine and is sent to models.example.org.',
  });
  expect(screen.getByRole('button', { name: 'Set' })).toHaveProperty('disabled', true);
  await user.click(consent);
  await user.click(screen.getByRole('button', { name: 'Set' }));
  await waitFor(() => expect(byId('llm-state').textContent).toContain('leaves this machine'));
  expect(host.life.llm.base_url).toBe('https://models.example.org/v1');
  await user.click(screen.getByRole('button', { name: 'Turn it off' }));
  await waitFor(() => expect(byId('llm-state').textContent).toContain('Off.'));
});
