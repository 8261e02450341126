// After a change to knowledge everything that shows knowledge is asked anew.

import type { QueryClient } from '@tanstack/react-query';

/** What a change to knowledge does not touch. */
const UNTOUCHED = new Set<unknown>([
  'certificates',
  'citations',
  'documents',
  'folders',
  'llm',
  'passage',
  'read',
  'terms',
  'versions',
]);

export function refreshKnowledge(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [what] }) => !UNTOUCHED.has(what),
  });
}
