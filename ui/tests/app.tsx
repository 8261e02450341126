// Opens the window on an in-memory host, at a place.

import { configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect } from 'vitest';
import { App } from '../src/App';
import { MemoryHost } from '../src/api/memory';
import { clearQueue } from '../src/state/queue';
import { restorePlace } from '../src/state/router';

configure({ asyncUtilTimeout: 5000 });

export function openApp(scenario: string, place = '#/search', host = new MemoryHost(scenario)) {
  clearQueue();
  restorePlace(place);
  const view = render(<App host={host} />);
  return { host, view, user: userEvent.setup() };
}

/** Structure only: jsdom has no layout, so contrast is looked at in a browser. What lies over the
 * window can be looked at alone, which is quicker. */
export async function expectAccessible(part: HTMLElement = document.body): Promise<void> {
  const { violations } = await axe.run(part, {
    rules: { 'color-contrast': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

export function byId(id: string): HTMLElement {
  return screen.getByTestId(id);
}

export async function findState(state: string): Promise<void> {
  await waitFor(() => expect(document.querySelector(`[data-empty=${state}]`)).not.toBeNull());
}
