// The audit trail, signatures and exports: who did what and why, whether all of it holds, and what leaves
// this machine.

import { useQuery } from '@tanstack/react-query';
import { useHost } from '../../api';
import { ErrorNotice } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { Access } from './Access';
import { CheckExport } from './CheckExport';
import { Exporting } from './Exporting';
import { Records } from './Records';
import { Signers } from './Signers';
import { Verify } from './Verify';

export function Audit({ collections }: { collections: string[] }) {
  const host = useHost();
  const signers = useQuery({
    queryKey: ['signers'],
    queryFn: () => host.call('signers_list', {}),
  });
  return (
    <Place title="Audit & export" ready={signers.isSuccess || signers.isError}>
      <div className="audit">
        <Verify />
        <Exporting
          collections={collections}
          signers={(signers.data?.signers ?? []).filter((one) => one.revoked_at === null)}
        />
        <CheckExport />
        {signers.isError && <ErrorNotice error={signers.error} />}
        <Signers signers={signers.data?.signers ?? []} />
        <Access collections={collections} />
        <Records collections={collections} />
      </div>
    </Place>
  );
}
