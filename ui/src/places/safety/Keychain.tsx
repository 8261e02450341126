// Whether the system's keychain opens the vault: a convenience with a price, so off unless asked for.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RecoveryList, useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Loaded } from '../../parts/Loaded';
import { AskPassphrase } from './AskPassphrase';

export function Keychain() {
  const host = useHost();
  const client = useQueryClient();
  const shown = useQuery({ queryKey: ['recovery'], queryFn: () => host.call('recovery_list', {}) });

  const set = async (passphrase: string, on: boolean) => {
    const now = await host.call('keychain_set', { passphrase, on });
    client.setQueryData<RecoveryList>(['recovery'], now);
    await client.invalidateQueries({ queryKey: ['status'] });
    announce(on ? 'The keychain opens the vault from now on.' : 'The keychain opens it no more.');
  };
  return (
    <section className="part" aria-labelledby="keychain-title">
      <h2 id="keychain-title">System keychain</h2>
      <Loaded query={shown} what="the keychain">
        {({ keychain }) => (
          <>
            <p className="sheet-words" data-testid="keychain-state">
              {keychain
                ? 'The keychain of this computer opens the vault: whoever sits at your unlocked desktop needs no passphrase.'
                : 'The vault opens by its passphrase alone. The keychain of this computer can open it too: then whoever sits at your unlocked desktop needs no passphrase.'}
            </p>
            <AskPassphrase
              id="keychain"
              action={keychain ? 'Take it out of the keychain' : 'Let the keychain open it'}
              busy="Asking the keychain…"
              run={(passphrase) => set(passphrase, !keychain)}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
