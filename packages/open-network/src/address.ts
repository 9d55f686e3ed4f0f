import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';

/** Whether the machine with this address is a proxy whose X-Forwarded-For is believed. */
export type Trust = (address: string, hop: number) => boolean;

export const TRUSTED_BY_DEFAULT: readonly string[] = ['loopback'];

/** `proxies` are addresses, networks, or loopback, linklocal, uniquelocal. */
export function trustIn(proxies: readonly string[]): Trust {
  return proxyAddress.compile([...proxies]);
}

/** The variable TRUSTED_PROXIES as a list, or a sentence about what is wrong with it; null where it is not set. */
export function readTrustedProxies(
  text: string | undefined,
): { proxies: string[] } | { problem: string } | null {
  if (!text) return null;
  const proxies = text.split(',').map((part) => part.trim());
  const wrong = proxies.find((proxy) => !isProxy(proxy));
  return wrong === undefined
    ? { proxies }
    : { problem: `TRUSTED_PROXIES holds "${wrong}", which is no address, network or name of networks.` };
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  return (
    version > 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

/**
 * The address that a request came from, by what the trusted proxies say; null where it is this machine. A program on
 * this machine speaks for many callers, so that no limit of one address can be its.
 */
export function addressOf(request: IncomingMessage, trust: Trust): string | null {
  const told = plain(proxyAddress(request, trust));
  if (!isThisMachine(told)) return told;
  // A proxy elsewhere that says so means itself.
  const sender = plain(request.socket.remoteAddress ?? '');
  return isThisMachine(sender) ? null : sender;
}

/** What limits count as one: an IPv4 address, or an IPv6 network of 64 bits, which is one household's or one machine's. */
export function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}

/** Whether a connection comes from this machine. */
export function isThisMachine(address: string): boolean {
  return /^(::1$|127\.)/.test(plain(address));
}

/** An IPv4 address as such also where a socket for both tells it; never longer than an address can be. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 45);
}
