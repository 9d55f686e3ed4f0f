import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';

/** Whether the machine with this address is a proxy whose X-Forwarded-For is trusted. */
export type Trust = (address: string, hop: number) => boolean;

export const TRUSTED_BY_DEFAULT: readonly string[] = ['loopback'];

/** `proxies` are addresses, networks, or loopback, linklocal, uniquelocal. */
export function trustIn(proxies: readonly string[]): Trust {
  return proxyAddress.compile([...proxies]);
}

/**
 * The proxies named in TRUSTED_PROXIES and those of this machine, or what is wrong with the variable; null if it is not
 * set. Proxies of this machine are always included: otherwise callers through a proxy or an MCP server on this machine
 * would count as the machine itself, which has no limits.
 */
export function readTrustedProxies(
  text: string | undefined,
): { proxies: string[] } | { problem: string } | null {
  if (!text) return null;
  const proxies = text.split(',').map((part) => part.trim());
  const wrong = proxies.find((proxy) => !isProxy(proxy));
  return wrong === undefined
    ? { proxies: [...TRUSTED_BY_DEFAULT, ...proxies] }
    : {
        problem: `TRUSTED_PROXIES contains ${JSON.stringify(wrong)}, which is neither an address nor a known name nor a network smaller than all addresses.`,
      };
}

/** An address, a network or a name that the library reads. It reads no network of all addresses, such as `::/0`. */
function isProxy(text: string): boolean {
  const [address = '', bits] = text.split('/');
  // The library also reads addresses that are shortened or in hexadecimal, and netmasks in place of a number of bits.
  if (isIP(address) > 0 && bits !== undefined && !/^\d{1,3}$/.test(bits)) return false;
  if (isIP(address) === 0 && !['loopback', 'linklocal', 'uniquelocal'].includes(text)) return false;
  try {
    trustIn([text]);
    return true;
  } catch {
    return false;
  }
}

/**
 * The client address of a request, according to the trusted proxies; null for this machine. A program on
 * this machine serves many callers, so the limits of one address do not apply to it.
 */
export function addressOf(request: IncomingMessage, trust: Trust): string | null {
  const plainAddress = plain(proxyAddress(request, trust));
  if (!isThisMachine(plainAddress)) return plainAddress;
  // If a proxy elsewhere reports a loopback address, the proxy itself is the client.
  const sender = plain(request.socket.remoteAddress ?? '');
  return isThisMachine(sender) ? null : sender;
}

/** The unit of limits: an IPv4 address, or an IPv6 network of 64 bits, which one household or machine has. */
export function networkOf(address: string): string {
  const plainAddress = plain(address);
  if (!plainAddress.includes(':')) return plainAddress;
  // `::` stands for all missing zero groups, so it is expanded before the first four groups are taken.
  const [front = [], back = []] = plainAddress.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = plainAddress.includes('::') ? Math.max(0, 8 - front.length - back.length) : 0;
  return [...front, ...Array(zeros).fill('0'), ...back]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Whether a connection comes from this machine. */
export function isThisMachine(address: string): boolean {
  return /^(::1$|127\.)/.test(plain(address));
}

/** An IPv4-mapped IPv6 address as IPv4; cut to the length of the longest address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 45);
}
