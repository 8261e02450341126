// The door to the rest of Loci.

import type { Host } from './host';

export type * from './bindings';
export * from './host';
export { HostProvider, useHost } from './context';

/** The host for this page. The in-memory one exists in development builds only. */
export async function openHost(): Promise<Host> {
  if (import.meta.env.DEV && !('__TAURI_INTERNALS__' in window)) {
    const { memoryHost } = await import('./memory');
    return memoryHost(new URLSearchParams(window.location.search).get('host') ?? 'full');
  }
  const { tauriHost } = await import('./tauri');
  return tauriHost();
}
