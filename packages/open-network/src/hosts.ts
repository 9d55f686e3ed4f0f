/** Addresses to listen on that stand for every interface of a machine. */
export const ANY_INTERFACE: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

/** A host as it stands in a URL: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** The host in the URL of a server on this machine that listens on `host`: every interface is none to connect to. */
export function reachableHost(host: string): string {
  return ANY_INTERFACE.has(host) ? '127.0.0.1' : hostInUrl(host);
}
