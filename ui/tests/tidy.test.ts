import { expect, test } from 'vitest';

const sources = import.meta.glob<string>('../src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const written = Object.entries(sources).filter(([path]) => !path.endsWith('/bindings.ts'));

function filesWith(pattern: RegExp): string[] {
  return written.filter(([, text]) => pattern.test(text)).map(([path]) => path);
}

test('only the tauri host imports the desktop bridge', () => {
  expect(filesWith(/@tauri-apps\//)).toEqual(['../src/api/tauri.ts']);
});

test('only a development build opens the in-memory host', () => {
  const [door, ...others] = filesWith(/\.\/memory'/);
  expect([door, others]).toEqual(['../src/api/index.ts', []]);
  expect(sources['../src/api/index.ts']).toMatch(
    /import\.meta\.env\.DEV[^;]*import\('\.\/memory'\)/,
  );
});

test('no type is given up, no markup is set unseen', () => {
  expect(filesWith(/:\s*any\b|as any\b|<any>|@ts-ignore|dangerouslySetInnerHTML/)).toEqual([]);
});

test('every file says what it is for, and stays short', () => {
  for (const [path, text] of written) {
    expect(text, path).toMatch(/^\/\//);
    expect(text.split('\n').length, path).toBeLessThan(300);
  }
});
