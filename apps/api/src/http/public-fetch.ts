import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';

export type FetchDocument = (url: string, options: RequestInit) => Promise<Response>;

/**
 * Which addresses may be asked: https on its own port; `high_ports` those above 1023 too; `any` also http, literal and
 * private addresses, for tests and for endpoints in the operator's own network.
 */
export type Reach = 'https' | 'high_ports' | 'any';

const CONNECT_MS = 2000;
const LARGEST_HEADERS_BYTES = 16 * 1024;
const LOWEST_HIGH_PORT = 1024;

/**
 * Fetches from URLs that others give, from public addresses only. The checked address is the one
 * that is connected to, so that a name cannot lead elsewhere between the two. Redirects are not followed.
 */
export function createPublicFetch(reach: Reach = 'https'): FetchDocument {
  const connectByName = buildConnector({
    timeout: CONNECT_MS,
    ...(reach === 'any' ? {} : { lookup: publicLookup }),
  });
  const dispatcher = new Agent({
    maxHeaderSize: LARGEST_HEADERS_BYTES,
    connect: (options, done) => {
      // No name is looked up for a literal address.
      if (reach !== 'any' && isLiteral(options.hostname))
        return done(new Error('Addresses are not fetched, only names.'), null);
      connectByName(options, done);
    },
  });
  return async (url, options) => {
    const problem = addressProblemOf(url, reach);
    if (problem) throw new Error(problem);
    const init = { ...(options as UndiciInit), redirect: 'manual', dispatcher } as UndiciInit;
    return (await undiciFetch(url, init)) as unknown as Response;
  };
}

/** Why a document is not fetched from here; null where it may be. */
export function addressProblemOf(address: string, reach: Reach = 'https'): string | null {
  const url = URL.parse(address);
  if (reach === 'any')
    return /^https?:$/.test(url?.protocol ?? '') ? null : 'Only http and https are fetched.';
  if (url?.protocol !== 'https:') return 'Only https is fetched.';
  if (url.username || url.password) return 'No address with a password is fetched.';
  const high = reach === 'high_ports' && Number(url.port) >= LOWEST_HIGH_PORT;
  if (url.port !== '' && !high)
    return reach === 'high_ports'
      ? `Only port 443 and ports from ${LOWEST_HIGH_PORT} on are fetched.`
      : 'Only the port of https is fetched.';
  if (isLiteral(url.hostname)) return 'Addresses are not fetched, only names.';
  return null;
}

function isLiteral(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
}

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const foreign = found.find(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (foreign || !first) return done(new Error(`${hostname} is not on the public internet.`), '', 0);
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};
