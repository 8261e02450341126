// Whether pages that are pictures are read by text recognition; and, where it is not installed, how to
// have it.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScansView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Loaded } from '../../parts/Loaded';
import { ErrorNotice } from '../../parts/Notice';

export function Scans() {
  const host = useHost();
  const client = useQueryClient();
  const shown = useQuery({ queryKey: ['scans'], queryFn: () => host.call('scans_show', {}) });
  const set = useMutation({
    mutationFn: (recognise: boolean) => host.call('scans_set', { recognise }),
    onSuccess: (now) => {
      client.setQueryData<ScansView>(['scans'], now);
      announce(`Text recognition is ${now.recognise ? 'on' : 'off'}.`);
    },
  });
  return (
    <section className="part" aria-labelledby="scans-title">
      <h2 id="scans-title">Scans</h2>
      <p className="sheet-words">
        Pages that are pictures, and pictures themselves, are read by text recognition on this
        machine. It takes seconds a page and makes mistakes: such pages are named, and what they say
        is trusted a little less.
      </p>
      <Loaded query={shown} what="the setting for scans">
        {({ recognise, problem }) => (
          <>
            <label className="consent">
              <input
                type="checkbox"
                checked={recognise}
                disabled={set.isPending}
                onChange={({ target }) => set.mutate(target.checked)}
              />
              <span>Read scans from now on</span>
            </label>
            {problem !== null && (
              <p className="section-note" role="status">
                {problem.message}: scans are refused. {problem.hint}
              </p>
            )}
          </>
        )}
      </Loaded>
      {set.isError && <ErrorNotice error={set.error} />}
    </section>
  );
}
