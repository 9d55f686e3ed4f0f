import type { Request } from 'express';

const LOOPBACK = /^(::1$|(::ffff:)?127\.)/;

/**
 * The address that a request came from, by what the trusted proxies say; null where it is this machine. A program on
 * this machine, such as the MCP server, speaks for many callers, so that no limit of one address can be its.
 */
export function addressOf(req: Request): string | null {
  const address = req.ip ?? req.socket.remoteAddress ?? '';
  if (LOOPBACK.test(address)) return null;
  // The rest of an IPv6 network of 64 bits is one household's or one machine's.
  return address.includes(':') && !address.startsWith('::ffff:')
    ? address.split(':').slice(0, 4).join(':')
    : address;
}
