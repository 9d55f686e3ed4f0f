import { setTimeout as sleep } from 'node:timers/promises';
import { LoadError } from '../types.ts';

export interface Clock {
  now(): Date;
  /** Milliseconds of a monotonic clock, to measure durations. */
  elapsed_ms?(): number;
  wait(ms: number): Promise<void>;
}
export const SYSTEM_CLOCK: Clock = { now: () => new Date(), wait: (ms) => sleep(ms) };

/** A secret of the operator, with the only hosts that may receive it. */
export interface Token {
  value: string;
  scheme: 'Bearer' | 'plain';
  hosts: readonly string[];
}

export interface Requests {
  fetch: typeof fetch;
  clock?: Clock;
  token?: Token;
  /** Aborts the requests, with its reason. */
  lost?: AbortSignal;
  /** Attempts before a publisher counts as not answering. */
  attempts?: number;
  /** Time limit for a page or a list, milliseconds. */
  within_ms?: number;
  /** Longest pause between two attempts where the publisher names none, milliseconds. */
  pause_ms?: number;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  within_ms?: number;
}

export interface Answer {
  response: Response;
  /** The address after redirects. It may be signed: never store or show it. */
  address: string;
  redirected: boolean;
}

const ATTEMPTS = 5;
const MOST_REDIRECTS = 10;
const LATE = 'no whole answer came in time';
const MOST_TEXT_BYTES = 64 * 1024 ** 2;
/** Time limit for a page or a list. Files have no time limit. */
const ANSWER_WITHIN_MS = 60_000;
/** If a publisher asks for a longer pause, the operator has to run the command again. */
const LONGEST_WAIT_MS = 15 * 60_000;
/** Names an operator's contact, so that a publisher can write to it instead of blocking it. */
const USER_AGENT = `domesday/1 (self-hosted property data service${process.env.DOMESDAY_CONTACT ? `; ${process.env.DOMESDAY_CONTACT}` : ''})`;

/** Sends one request. Follows redirects itself, so that a token is sent only to its own hosts. */
export async function send(address: string, init: Sent, { fetch, token, lost }: Requests): Promise<Answer> {
  let at = new URL(address);
  let user: { header: string; origin: string } | null = null;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    // fetch refuses an address with a password, and repeats the password in its error.
    const header = userOf(at);
    if (header !== null) user = { header, origin: at.origin };
    at.username = '';
    at.password = '';
    const headers: Record<string, string> = {
      'accept-encoding': 'identity',
      'user-agent': USER_AGENT,
      ...init.headers,
    };
    if (user?.origin === at.origin) headers.authorization = user.header;
    if (token && at.protocol === 'https:' && token.hosts.includes(at.host))
      headers.authorization = token.scheme === 'Bearer' ? `Bearer ${token.value}` : token.value;
    const response = await fetch(at.href, {
      method: init.method ?? 'GET',
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([
        ...(lost ? [lost] : []),
        ...(init.within_ms ? [AbortSignal.timeout(init.within_ms)] : []),
      ]),
    });
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null)
      return { response, address: at.href, redirected: hop > 0 };
    await response.body?.cancel();
    at = nextOf(location, at, address);
  }
  throw new LoadError('download', `${shown(address)} redirects from one address to the next without end.`);
}

/** The target of a redirect. Throws if it cannot be requested safely: another attempt would lead to the same target. */
function nextOf(location: string, at: URL, address: string): URL {
  if (!URL.canParse(location, at.href))
    throw new LoadError('refused', `${shown(address)} redirects to an invalid address.`);
  const next = new URL(location, at);
  if (next.protocol !== 'https:' && next.protocol !== 'http:')
    throw new LoadError(
      'refused',
      `${shown(address)} redirects to ${next.protocol}, which is not a web address.`,
    );
  if (at.protocol === 'https:' && next.protocol !== 'https:')
    throw new LoadError('refused', `${shown(address)} redirects to an address that is not encrypted.`);
  return next;
}

/** The Authorization header for the user name and password of an address; null if it has none. */
function userOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  const text = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** Decodes a percent-encoded part of an address; returns it unchanged if it is not validly encoded. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A failed request that may be tried again. */
export interface Failure {
  problem: string;
  /** Pause that the publisher asked for. */
  wait_ms: number | null;
  /** True if too little arrived to count as progress. */
  stalled?: boolean;
}

