import { isStorable } from '../http/check/request-values.ts';
import { addressProblemOf } from '../http/public-fetch.ts';

/** Redirect addresses of hosted clients. Clients on the user's own machine use loopback addresses. */
const HOSTED = [
  /^https:\/\/claude\.(ai|com)\/api\/mcp\/auth_callback$/,
  /^https:\/\/chatgpt\.com\/connector_platform_oauth_redirect$/,
  /^https:\/\/chatgpt\.com\/connector\/oauth\/[\w-]{1,128}$/,
];
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const MOST_REDIRECTS = 10;
const LONGEST_NAME = 80;

/** Whether an answer may be sent to this address, whatever a client has registered. */
export function redirectAllowed(address: string, further: readonly string[]): boolean {
  if (further.includes(address) || HOSTED.some((known) => known.test(address))) return true;
  // Browsers read `http://localhost\@a.example/` and `http:localhost` as loopback addresses; other programs do not.
  if (addressProblemOf(address, 'any') !== null) return false;
  const { protocol, hostname, hash } = new URL(address);
  return protocol === 'http:' && LOOPBACK.has(hostname) && !hash;
}

/** Whether two loopback addresses differ at most in their port (RFC 8252, 7.3). */
export function sameLoopback(registered: string, asked: string): boolean {
  const [a, b] = [URL.parse(registered), URL.parse(asked)];
  if (a?.protocol !== 'http:' || b?.protocol !== 'http:' || !LOOPBACK.has(b.hostname)) return false;
  return a.hostname === b.hostname && a.pathname === b.pathname && a.search === b.search && !b.hash;
}

export interface Registration {
  redirect_uris: string[];
  client_name?: string;
  client_uri?: string;
  grant_types: string[];
  response_types: string[];
  token_endpoint_auth_method: 'none';
  application_type: 'web' | 'native';
}

/** The library allows custom URL schemes only for native clients, and allows those http only on the loopback. */
export function applicationTypeOf(redirect_uris: unknown): 'web' | 'native' {
  const all = Array.isArray(redirect_uris) ? redirect_uris : [];
  return all.every((one) => /^https?:/i.test(String(one))) ? 'web' : 'native';
}

/**
 * The part of a registration that is stored. Clients ask for scopes, secrets and grants that do not exist; the answer
 * tells them what they got instead (RFC 7591, 3.2.1). Returns a sentence if no redirect address is acceptable.
 */
export function registrationOf(body: unknown, further: readonly string[]): Registration | string {
  const { redirect_uris, client_name, client_uri } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(redirect_uris) || redirect_uris.length === 0 || redirect_uris.length > MOST_REDIRECTS)
    return `redirect_uris must hold 1 to ${MOST_REDIRECTS} addresses.`;
  // A desktop client may also list web pages of its maker; it receives the answer on the loopback.
  const allowed = redirect_uris.filter(
    (one) => typeof one === 'string' && isStorable(one) && redirectAllowed(one, further),
  );
  if (allowed.length === 0)
    return 'No redirect_uri is one that this server sends answers to. The operator names further ones in OAUTH_REDIRECTS.';
  return {
    redirect_uris: allowed,
    ...(typeof client_name === 'string' ? { client_name: shortName(client_name) } : {}),
    ...(isPage(client_uri) ? { client_uri } : {}),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: applicationTypeOf(allowed),
  };
}

const isPage = (uri: unknown): uri is string =>
  typeof uri === 'string' && isStorable(uri) && URL.parse(uri)?.protocol === 'https:';

/** The name that a client gave itself, made fit for a page and a label: one short line. */
export function shortName(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...plain].slice(0, LONGEST_NAME).join('') || 'a client without a name';
}
