import { expect, test } from 'vitest';
import {
  formatRoute,
  hidePlace,
  navigate,
  parseRoute,
  recall,
  remember,
  restorePlace,
  type Route,
} from '../src/state/router';

const ROUTES: Route[] = [
  { place: 'library' },
  { place: 'search', query: '', mode: 'hybrid', collection: null },
  { place: 'search', query: 'a & b = "c" #?', mode: 'exact', collection: 'my room' },
  { place: 'read', document: 'abcd', span: null, query: '', view: null },
  { place: 'library', show: 'stale', collection: 'a & b', filter: 'ü?' },
  {
    place: 'search',
    query: 'x',
    mode: 'hybrid',
    collection: null,
    all_versions: true,
    as_of: '2026-03-31',
  },
  { place: 'read', document: 'ab', span: null, query: '', view: 'pages', at: 12 },
  { place: 'document', document: 'ab' },
  { place: 'definitions', term: 'force majeure', show: 'conflicts' },
  { place: 'citations', show: 'gone' },
  { place: 'certificates' },
  { place: 'palace' },
  { place: 'palace', wing: 'law', room: 'contracts', hall: 'fact', kind: 'claim', filter: 'a & b' },
  { place: 'palace', show: 'vocabulary' },
  { place: 'node', node: 'ab12', hops: 2, on: '2026-03-31' },
  { place: 'node', node: 'ab12' },
  { place: 'trust', node: 'ab12' },
  { place: 'review', document: 'ab' },
  { place: 'contradictions', show: 'ruled' },
  { place: 'gaps' },
  {
    ...{ place: 'search', query: 'x', mode: 'hybrid', collection: null },
    ...{ wing: 'law', room: 'contracts', hall: 'fact', kind: 'claim', tag: 'a b', reliable: 70 },
  },
  { place: 'settings' },
  { place: 'read', document: 'ab', span: { start: 0, end: 9 }, query: 'ü?', view: 'text' },
];

test.each(ROUTES)('%j survives the address', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

test.each(['#/read/x?s=9&e=2', '#/read/x?s=-1&e=2', '#/read/x?s=1', '#/read/x?s=a&e=b'])(
  'a bad span in %s is none',
  (hash) => expect(parseRoute(hash)).toMatchObject({ place: 'read', span: null }),
);

test('an unknown place is the search', () => {
  expect(parseRoute('#/nowhere')).toMatchObject({ place: 'search', query: '' });
});

test('Back finds the scroll position and the selection', async () => {
  navigate({ place: 'library' });
  remember({ top: 120, selected: 'd7' });
  navigate({ place: 'search', query: 'x', mode: 'hybrid', collection: null });
  expect(recall()).toEqual({ top: 0, selected: null });
  const back = new Promise((resolve) => window.addEventListener('popstate', resolve));
  window.history.back();
  await back;
  expect(recall()).toEqual({ top: 120, selected: 'd7' });
});

test('a hidden place leaves the address and comes back', () => {
  navigate({ place: 'search', query: 'secret', mode: 'hybrid', collection: null });
  const hash = hidePlace();
  expect(window.location.href).not.toContain('secret');
  restorePlace(hash);
  expect(window.location.hash).toContain('secret');
});
