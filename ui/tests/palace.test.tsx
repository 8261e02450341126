import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Answer, Command, Request } from '../src/api';
import { MemoryHost } from '../src/api/memory';
import { makeNode } from '../src/api/memory/made';
import { layOut } from '../src/places/node/layout';
import { byId, expectAccessible, findState, openApp } from './app';

const names = () => screen.getAllByTestId('node-row').map((row) => row.textContent ?? '');
const tree = () => screen.findByRole('navigation', { name: 'Wings' });

async function openPalace(place = '#/palace', host = new MemoryHost('full')) {
  const opened = openApp('full', place, host);
  await screen.findAllByTestId('node-row');
  return opened;
}

test('wings open into rooms, rooms into halls; counts and contentious marks stand beside them', async () => {
  const { user } = await openPalace();
  expect(byId('palace-figures').textContent).toMatch(/\d+ nodes · \d+ edges · \d+ to review/);
  await expectAccessible();
  await user.click(within(await tree()).getByRole('link', { name: /^law/ }));
  await screen.findByRole('heading', { level: 2, name: 'law' });
  const room = within(await tree()).getByRole('link', { name: /^contracts 2 contentious/ });
  await user.click(room);
  await user.click(within(await tree()).getByRole('link', { name: /^Fact/ }));
  await screen.findByRole('heading', { level: 2, name: 'Fact' });
  await waitFor(() => expect(names().join()).toContain('Force Majeure'));
  expect(names().join()).not.toContain('slow-wave sleep');
  expect(window.location.hash).toBe('#/palace?wing=law&room=contracts&hall=fact');
  await expectAccessible();
  await user.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(window.location.hash).toBe('#/palace?wing=law'));
});

test('J and K move, Space previews, Enter opens, Back finds the same node', async () => {
  const { user } = await openPalace('#/palace?wing=biology&room=neuroscience');
  await user.keyboard('jj ');
  const preview = await screen.findByTestId('node-preview');
  expect(preview.textContent).toContain('placed by the vocabulary');
  const link = document.activeElement;
  const name = link?.textContent ?? '';
  await user.keyboard('{Escape}');
  expect(screen.queryByTestId('node-preview')).toBeNull();
  await user.click(link as HTMLElement);
  await screen.findByRole('heading', { level: 1, name });
  window.history.back();
  await screen.findAllByTestId('node-row');
  await waitFor(() => expect(document.activeElement?.textContent).toBe(name));
});

test('what crosses to another wing is a tunnel, with the edges that make it', async () => {
  const { user } = await openPalace('#/palace?wing=biology');
  const tunnels = await screen.findByTestId('tunnels');
  const tunnel = await within(tunnels).findByRole('button', { name: 'To society: 2 edges' });
  await user.click(tunnel);
  expect(tunnels.textContent).toContain('retrieval practice requires consolidation');
  await expectAccessible();
  await user.click(within(tunnels).getByRole('link', { name: 'Walk over to society' }));
  await waitFor(() => expect(window.location.hash).toBe('#/palace?wing=society'));
});

test('unsorted nodes are selected as a range, moved together, and come back on undo', async () => {
  const { user, host } = await openPalace('#/palace?wing=unsorted&room=unsorted');
  const before = names();
  await user.keyboard('j');
  await user.keyboard('{Shift>}jj{/Shift}');
  await screen.findByText('3 nodes selected');
  await user.keyboard('m');
  const dialog = await screen.findByRole('dialog', { name: 'Move 3 nodes' });
  await expectAccessible(dialog);
  await user.type(byId('place-field'), 'law/records');
  await screen.findByText('New: law › records.');
  await user.click(byId('move-confirm'));
  await waitFor(() => expect(names()).toHaveLength(before.length - 3));
  // the next one to sort has the keyboard
  await waitFor(() => expect(document.activeElement?.closest('[data-of]')).not.toBeNull());
  const moved = host.knowledge.accepted().filter(({ place }) => place.room === 'records');
  expect(moved.map(({ place }) => place.by)).toEqual(['user', 'user', 'user']);
  expect(byId('last-change').textContent).toContain('unsorted/unsorted → law/records');
  await expectAccessible();
  await user.click(within(byId('last-change')).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toEqual(before));
});

