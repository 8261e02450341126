// By what tokens are counted: saved as soon as it is chosen, for it decides what fits.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MemorySettings, TokenizerName } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';

const NAMES = {
  'loci-static-256': 'WordPiece, as Loci’s own model',
  o200k_base: 'o200k_base, as GPT-4o and later',
  cl100k_base: 'cl100k_base, as GPT-4',
} satisfies Record<TokenizerName, string>;

export function TokenizerChoice({ settings }: { settings: MemorySettings }) {
  const host = useHost();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (tokenizer: TokenizerName) => host.call('memory_set', { tokenizer }),
    onSuccess: (now) => {
      client.setQueryData<MemorySettings>(['memory-settings'], now);
      announce(`Tokens are counted by ${now.tokenizer}.`);
    },
  });
  return (
    <>
      <label className="stacked">
        Tokens counted by
        <select
          value={settings.tokenizer}
          data-testid="memory-tokenizer"
          onChange={({ target }) => save.mutate(target.value as TokenizerName)}
        >
          {Object.entries(NAMES).map(([name, said]) => (
            <option key={name} value={name}>
              {said}
            </option>
          ))}
        </select>
      </label>
      {save.isError && <ErrorNotice error={save.error} />}
    </>
  );
}
