// Hands the host down the tree.

import { createContext, useContext } from 'react';
import type { Host } from './host';

const HostContext = createContext<Host | null>(null);

export const HostProvider = HostContext.Provider;

export function useHost(): Host {
  const host = useContext(HostContext);
  if (host === null) throw new Error('No host above this component');
  return host;
}
