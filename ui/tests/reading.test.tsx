import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MemoryHost } from '../src/api/memory';
import { forgetPanel } from '../src/places/reader/usePanel';
import { byId, expectAccessible, openApp } from './app';

beforeEach(forgetPanel);

async function read(title: string, host = new MemoryHost('full')) {
  const found = host.shelves.find(({ view }) => view.title === title);
  const opened = openApp('full', `#/read/${found?.view.document_id}`, host);
  await screen.findByRole('heading', { level: 1, name: title });
  return { ...opened, host };
}

const uses = (name: string) => screen.getAllByRole('button', { name });

test('the outline is a tree that folds, walks by arrows and jumps; Back returns', async () => {
  const { user } = await read('Supply agreement');
  await user.keyboard('o');
  const tree = await screen.findByRole('tree', { name: 'Outline' });
  const items = () =>
    within(tree)
      .getAllByRole('treeitem')
      .map((item) => item.querySelector('.outline-title')?.textContent);
  expect(items()).toHaveLength(10);
  expect(
    within(tree).getByRole('treeitem', { name: '4.3 Late delivery' }).getAttribute('aria-level'),
  ).toBe('3');
  await expectAccessible();
  within(tree).getByRole('treeitem', { name: '1 Definitions' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(items()).not.toContain('1.1 Force Majeure');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('2 Delivery');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H3'));
  expect(document.activeElement?.textContent).toBe('2 Delivery');
  expect(window.location.hash).toContain('at=');
  window.history.back();
  await waitFor(() => expect(window.location.hash).not.toContain('at='));
});

test('a term shows its definition by hover and by focus; Escape closes it', async () => {
  const { user } = await read('Supply agreement');
  const [use] = await waitFor(() => uses('Delivery Date'));
  fireEvent.mouseOver(use ?? document.body);
  const card = await screen.findByRole('group', { name: 'Definition of Delivery Date' });
  expect(card.textContent).toContain('means the day named in Table 1');
  expect(card.textContent).toContain('This document, Section 1.2');
  fireEvent.mouseOut(use ?? document.body);
  await waitFor(() => expect(screen.queryByTestId('definition-card')).toBeNull());
  uses('Force Majeure')[0]?.focus();
  const conflict = await screen.findByRole('group', { name: 'Definition of Force Majeure' });
  expect(conflict.textContent).toContain('Conflicting definitions: 2');
  expect(conflict.querySelectorAll('.definition')).toHaveLength(2);
  expect(document.activeElement?.getAttribute('aria-describedby')).toBe(conflict.id);
  await expectAccessible(conflict);
  await user.keyboard('{Enter}');
  expect(conflict.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByTestId('definition-card')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Force Majeure');
});

test('T steps from term to cross-reference; Enter follows it', async () => {
  const { user } = await read('Supply agreement');
  await waitFor(() => uses('Supplier'));
  (document.activeElement as HTMLElement | null)?.blur();
  screen.getByRole('link', { name: 'Table 1' }).focus();
  await user.keyboard('t');
  expect(document.activeElement?.textContent).toBe('Supplier');
  await user.keyboard('{Shift>}T{/Shift}');
  expect(document.activeElement?.textContent).toBe('Table 1');
  const [link] = screen.getAllByRole('link', { name: 'Section 4.3' });
  expect(link?.title).toBe('Go to 4.3 Late delivery');
  link?.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('4.3 Late delivery'));
});

test('cross-references and terms are noted in the plain text too', async () => {
  const { user } = await read('Supply agreement');
  await user.click(screen.getByRole('button', { name: 'Text' }));
  await waitFor(() => expect(document.querySelector('.line .note')).not.toBeNull());
  expect(document.querySelectorAll('.line .note.term').length).toBeGreaterThan(8);
  await user.click(screen.getAllByRole('link', { name: 'Section 4.3' })[0] ?? document.body);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('### 4.3 Late delivery'));
  await expectAccessible();
});

test('noted words do not get in the way of the evidence', async () => {
  const { host, user } = await read('Supply agreement');
  const shelved = host.shelves.find(({ view }) => view.title === 'Supply agreement');
  const start = shelved?.text.indexOf('Delivery Date.') ?? 0;
  window.location.hash += `?s=${start}&e=${start + 'Delivery Date. Late'.length}`;
  const [mark] = await screen.findAllByTestId('evidence');
  expect(mark?.textContent).toBe('Delivery Date. Late');
  expect(mark?.querySelector('.note.term')?.textContent).toBe('Delivery Date');
  await user.click(screen.getByRole('button', { name: 'Text' }));
  await waitFor(() =>
    expect(document.querySelector('.line mark')?.textContent).toBe('Delivery Date. Late'),
  );
});

test('a selection is kept as a citation with a note, and listed', async () => {
  const { user, host } = await read('Supply agreement');
  const run = await waitFor(() => {
    const found = [...document.querySelectorAll('.formatted span[data-s]')].find((span) =>
      span.textContent?.startsWith('The price is fixed'),
    );
    expect(found).toBeTruthy();
    return found as HTMLElement;
  });
  await user.click(byId('cite'));
  await screen.findByText(/Select the words you want to keep/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const range = document.createRange();
  range.setStart(run.firstChild ?? run, 4);
  range.setEnd(run.firstChild ?? run, 18);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  await user.keyboard('m');
  const dialog = await screen.findByRole('dialog', { name: 'Cite this passage' });
  expect(within(dialog).getByText('price is fixed')).toBeTruthy();
  await user.click(within(dialog).getByRole('textbox', { name: 'Note' }));
  await user.paste('for twelve months');
  await expectAccessible(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Keep as a citation' }));
  await waitFor(() => expect(host.life.citations[0]?.quote).toBe('price is fixed'));
  await user.click(byId('panel-toggle'));
  await user.click(screen.getByRole('button', { name: 'Citations' }));
  await screen.findByText('for twelve months');
  await expectAccessible();
});

test('on printed pages the panel lists the terms and the outline jumps by page', async () => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { value: 468, configurable: true });
  const { user } = await read('Retrieval practice and long-term retention');
  await user.keyboard('o');
  await user.click(await screen.findByRole('treeitem', { name: /^Experiment 2/ }));
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Page 3 of 3'),
  );
  await user.click(screen.getByRole('button', { name: 'Terms' }));
  const terms = await screen.findByRole('region', { name: 'Terms in this document' });
  await user.click(within(terms).getByRole('button', { name: /consolidation/ }));
  expect(terms.textContent).toContain('a new memory becomes resistant');
  Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
});

test('a table scrolls in a named region that the keyboard reaches', async () => {
  await read('Supply agreement');
  const table = await screen.findByRole('region', { name: 'Table 1' });
  expect(table.tabIndex).toBe(0);
});
