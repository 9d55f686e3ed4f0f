import { networkInterfaces } from 'node:os';

/** Listening addresses that mean all interfaces of a machine. */
export const ANY_INTERFACE: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/** A host in the form for a URL: an IPv6 address gets brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The host for the URL of a server on this machine that listens on `host`. One cannot connect to the address of all
 * interfaces, so loopback replaces it: `[::1]` on a machine without 127.0.0.1.
 */
export function reachableHost(host: string, interfaces = networkInterfaces()): string {
  if (!ANY_INTERFACE.has(host)) return hostInUrl(host);
  const addresses = Object.values(interfaces).flatMap((of) => of ?? []);
  const has = (address: string) => addresses.some((one) => one.address === address);
  return host === '::' && !has('127.0.0.1') && has('::1') ? '[::1]' : '127.0.0.1';
}
