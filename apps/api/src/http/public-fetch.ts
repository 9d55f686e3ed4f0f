import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { readAhead } from '@domesday/open-network/read-ahead';
import ipaddr from 'ipaddr.js';
import {
  Agent,
  buildConnector,
  type Dispatcher,
  request,
  type RequestInit as UndiciInit,
  fetch as undiciFetch,
} from 'undici';

export type FetchDocument = (url: string, options: RequestInit) => Promise<Response>;

/**
 * Which URLs may be requested. `https`: https on port 443. `high_ports`: https also on ports above 1023. `any`: also
 * http, literal and private addresses, for tests and for endpoints in the operator's own network.
 */
export type Reach = 'https' | 'high_ports' | 'any';

const CONNECT_MS = 5000;
const LARGEST_HEADERS_BYTES = 16 * 1024;
const LOWEST_HIGH_PORT = 1024;

/**
 * Fetches URLs that others give, from public addresses only. The connection goes to the very address that was checked,
 * so that the name cannot lead elsewhere meanwhile. Redirects are not followed.
 */
export function createPublicFetch(reach: Reach = 'https'): FetchDocument {
  const dispatcher = publicAgent(reach);
  return async (url, options) => {
    refuseAddress(url, reach);
    const init = { ...(options as UndiciInit), redirect: 'manual', dispatcher } as UndiciInit;
    return (await undiciFetch(url, init)) as unknown as Response;
  };
}

/** Status and headers of an endpoint's answer. */
interface PostAnswer {
  status: number;
  retry_after: string | null;
}
export type PublicPost = (
  url: string,
  message: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<PostAnswer>;

/**
 * Posts to URLs that others give, if they may be requested, and reads only the head of the answer. Not with `fetch`,
 * which, like browsers, refuses to connect to certain ports and treats a 407 as a network error.
 */
export function createPublicPost(reach: Reach): PublicPost {
  const dispatcher = publicAgent(reach);
  return async (url, message) => {
    refuseAddress(url, reach);
    const {
      statusCode: status,
      headers,
      body,
    } = await request(url, { method: 'POST', ...message, dispatcher });
    body.on('error', () => {}).destroy();
    const { 'retry-after': retry_after } = headers;
    return { status, retry_after: typeof retry_after === 'string' ? retry_after : null };
  };
}

function publicAgent(reach: Reach): Dispatcher {
  const connectByName = buildConnector({
    timeout: CONNECT_MS,
    ...(reach === 'any' ? {} : { lookup: publicLookup }),
  });
  const agent = new Agent({
    maxHeaderSize: LARGEST_HEADERS_BYTES,
    connect: (options, done) => {
      // A literal address needs no look-up, so the check in `publicLookup` would not see it.
      if (reach !== 'any' && isLiteral(options.hostname))
        return done(new Error('Addresses are not fetched, only names.'), null);
      connectByName(options, done);
    },
  });
  return agent.compose(readAhead);
}

function refuseAddress(address: string, reach: Reach): void {
  const problem = addressProblemOf(address, reach);
  if (problem) throw new Error(problem);
}

/** Why this server does not request an address, as a sentence; null if it does. */
export function addressProblemOf(address: string, reach: Reach = 'https'): string | null {
  // Programs read such characters differently, so the address requested could differ from the one that is shown.
  if (/[\s\p{Cc}\\]/u.test(address))
    return 'An address has neither blanks nor control characters nor backslashes.';
  const url = URL.parse(address);
  // `https:example.org/hooks` has a host for some programs and none for others.
  if (url === null || !/^[a-z]+:\/\/[^/]/i.test(address))
    return 'The address is incomplete. Write it in full, such as https://example.org/hooks.';
  if (url.username || url.password) return 'No address with a password is fetched.';
  if (reach === 'any') return /^https?:$/.test(url.protocol) ? null : 'Only http and https are fetched.';
  if (url.protocol !== 'https:') return 'Only https is fetched.';
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

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6, only this range is allocated to anyone.
  const given = parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
  return given && parsed.range() === 'unicast';
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
