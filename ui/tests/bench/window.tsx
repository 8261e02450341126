// The window as it is built for use, over a full library on another thread, and the stopwatch in it.

import { createRoot } from 'react-dom/client';
import { App } from '../../src/App';
import type { Host, IngestAnswer, IngestEvent } from '../../src/api';
import '../../src/style/index.css';
import type { Asked, Told } from './house';

const PATIENCE_MS = 20_000;

function farHost(): Host {
  const house = new Worker(new URL('./house.ts', import.meta.url), { type: 'module' });
  const open = new Map<number, (told: Told) => void>();
  house.addEventListener('message', ({ data }: MessageEvent<Told>) => open.get(data.id)?.(data));
  let last = 0;
  const ask = <T,>(asked: object, progress?: (event: IngestEvent) => void) =>
    new Promise<T>((resolve, reject) => {
      const id = (last += 1);
      open.set(id, (told) => {
        if ('event' in told) return progress?.(told.event);
        open.delete(id);
        if ('problem' in told) reject(new Error(told.problem));
        else resolve(told.answer as T);
      });
      house.postMessage({ id, ...asked } as Asked);
    });
  return {
    call: (command, request) => ask({ command, request }),
    ingest: ({ paths }, progress) => ask<IngestAnswer>({ ingest: Number(paths[0]) }, progress),
    ingestSamples: () => Promise.reject(new Error('no samples here')),
    pagePicture: () => Promise.reject(new Error('no pages here')),
    pick: async () => ['600'],
    save: async () => null,
    onLocked: () => () => undefined,
    onFileDrop: () => () => undefined,
  };
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const one = (selector: string) => document.querySelector<HTMLElement>(selector);

/** Milliseconds from `act` to the end of the frame that shows what it was to bring. */
async function timed(act: () => void, shown: () => boolean): Promise<number> {
  const began = performance.now();
  act();
  do {
    await frame();
    if (performance.now() - began > PATIENCE_MS)
      throw new Error(`never shown in ${document.title}: ${shown}`);
  } while (!shown());
  // the task after a frame's callbacks runs when it is painted
  await pause(0);
  return performance.now() - began;
}

/** Opens a place by its link; it is there when nothing in it waits. */
export function place(name: string): Promise<number> {
  const title = `${name[0]?.toUpperCase()}${name.slice(1)} – Loci`;
  return timed(
    () => one(`[data-testid=nav-${name}]`)?.click(),
    () => document.title === title && one('main .skeleton') === null && one('main h1') !== null,
  );
}

/** Presses a key that moves the focus. */
function step(key: string): Promise<number> {
  const before = document.activeElement;
  const last = [...document.querySelectorAll('[data-item]')].at(-1);
  if (before === last) throw new Error(`the end of ${document.title}`);
  const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  return timed(
    () => (before ?? document.body).dispatchEvent(press),
    () => document.activeElement !== before,
  );
}

/** Types a text letter by letter into a field; the effect of a letter is that it stands there. */
async function type(selector: string, text: string): Promise<number[]> {
  const taken: number[] = [];
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let end = 0; end <= text.length; end += 1) {
    const field = one(selector);
    if (field === null) throw new Error(`no field ${selector}`);
    const put = () => {
      write?.call(field, text.slice(0, end));
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    taken.push(await timed(put, () => true));
    await pause(60);
  }
  return taken;
}

const PLACES =
  'library search palace review contradictions gaps definitions citations settings'.split(' ');

async function opening(): Promise<[string, number][]> {
  const taken: [string, number][] = [];
  for (const name of PLACES) {
    taken.push([name, await place(name)]);
    await pause(200);
  }
  return taken;
}

async function keys(): Promise<[string, number[]][]> {
  const steps = async (times: number) => {
    const taken: number[] = [];
    for (let time = 0; time < times; time += 1) {
      taken.push(await step('j'));
      await pause(60);
    }
    return taken;
  };
  await place('library');
  const library = await steps(12);
  const filter = await type('.filter', 'spindle 12');
  await type('.filter', '');
  await place('palace');
  const palace = await steps(12);
  await place('review');
  const review = await steps(12);
  const document = await type('.filters input[type=search]', 'spindle 12');
  await type('.filters input[type=search]', '');
  await place('search');
  const search = await type('[data-testid=search-input]', 'spindle 12');
  const palette = await typingInPalette();
  return Object.entries({ library, filter, palace, review, document, search, palette });
}

async function typingInPalette(): Promise<number[]> {
  const press = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true });
  const opened = await timed(
    () => document.body.dispatchEvent(press),
    () => one('.palette input') !== null,
  );
  const typed = await type('.palette input', 'spindle 12');
  const close = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  // the first empties the field
  for (let times = 0; one('.palette') !== null && times < 20; times += 1) {
    one('.palette input')?.dispatchEvent(close());
    await pause(200);
  }
  return [opened, ...typed];
}

/** The longest times in which the page did nothing else: no key was heard, no click. */
function watchBusy(): () => number[] {
  const { port1, port2 } = new MessageChannel();
  const taken: number[] = [];
  let last = performance.now();
  port1.onmessage = () => {
    const now = performance.now();
    taken.push(now - last);
    last = now;
    // now and then is often enough, and leaves the time to the page
    setTimeout(() => port2.postMessage(null), 2);
  };
  port2.postMessage(null);
  return () => {
    port1.close();
    return taken.sort((a, b) => b - a).slice(0, 8);
  };
}

/** Takes files in while `meanwhile` is done; gives the time between frames, the longest first. */
async function taking<T>(count: number, meanwhile: () => Promise<T>) {
  await place('library');
  const gaps: number[] = [];
  const busy = watchBusy();
  let running = true;
  const began = performance.now();
  void (async () => {
    for (let last = performance.now(); running;) {
      await frame();
      gaps.push(performance.now() - last);
      last = performance.now();
    }
  })();
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const field = one('[data-testid=add-path]');
  write?.call(field, String(count));
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  await frame();
  one('.add')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await pause(100);
  const done = await meanwhile();
  await place('library');
  while (one('[data-testid=cancel]') !== null) await frame();
  running = false;
  const took_ms = performance.now() - began;
  gaps.sort((a, b) => b - a);
  return { took_ms, frames: gaps.length, gaps: gaps.slice(0, 8), busy: busy(), done };
}

/** The host has made its library, and the first place stands. */
async function settled(): Promise<void> {
  while (one('main h1') === null || one('main .skeleton') !== null) await pause(100);
  await pause(2000);
}

Object.assign(window, { bench: { opening, keys, taking, settled, pause } });

const root = one('#root');
if (root !== null) createRoot(root).render(<App host={farHost()} />);
