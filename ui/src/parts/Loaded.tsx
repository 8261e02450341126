// A query's three faces: waiting, failed with a way to try again, or what it brought.

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './Notice';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** What is being loaded, for screen readers: “the citations”. */
  what: string;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, what, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorNotice error={query.error}>
        <button type="button" className="button" onClick={() => void query.refetch()}>
          Try again
        </button>
      </ErrorNotice>
    );
  }
  return (
    <div className="skeleton" role="status" aria-label={`Loading ${what}`}>
      <i />
      <i />
    </div>
  );
}
