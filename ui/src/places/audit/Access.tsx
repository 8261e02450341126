// Collections whose access needs a reason, and the reason for this session.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { TextField } from '../../parts/TextField';

export function Access({ collections }: { collections: string[] }) {
  const host = useHost();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const regulated = useQuery({
    queryKey: ['regulated'],
    queryFn: () => host.call('audit_regulated', {}),
  });
  const change = useMutation({
    mutationFn: (ask: { collection: string; regulated: boolean }) =>
      host.call('audit_regulate', { ...ask, reason }),
    onSuccess: (now) => client.setQueryData(['regulated'], now),
  });
  const look = useMutation({
    mutationFn: () => host.call('audit_reason', { reason }),
    onSuccess: () => {
      announce('The reason holds until the vault is locked.');
      return client.invalidateQueries();
    },
  });
  const known = regulated.data?.collections ?? [];
  return (
    <section className="part" aria-labelledby="access-title">
      <h2 id="access-title">Regulated collections</h2>
      <p className="section-note">
        What stands in a regulated collection is shown with a reason alone, and each access is on
        record before it is shown.
      </p>
      <TextField label="Reason" id="access-reason" value={reason} change={setReason} />
      <button
        type="button"
        className="button"
        data-testid="access-look"
        disabled={reason.trim() === ''}
        onClick={() => look.mutate()}
      >
        Look at regulated collections for this reason
      </button>
      <ul>
        {collections.map((collection) => {
          const on = known.includes(collection);
          return (
            <li key={collection}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={on}
                  data-testid={`regulate-${collection}`}
                  onChange={() => change.mutate({ collection, regulated: !on })}
                />{' '}
                {collection}
              </label>
            </li>
          );
        })}
      </ul>
      {regulated.isError && <ErrorNotice error={regulated.error} />}
      {change.isError && <ErrorNotice error={change.error} />}
      {look.isError && <ErrorNotice error={look.error} />}
    </section>
  );
}
