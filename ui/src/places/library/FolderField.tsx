// The path of a folder, typed or picked.

import { useMutation } from '@tanstack/react-query';
import { useHost } from '../../api';
import { ErrorNotice } from '../../parts/Notice';

interface FolderFieldProps {
  id: string;
  value: string;
  change: (value: string) => void;
  disabled?: boolean;
}

export function FolderField({ id, value, change, disabled = false }: FolderFieldProps) {
  const host = useHost();
  const pick = useMutation({
    mutationFn: () => host.pick('folder'),
    onSuccess: ([picked]) => picked !== undefined && change(picked),
  });
  return (
    <>
      <div className="beside">
        <label className="stacked">
          Path of the folder
          <input
            type="text"
            placeholder="/home/you/papers"
            value={value}
            disabled={disabled}
            spellCheck={false}
            autoComplete="off"
            data-testid={id}
            onChange={(event) => change(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="button"
          disabled={disabled || pick.isPending}
          onClick={() => pick.mutate()}
        >
          Choose…
        </button>
      </div>
      {pick.isError && <ErrorNotice error={pick.error} />}
    </>
  );
}

/** A path as it was meant: without the quotation marks that file managers copy with it. */
export function pathOf(typed: string): string {
  return typed.trim().replace(/^"(.*)"$/, '$1');
}
