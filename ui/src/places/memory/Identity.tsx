// Who the person is, in their own words: L0.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MemorySettings } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';

export function Identity({ settings }: { settings: MemorySettings }) {
  const host = useHost();
  const client = useQueryClient();
  const [words, setWords] = useState(settings.identity);
  const save = useMutation({
    mutationFn: () => host.call('memory_set', { identity: words }),
    onSuccess: (now) => {
      client.setQueryData<MemorySettings>(['memory-settings'], now);
      setWords(now.identity);
      announce('What you say of yourself is saved.');
    },
  });
  const same = words.trim() === settings.identity;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!same && !save.isPending) save.mutate();
  };
  return (
    <form className="part memory-identity" onSubmit={submit}>
      <label className="stacked">
        Who you are and what you work on
        <textarea
          rows={3}
          value={words}
          data-testid="memory-identity"
          onChange={({ target }) => setWords(target.value)}
        />
      </label>
      <button type="submit" className="button" aria-disabled={same || save.isPending}>
        Save
      </button>
      {save.isError && <ErrorNotice error={save.error} />}
    </form>
  );
}
