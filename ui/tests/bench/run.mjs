// How long the window takes, in WebKitGTK, with a library of 5,000 documents and 600 files coming in:
// `xvfb-run -a -s '-screen 0 1280x800x24' npm --prefix ui run bench`. Reports, asserts nothing.

import react from '@vitejs/plugin-react';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { openBrowser } from './driver.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = await mkdtemp(join(tmpdir(), 'loci-bench-'));
const common = { root, base: './', configFile: false, logLevel: 'error', plugins: [react()] };
const inner = { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 };
await build({
  ...common,
  assetsInclude: ['**/*.bcmap', '**/*.pfb', '**/*.wasm'],
  worker: { format: 'es' },
  build: { ...inner, rollupOptions: { input: join(root, 'window.html') } },
});
const server = await preview({
  ...common,
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0 },
});
const address = server.resolvedUrls.local[0];
const browser = await openBrowser();

const ms = (value) => `${Math.round(value)}`.padStart(5);
const worst = (values) => ms(Math.max(...values));
const middle = (values) => ms([...values].sort((a, b) => a - b)[values.length >> 1]);

function tell(heading, rows) {
  console.log(`\n${heading}`);
  for (const [name, words] of rows) console.log(`  ${name.padEnd(26)}${words}`);
}

try {
  await browser.go(`${address}window.html#/certificates`);
  await browser.later('await bench.settled()');
  console.log(`load before: ${loadavg()[0].toFixed(1)}`);
  const cold = await browser.later('return bench.opening()');
  const warm = await browser.later('return bench.opening()');
  tell(
    'A place opens, ms (aim < 150): first, again',
    cold.map(([name, first], at) => [name, ms(first) + ms(warm[at][1])]),
  );
  const idle = await browser.later('return bench.keys()');
  tell(
    "A key's effect, ms (aim < 50): median, worst",
    idle.map(([name, taken]) => [name, middle(taken) + worst(taken)]),
  );
  const still = await browser.later('return bench.taking(600, () => bench.pause(2000))');
  tell('600 files come in, the library is looked at (aim: no gap of 100 ms)', [
    ['longest gaps, ms', still.gaps.map(ms).join('')],
    ['longest work, ms', still.busy.map(ms).join('')],
    ['frames', `${still.frames} in ${ms(still.took_ms)} ms`],
  ]);
  const busy = await browser.later(
    'return bench.taking(600, async () => ({ opened: await bench.opening(), keys: await bench.keys() }))',
  );
  tell('600 files come in while someone works', [
    ['longest gaps, ms', busy.gaps.map(ms).join('')],
    ['longest work, ms', busy.busy.map(ms).join('')],
    ...busy.done.opened.map(([name, taken]) => [`opens ${name}`, ms(taken)]),
    ...busy.done.keys.map(([name, taken]) => [`keys in ${name}`, middle(taken) + worst(taken)]),
  ]);
  console.log(`load after: ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  await server.close();
  await rm(outDir, { recursive: true });
}
