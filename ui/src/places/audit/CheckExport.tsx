// An export that came from somewhere: dropped here, or chosen, and compared to the byte.

import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExportCheck } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { count } from '../../parts/words';
import { useCheckedDrop } from '../../state/exports';
import { Signatures } from './Exporting';

export function CheckExport() {
  const host = useHost();
  const dropped = useCheckedDrop();
  const check = useMutation({
    mutationFn: (path: string) => host.call('verify_export', { path, key: null }),
    onSuccess: ({ ok }) => announce(ok ? 'The export holds.' : 'The export does not hold.'),
  });
  const { mutate } = check;
  useEffect(() => {
    if (dropped !== null) mutate(dropped.path);
  }, [dropped, mutate]);
  const choose = async (what: 'files' | 'folder') => {
    const [path] = await host.pick(what);
    if (path !== undefined) mutate(path);
  };
  return (
    <section className="part" aria-labelledby="check-title" aria-busy={check.isPending}>
      <h2 id="check-title">Check an export</h2>
      <p className="section-note">
        Drop an export here: a file, or its folder. No vault is needed.
      </p>
      <p>
        <button
          type="button"
          className="button"
          data-testid="check-file"
          onClick={() => void choose('files')}
        >
          Choose a file
        </button>{' '}
        <button
          type="button"
          className="button"
          data-testid="check-folder"
          onClick={() => void choose('folder')}
        >
          Choose a folder
        </button>
      </p>
      {check.isError && <ErrorNotice error={check.error} />}
      {check.data !== undefined && <Told check={check.data} />}
    </section>
  );
}

function Told({ check }: { check: ExportCheck }) {
  const { ok, findings, collection, signatures, records, files, fingerprint } = check;
  return (
    <div role="status" data-testid="export-check" className={ok ? '' : 'door-warning'}>
      <p>
        {ok
          ? `“${collection}” is as it was exported: ${count(files, 'file')} compared, ${count(records, 'record')} proven.`
          : 'This export does not hold.'}
      </p>
      {findings.length > 0 && (
        <ul>
          {findings.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      )}
      <Signatures signatures={signatures} />
      {fingerprint !== '' && (
        <p className="section-note">
          Sealed by the key <span className="mono">{fingerprint}</span>. Compare it with the one you
          were told.
        </p>
      )}
    </div>
  );
}
