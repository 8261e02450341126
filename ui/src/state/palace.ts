// The palace's wings and rooms with their counts: asked once, shown in the rail and in several places.

import { useQuery } from '@tanstack/react-query';
import { useHost } from '../api';

export function usePalace() {
  const host = useHost();
  return useQuery({
    queryKey: ['palace'],
    queryFn: () => host.call('palace_show', { wing: null, room: null }),
  });
}
