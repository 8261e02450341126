// How far a long job is: a backup, new keys, a library that is taken over.

import { useQuery } from '@tanstack/react-query';
import { useHost } from '../api';

const ASK_MS = 300;

export function JobBar({ what }: { what: string }) {
  const host = useHost();
  const { data } = useQuery({
    queryKey: ['job'],
    queryFn: () => host.call('job_progress', {}),
    refetchInterval: ASK_MS,
  });
  if (data === undefined || data.total === 0) return <progress aria-label={what} />;
  return <progress aria-label={what} value={data.done} max={data.total} />;
}
