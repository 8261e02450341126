// Another passphrase, and what it costs to try one.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { AskPassphrase } from './AskPassphrase';
import { NewPassphrase } from './NewPassphrase';

export function Passphrase() {
  const host = useHost();
  const client = useQueryClient();
  const next = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState(false);
  const [round, setRound] = useState(0);
  const shown = useQuery({ queryKey: ['recovery'], queryFn: () => host.call('recovery_list', {}) });

  const change = async (passphrase: string) => {
    const new_passphrase = next.current?.value ?? '';
    await host.call('passphrase_change', { passphrase, new_passphrase });
    setRound(round + 1);
    announce('The passphrase is changed. The old one opens nothing any more.');
  };
  const raise = async (passphrase: string) => {
    await host.call('passphrase_cost', { passphrase, memory_mib: null, passes: null });
    await client.invalidateQueries({ queryKey: ['recovery'] });
    announce('Each try of the passphrase costs more now.');
  };
  return (
    <section className="part" aria-labelledby="passphrase-title">
      <h2 id="passphrase-title">Passphrase</h2>
      <AskPassphrase
        id="change"
        action="Change the passphrase"
        busy="Changing…"
        disabled={!ready}
        run={change}
      >
        <NewPassphrase key={round} id="change" first={next} onReady={setReady} />
      </AskPassphrase>
      {shown.data?.cost.can_rise === true && (
        <>
          <p className="section-note">
            Trying a passphrase costs {shown.data.cost.memory_mib} MiB of memory here. New vaults
            make guessing dearer; this one can too.
          </p>
          <AskPassphrase id="cost" action="Make guessing dearer" busy="Changing…" run={raise} />
        </>
      )}
    </section>
  );
}
