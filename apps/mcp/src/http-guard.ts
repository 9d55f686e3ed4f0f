import type { IncomingHttpHeaders } from 'node:http';
import { ANY_INTERFACE, hostInUrl } from '@domesday/open-network/hosts';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Returns why a request is refused for its `Host` or `Origin`, or null. */
export type HttpGuard = (headers: IncomingHttpHeaders) => string | null;

/**
 * Protects against DNS rebinding by web pages: accepts loopback names, the address that the server listens on, and the
 * names that the operator allows. A server on every interface accepts any `Host` unless names are configured, since it
 * cannot know its names; `Origin` is always checked.
 */
export function createHttpGuard(host: string, allowedHosts: string[]): HttpGuard {
  const own = ANY_INTERFACE.has(host) ? [] : [hostInUrl(host).toLowerCase()];
  const names = [...LOOPBACK, ...own, ...allowedHosts];
  const any_host = ANY_INTERFACE.has(host) && allowedHosts.length === 0;
  return (headers) => {
    const origin = validateOriginHeader(headers.origin, names);
    if (!origin.ok) return 'Requests of web pages are not served here: this Origin is not allowed.';
    if (any_host || validateHostHeader(headers.host, names).ok) return null;
    return 'This Host is not served here. The operator names it in PUBLIC_URL, or further ones in MCP_ALLOWED_HOSTS.';
  };
}
