// The list of all documents: asked for as a whole once, then changed by what came, went or changed.

import { type QueryClient, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import type { DocumentList, DocumentView } from '../api';
import { useHost } from '../api';

const KEY = ['documents'] as const;

export function useDocuments(enabled = true) {
  const host = useHost();
  return useQuery({
    queryKey: KEY,
    queryFn: () => host.call('documents_list', {}),
    structuralSharing: (before, now) =>
      sharing(before as DocumentList | undefined, now as DocumentList),
    enabled,
  });
}

/** Documents that are as they were stay the same objects, wherever in the list they stand now: their rows
 * need not be drawn anew. */
function sharing(before: DocumentList | undefined, now: DocumentList): DocumentList {
  if (before === undefined || before === now) return now;
  const known = new Map(before.documents.map((document) => [document.document_id, document]));
  const documents = now.documents.map((document) =>
    replaceEqualDeep(known.get(document.document_id), document),
  );
  return { ...now, documents };
}

/** Puts documents into the list that is shown: in their places where they are known, else on top. Not
 * true where an older list is on its way, which will not have them. */
export function addToDocuments(client: QueryClient, views: readonly DocumentView[]): boolean {
  client.setQueryData<DocumentList>(KEY, (list) => {
    if (list === undefined) return list;
    const news = new Map(views.map((view) => [view.document_id, view]));
    const known = list.documents.map((old) => {
      const now = news.get(old.document_id) ?? old;
      news.delete(old.document_id);
      return now;
    });
    return { ...list, documents: [...[...news.values()].reverse(), ...known] };
  });
  return client.isFetching({ queryKey: KEY, exact: true }) === 0;
}

/** Whether the list that is shown says of these documents that they are stale. */
export function areListedStale(client: QueryClient, ids: readonly string[]): boolean {
  if (ids.length === 0) return true;
  const listed = client.getQueryData<DocumentList>(KEY)?.documents ?? [];
  const stale = new Set(
    listed.flatMap(({ document_id, freshness }) => (freshness === 'stale' ? [document_id] : [])),
  );
  return ids.every((id) => stale.has(id));
}
