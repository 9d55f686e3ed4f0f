import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';

export type FetchDocument = (url: string, options: RequestInit) => Promise<Response>;

const CONNECT_MS = 2000;
const LARGEST_HEADERS_BYTES = 16 * 1024;

/**
 * Fetches documents whose URLs unauthenticated clients give, from public addresses only. The checked address is the one
 * that is connected to, so that a name cannot lead elsewhere between the two. Redirects are not followed by the caller's options.
 */
export function createPublicFetch(): FetchDocument {
  const connectByName = buildConnector({ timeout: CONNECT_MS, lookup: publicLookup });
  const dispatcher = new Agent({
    maxHeaderSize: LARGEST_HEADERS_BYTES,
    connect: (options, done) => {
      // No name is looked up for a literal address.
      if (isIP(options.hostname.replace(/^\[|\]$/g, '')))
        return done(new Error('Addresses are not fetched, only names.'), null);
      connectByName(options, done);
    },
  });
  return async (url, options) => {
    const problem = addressProblemOf(url);
    if (problem) throw new Error(problem);
    const init = { ...(options as UndiciInit), redirect: 'manual', dispatcher } as UndiciInit;
    return (await undiciFetch(url, init)) as unknown as Response;
  };
}

/** Why a document is not fetched from here; null where it may be. */
export function addressProblemOf(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return 'Only https is fetched.';
  if (url.port !== '') return 'Only the port of https is fetched.';
  if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) return 'Addresses are not fetched, only names.';
  return null;
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
