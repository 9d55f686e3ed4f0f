import type { Request } from 'express';

const LOOPBACK = /^(::1$|(::ffff:)?127\.)/;

/**
 * The address that a request came from, according to the trusted proxies; null if it is this machine. A program on
 * this machine, such as the MCP server, serves many callers, so limits by address do not apply to it.
 */
export function addressOf(req: Request): string | null {
  const address = req.ip ?? req.socket.remoteAddress ?? '';
  if (LOOPBACK.test(address)) return null;
  // The lower 64 bits of an IPv6 address vary within one household or machine.
  return address.includes(':') && !address.startsWith('::ffff:')
    ? address.split(':').slice(0, 4).join(':')
    : address;
}
