// A page in WebKitGTK's MiniBrowser, driven over WebDriver. Everything started ends with `close`.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export async function openBrowser() {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { detached: true, stdio: 'ignore' });
  const close = () => process.kill(-child.pid, 'SIGKILL');
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  for (let tries = 100; ; tries -= 1) {
    try {
      await ask('GET', '/status');
      break;
    } catch (thrown) {
      if (tries === 0) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const { sessionId } = await ask('POST', '/session', { capabilities: {} });
  const at = `/session/${sessionId}`;
  await ask('POST', `${at}/timeouts`, { script: 300_000, pageLoad: 60_000 });
  return {
    go: (url) => ask('POST', `${at}/url`, { url }),
    size: (width, height) => ask('POST', `${at}/window/rect`, { width, height }),
    run: (script, ...args) => ask('POST', `${at}/execute/sync`, { script, args }),
    /** Runs the body of an async function and gives what it returns. */
    later: async (body) => {
      const script = `const done = arguments[0];
        (async () => { ${body} })().then((value) => done({ value }), (thrown) => done({ thrown: String(thrown) }));`;
      const { value, thrown } = await ask('POST', `${at}/execute/async`, { script, args: [] });
      if (thrown !== undefined) throw new Error(thrown);
      return value;
    },
    picture: async () => Buffer.from(await ask('GET', `${at}/screenshot`), 'base64'),
    close: async () => {
      await ask('DELETE', at).catch(() => undefined);
      close();
    },
  };
}