test('a room is chosen among those there are', async () => {
  const { user } = await openPalace('#/palace?wing=unsorted&room=unsorted');
  await user.click(screen.getByRole('checkbox', { name: 'Select finding aid' }));
  await user.click(screen.getByRole('button', { name: 'Move…' }));
  await screen.findByRole('dialog', { name: 'Move a node' });
  await user.type(byId('place-field'), 'statis');
  await user.click(await screen.findByRole('option', { name: 'methods › statistics' }));
  await screen.findByText('This room is there already.');
  await user.selectOptions(screen.getByLabelText('Hall'), 'advice');
  await user.click(byId('move-confirm'));
  await waitFor(() => expect(names().join()).not.toContain('finding aid'));
  await user.click(within(await tree()).getByRole('link', { name: /^methods/ }));
  await waitFor(() => expect(names().join()).toContain('finding aid'));
  expect(names().join()).toContain('Advice');
});

test('a filter and a kind narrow the list and stay in the address', async () => {
  const { user } = await openPalace();
  await user.click(screen.getByRole('button', { name: 'Identifier' }));
  await waitFor(() => expect(names()).toHaveLength(1));
  expect(window.location.hash).toContain('kind=identifier');
  await user.click(screen.getByRole('button', { name: 'All kinds' }));
  await user.type(screen.getByRole('searchbox', { name: 'Filter by name or words' }), 'oscill');
  await waitFor(() => expect(names().every((name) => /oscill/i.test(name))).toBe(true));
  expect(window.location.hash).toContain('q=oscill');
});

test('thousands of nodes come in pages', async () => {
  const host = new MemoryHost('full');
  for (let number = 0; number < 450; number += 1) {
    const name = `measure ${String(number).padStart(4, '0')}`;
    const node = makeNode(
      { name, kind: 'concept', hall: 'fact', at: 'methods/measurement', from: [] },
      [],
    );
    host.knowledge.nodes.set(node.node_id, node);
  }
  const { user } = await openPalace('#/palace?wing=methods&room=measurement', host);
  await screen.findByText('450 nodes');
  // those far from the view are an empty box of their height
  expect(names().length).toBeLessThanOrEqual(200);
  await user.click(screen.getByRole('button', { name: '250 more' }));
  await screen.findByRole('button', { name: '50 more' });
});

test('patterns are shown with where they come from, switched, added, imported; bad lines are named', async () => {
  const { user, host } = openApp('full', '#/palace?show=vocabulary');
  const patterns = await screen.findAllByTestId('pattern');
  expect(patterns[0]?.textContent).toContain('yours, 20 Nov 2026');
  await expectAccessible();
  const many = patterns.find((pattern) => pattern.textContent?.includes('supplier*'));
  expect(many?.textContent).not.toContain('governing law');
  await user.click(screen.getByRole('button', { name: 'All 10 words for law › contracts' }));
  expect(many?.textContent).toContain('governing law');
  await user.click(screen.getByRole('switch', { name: /^northlight/ }));
  await screen.findByText(/switched off/);
  expect(host.knowledge.vocabulary[0]?.active).toBe(false);
  await user.type(screen.getByLabelText('Words'), 'codic*');
  await user.type(byId('place-field'), 'society › culture');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('switch', { name: /^codic\*/ });
  const file = new File(
    ['environment/climate | 0.9 | tide*\nlaw/contracts | 0.9 | *\nnothing'],
    'own.txt',
  );
  await user.upload(byId('vocabulary-file'), file);
  const refused = await screen.findByTestId('refused-lines');
  expect(refused.textContent).toContain('line 2');
  expect(refused.textContent).toContain('line 3');
  await screen.findByRole('switch', { name: /^tide\*/ });
  await expectAccessible();
});

