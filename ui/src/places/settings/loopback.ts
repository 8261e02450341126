// Whether an address is this machine. The engine decides; this only picks which consent is asked for.

export function isThisMachine(address: string): boolean {
  try {
    const { hostname } = new URL(address);
    return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  } catch {
    return false;
  }
}

export function isAddress(address: string): boolean {
  return /^https?:\/\/[^\s/]/.test(address);
}