/** Whether the same request may succeed later after this status. */
export function isTransient(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** A date in the form of HTTP. `Date.parse` alone accepts more: it reads 40.1 as a day of 2040. */
const HTTP_DATE = /^[a-z]{3,9}, .+ GMT$/i;

/**
 * The pause that Retry-After asks for, in milliseconds; null if there is none. Throws if it is too long to wait for.
 */
export function askedWait(response: Response, address: string, now: Date): number | null {
  const text = response.headers.get('retry-after');
  if (text === null) return null;
  const at_ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  const wait_ms = /^\d+$/.test(text) ? Number(text) * 1000 : at_ms - now.getTime();
  if (!Number.isFinite(wait_ms)) return null;
  if (wait_ms > LONGEST_WAIT_MS)
    throw new LoadError(
      'download',
      `${shown(address)} answered ${response.status} and asks to come again in ${Math.ceil(wait_ms / 60_000)} minutes.`,
    );
  return Math.max(0, wait_ms);
}

/** Waits before the next attempt: longer each time, and at least as long as the publisher asked. */
export async function pause(attempt: number, failure: Failure | null, requests: Requests): Promise<void> {
  const own_ms = Math.min(requests.pause_ms ?? 4000, 250 * 2 ** attempt);
  await (requests.clock ?? SYSTEM_CLOCK).wait(Math.max(failure?.wait_ms ?? 0, own_ms));
}

/** Repeats a request until its answer is neither an overload nor a broken connection. The body is not yet read. */
export async function ask(address: string, init: Sent, requests: Requests): Promise<Answer> {
  return asking(address, init, requests, async (answer) => answer);
}

/** Does the same until `take` succeeds with an answer. */
async function asking<T>(
  address: string,
  init: Sent,
  requests: Requests,
  take: (answer: Answer) => Promise<T>,
): Promise<T> {
  let failure: Failure | null = null;
  for (let attempt = 0; attempt < (requests.attempts ?? ATTEMPTS); attempt++) {
    if (attempt > 0) await pause(attempt, failure, requests);
    try {
      const within_ms = requests.within_ms ?? ANSWER_WITHIN_MS;
      const answer = await send(address, { within_ms, ...init }, requests);
      const { response } = answer;
      if (!isTransient(response.status)) return await take(answer);
      const now = (requests.clock ?? SYSTEM_CLOCK).now();
      failure = {
        problem: `the server answered ${response.status}`,
        wait_ms: askedWait(response, address, now),
      };
      await response.body?.cancel();
    } catch (error) {
      if (error instanceof LoadError) throw error;
      failure = { problem: causeOf(error, requests.token), wait_ms: null };
    }
  }
  throw new LoadError('download', `${shown(address)} could not be asked: ${failure?.problem}.`);
}

/** A page or document as text. Throws if the publisher has none at the address. */
export async function askText(address: string, requests: Requests, accept: string): Promise<string> {
  return asking(address, { headers: { accept } }, requests, (answer) => textOf(answer, address, requests));
}

async function textOf({ response }: Answer, address: string, requests: Requests): Promise<string> {
  if (response.status === 401 || response.status === 403) {
    await response.body?.cancel();
    const why = requests.token ? 'the token is not accepted' : 'the publisher refuses it';
    throw new LoadError('download', `${shown(address)} answered ${response.status}: ${why}.`);
  }
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new LoadError('download', `${shown(address)} answered ${response.status}.`);
  }
  return wholeText(response, address, requests.within_ms ?? ANSWER_WITHIN_MS);
}

/**
 * The body as text. Has a timer of its own: the signal of the request does not end every endless body, and a list that
 * arrives byte by byte would be waited for without end.
 */
async function wholeText(response: Response, address: string, within_ms: number): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // Ends the pending read.
    reader.cancel().catch(() => {});
  }, within_ms);
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      bytes += next.value.length;
      if (bytes <= MOST_TEXT_BYTES) continue;
      await reader.cancel();
      throw new LoadError('refused', `${shown(address)} answered more than a list of files can hold.`);
    }
    if (late) throw new Error(LATE);
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(timer);
  }
}

/** A JSON document. Throws if it is a web page instead: the service has moved or ended. */
export async function askJson(address: string, requests: Requests): Promise<unknown> {
  const text = await askText(address, requests, 'application/json');
  try {
    return JSON.parse(text);
  } catch {
    const what = /^\s*</.test(text) ? 'a web page' : 'no JSON';
    throw new LoadError('refused', `${shown(address)} answered ${what} where JSON is expected.`);
  }
}

/** An address without its user name, password and query, which may contain a secret. */
export function shown(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.search = '';
  return url.href;
}

const CERTIFICATE_ERRORS = /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)/;

/** What to set in a network with its own certificate authority; empty for other errors. */
function remedyOf(code: string): string {
  return CERTIFICATE_ERRORS.test(code)
    ? '; if your network has its own authority, name the file of its certificate in NODE_EXTRA_CA_CERTS'
    : '';
}

/** The cause of an error, without the token: libraries quote a header that they refuse. */
export function causeOf(error: unknown, token?: Token): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return LATE;
  const code = String((cause as { code?: unknown } | undefined)?.code);
  const why = cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
  const text = `${why}${remedyOf(code)}`;
  return token ? text.replaceAll(token.value, '…') : text;
}
