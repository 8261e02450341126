// No file needs itself, by whatever way round: types count too.

import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

type Files = Record<string, string>;

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '/tests/**/*.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The files that a file names, by `import` and `export … from`, at once or later, of values or types. */
function needs(path: string, files: Files): string[] {
  const named: string[] = [];
  const name = ({ source }: { source: unknown }) => {
    const { value } = (source ?? {}) as { value?: unknown };
    if (typeof value === 'string' && value.startsWith('.')) named.push(value);
  };
  const { program } = parseSync(path, files[path] ?? '');
  new Visitor({
    ImportDeclaration: name,
    ExportNamedDeclaration: name,
    ExportAllDeclaration: name,
    ImportExpression: name,
    TSImportType: name,
  }).visit(program);
  return named.flatMap((relative) => {
    const base = new URL(relative, `file://${path}`).pathname;
    const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];
    return endings.map((ending) => base + ending).filter((file) => file in files);
  });
}

/** Each way that comes back to a file on it; one for every circle at least. */
function circles(files: Files): string[] {
  const edges = new Map(Object.keys(files).map((path) => [path, needs(path, files)]));
  const walked = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, way: string[]) => {
    const at = way.indexOf(path);
    if (at >= 0) found.push([...way.slice(at), path].join(' → '));
    if (at >= 0 || walked.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...way, path]);
    walked.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return found;
}

test('a circle is found, through types, later imports and passed-on names', () => {
  const files = {
    '/a/one.ts': "import type { Two } from '../b/two';",
    '/b/two.tsx': "export * from './index';",
    '/b/index.ts': "export const later = () => import('./three');",
    '/b/three.ts': "export let one: import('../a/one').One;",
    '/alone.ts': "import { one } from './a/one'; import 'vite'; import './style.css';",
  };
  expect(circles(files)).toEqual([
    '/a/one.ts → /b/two.tsx → /b/index.ts → /b/three.ts → /a/one.ts',
  ]);
  expect(circles({ '/self.ts': "import './self';" })).toEqual(['/self.ts → /self.ts']);
  expect(circles({ ...files, '/b/three.ts': '' })).toEqual([]);
});

test('no file of the window, nor of its tests, is part of a circle', () => {
  const edges = Object.keys(sources).map((path) => needs(path, sources).length);
  expect(edges.reduce((sum, count) => sum + count)).toBeGreaterThan(500);
  expect(circles(sources)).toEqual([]);
});