test.each([
  ['empty', 'nothing-stored'],
  ['all proposed', 'all-proposed'],
])('%s: the palace says %s', async (house, state) => {
  const host = new MemoryHost(house === 'empty' ? 'empty' : 'full');
  if (house !== 'empty') for (const node of host.knowledge.nodes.values()) node.state = 'proposed';
  openApp('', '#/palace', host);
  await findState(state);
  await expectAccessible();
});

test('a palace that cannot be read says so, and can be tried again', async () => {
  openApp('failing', '#/palace');
  expect((await screen.findByTestId('problem')).dataset['code']).toBe('vault_damaged');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

/** Refuses to move. */
class StubbornHost extends MemoryHost {
  override async call<C extends Command>(command: C, request: Request<C>): Promise<Answer<C>> {
    if (command === 'palace_move') throw new Error('the disk is full');
    return super.call(command, request);
  }
}

test('a move that fails says so, and everything stays where it was', async () => {
  const { user } = await openPalace(
    '#/palace?wing=unsorted&room=unsorted',
    new StubbornHost('full'),
  );
  const before = names();
  await user.keyboard('jxm');
  await screen.findByRole('dialog');
  await user.type(byId('place-field'), 'law');
  await user.keyboard('{Escape}');
  await user.click(byId('move-confirm'));
  expect((await screen.findByTestId('problem')).textContent).toContain('the disk is full');
  expect(names()).toEqual(before);
});

test('a neighbourhood is drawn the same way every time, no two boxes on each other', async () => {
  const host = new MemoryHost('full');
  const node = 'consolidation';
  const ask = { node, hops: 2, limit: 60, as_of: null };
  const around = await host.call('node_neighbours', ask);
  const drawing = layOut(around);
  expect(layOut(await host.call('node_neighbours', ask))).toEqual(drawing);
  expect(drawing.spots).toHaveLength(around.nodes.length);
  const boxes = new Set(drawing.spots.map(({ x, y }) => `${x}/${y}`));
  expect(boxes.size).toBe(drawing.spots.length);
  for (const { x, y } of drawing.spots) {
    expect(x > 0 && x < drawing.width && y > 0 && y < drawing.height).toBe(true);
  }
});

test('what is added to an empty house comes into the palace without being asked for', async () => {
  const host = new MemoryHost('empty');
  host.scenario = 'quick';
  const { user } = openApp('', '#/palace', host);
  await findState('nothing-stored');
  await user.click(byId('samples'));
  await waitFor(() => expect(byId('nav-review').textContent).toMatch(/\d/));
  await user.click(byId('nav-palace'));
  await screen.findAllByTestId('node-row');
});

test('a node is added by hand, and the wing saved for other programs', async () => {
  const { user, host } = await openPalace('#/palace?wing=law');
  vi.spyOn(host, 'save').mockImplementationOnce(async (name) => `/home/ada/${name}`);
  await user.click(screen.getByRole('button', { name: 'Save the wing law as GraphML' }));
  await screen.findByText(/saved as \/home\/ada\/loci-law\.graphml/);
  await user.click(screen.getByRole('button', { name: 'Add a node…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a node' });
  await user.type(within(dialog).getByLabelText(/^Name/), 'limitation period');
  await user.selectOptions(within(dialog).getByLabelText('Hall'), 'fact');
  await user.type(byId('place-field'), 'law/litigation');
  await expectAccessible(dialog);
  await user.click(byId('add-confirm'));
  await screen.findByRole('heading', { level: 1, name: 'limitation period' });
  expect(host.knowledge.find('limitation period').place.room).toBe('litigation');
  await user.keyboard('m');
  await screen.findByRole('dialog', { name: 'Move a node' });
});
