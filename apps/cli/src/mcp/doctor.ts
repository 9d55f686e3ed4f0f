import { createHash, randomBytes } from 'node:crypto';
import { type Answer, ask, type Cookies, consentTo, isLoopback, post, UNREACHABLE } from './doctor-calls.ts';

export interface Finding {
  step: string;
  ok: boolean;
  /** What a client sees, in a sentence. */
  says: string;
}

/** A loopback address on which nothing listens: the code is read from the redirect, which is not followed. */
const REDIRECT = 'http://127.0.0.1:49151/callback';
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'domesday-doctor', version: '1.0.0' },
  },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

/** What the checks have learnt about the server so far. */
interface Seen {
  url: string;
  metadata_url: string;
  server: Record<string, unknown>;
  client_id: string;
}

/**
 * Follows the steps with which a hosted client connects to an MCP server, and reports each. It stops at a failed step
 * that later steps need. With a key it completes the sign-in and then revokes its own connection.
 */
export async function examine(url: string, key: string | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  const seen: Seen = { url, metadata_url: '', server: {}, client_id: '' };
  const steps: [string, (seen: Seen) => Promise<string>][] = [
    ['address', checkAddress],
    ['first message', checkChallenge],
    ['metadata of the resource', checkResource],
    ['metadata of the server', checkServer],
    ['registration', checkRegistration],
    ['plain PKCE is refused', checkPlain],
    ['a foreign redirect is refused', checkForeignRedirect],
    ['page of consent', checkPage],
  ];
  if (key !== null) steps.push(['sign-in, tools, renewal, replay', (one) => checkTokens(one, key)]);
  for (const [step, check] of steps) {
    try {
      findings.push({ step, ok: true, says: await check(seen) });
    } catch (error) {
      findings.push({ step, ok: false, says: (error as Error).message });
      break;
    }
  }
  return findings;
}

async function checkAddress({ url }: Seen): Promise<string> {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new Error(`"${url}" is not an http or https address.`);
  if (isLoopback(url))
    return 'A loopback address: programs of this machine can reach it, hosted clients cannot.';
  if (parsed.protocol !== 'https:') throw new Error('Hosted clients connect over https only.');
  return parsed.port === ''
    ? 'https on its own port.'
    : `Port ${parsed.port}: some hosted clients reach 443 only.`;
}

async function checkChallenge(seen: Seen): Promise<string> {
  const answer = await post(seen.url, INITIALIZE);
  if (answer.status === 200)
    throw new Error(
      'The server answers without a token, so OAuth is off (OAUTH=on turns it on). Clients that send the header Authorization can connect; hosted clients cannot.',
    );
  if (answer.status !== 401)
    throw new Error(`Expected 401, got ${answer.status}: ${answer.text.slice(0, 200)}`);
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1];
  if (!address) throw new Error('The 401 has no WWW-Authenticate with resource_metadata.');
  seen.metadata_url = address;
  return `401, metadata at ${address}.`;
}

async function checkResource(seen: Seen): Promise<string> {
  const metadata = jsonOf(await ask(seen.metadata_url), seen.metadata_url, 'MCP server');
  if (metadata.resource !== seen.url)
    throw new Error(
      `resource is "${metadata.resource}", and the address is "${seen.url}": clients compare them letter by letter. Check PUBLIC_URL.`,
    );
  const issuer = (metadata.authorization_servers as string[] | undefined)?.[0];
  if (!issuer) throw new Error('authorization_servers is missing.');
  seen.server = { issuer };
  return `resource is the address; authorization server ${issuer}.`;
}

async function checkServer(seen: Seen): Promise<string> {
  const issuer = new URL(String(seen.server.issuer));
  const path = issuer.pathname === '/' ? '' : issuer.pathname;
  const address = `${issuer.origin}/.well-known/oauth-authorization-server${path}`;
  const metadata = jsonOf(await ask(address), address, 'API');
  if (metadata.issuer !== seen.server.issuer)
    throw new Error(`issuer is "${metadata.issuer}", asked under "${seen.server.issuer}".`);
  const holds = (name: string, value: string) => (metadata[name] as string[] | undefined)?.includes(value);
  if (!holds('code_challenge_methods_supported', 'S256'))
    throw new Error('S256 is not among the challenges.');
  if (!holds('token_endpoint_auth_methods_supported', 'none'))
    throw new Error('Clients without a secret are not served.');
  for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint'])
    if (!URL.canParse(String(metadata[name]))) throw new Error(`${name} is missing.`);
  seen.server = metadata;
  const documents =
    metadata.client_id_metadata_document_supported === true ? 'and documents of clients ' : '';
  return `issuer matches; S256, registration ${documents}offered.`;
}

async function checkRegistration(seen: Seen): Promise<string> {
  const body = { client_name: 'domesday mcp doctor', redirect_uris: [REDIRECT] };
  const answer = await post(String(seen.server.registration_endpoint), body);
  if (answer.status !== 201)
    throw new Error(`Expected 201, got ${answer.status}: ${answer.text.slice(0, 200)}`);
  seen.client_id = String(jsonOf(answer, 'the registration').client_id);
  return '201 with a client_id.';
}

async function checkPlain(seen: Seen): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const changes = { code_challenge: verifier, code_challenge_method: 'plain' };
  const answer = await ask(requestOf(seen, verifier, changes));
  const error = new URL(answer.headers.get('location') ?? seen.url).searchParams.get('error');
  if (error === null && answer.status < 400) throw new Error('A plain challenge was accepted.');
  return `Refused${error ? ` with ${error}` : ''}.`;
}

async function checkForeignRedirect(seen: Seen): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const answer = await ask(requestOf(seen, verifier, { redirect_uri: 'https://foreign.example/callback' }));
  if (answer.headers.get('location')?.includes('foreign.example'))
    throw new Error('The browser was sent to an address that the client has not registered.');
  if (answer.status < 400) throw new Error(`Expected a refusal, got ${answer.status}.`);
  return `Refused with ${answer.status} and no redirect.`;
}

async function checkPage(seen: Seen): Promise<string> {
  const cookies: Cookies = new Map();
  const begun = await ask(requestOf(seen, randomBytes(32).toString('base64url')), { cookies });
  const to = begun.headers.get('location');
  if (begun.status !== 303 || !to) throw new Error(`Expected a redirect to the page, got ${begun.status}.`);
  const page = await ask(new URL(to, seen.url).href, { cookies });
  if (page.status !== 200) throw new Error(`The page answered ${page.status}.`);
  if (!page.headers.get('content-security-policy')?.includes("frame-ancestors 'none'"))
    throw new Error('The page can be framed: something before the server takes its headers away.');
  return 'Shown, and in no frame.';
}

async function checkTokens(seen: Seen, key: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const code = await consentTo(requestOf(seen, verifier), { key, cap: '1', decision: 'allow' });
  const token_endpoint = String(seen.server.token_endpoint);
  const client_id = seen.client_id;
  const exchange = (form: Record<string, string>) =>
    ask(token_endpoint, { form: { client_id, resource: seen.url, ...form } });
  const exchangeCode = () =>
    exchange({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier });
  const first = jsonOf(await exchangeCode(), 'the exchange of the code');
  const listed = await post(seen.url, LIST, String(first.access_token));
  if (listed.status !== 200) throw new Error(`tools/list with the token answered ${listed.status}.`);
  const renew = (refresh_token: unknown) =>
    exchange({ grant_type: 'refresh_token', refresh_token: String(refresh_token) });
  const second = jsonOf(await renew(first.refresh_token), 'the renewal');
  if (second.refresh_token === first.refresh_token) throw new Error('The refresh token did not change.');
  if ((await exchangeCode()).status < 400) throw new Error('A code that was used was taken again.');
  if ((await renew(second.refresh_token)).status < 400)
    throw new Error('The connection lives on after its code was used twice.');
  return `${listed.text.match(/"name":"svc_/g)?.length ?? 0} tools listed; renewed; a replay ended the connection and its sub-key.`;
}

function requestOf(seen: Seen, verifier: string, changes: Record<string, string> = {}): string {
  const address = new URL(String(seen.server.authorization_endpoint));
  const asked = {
    response_type: 'code',
    client_id: seen.client_id,
    redirect_uri: REDIRECT,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: seen.url,
    ...changes,
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return address.href;
}

/** `server` names the server that should answer: a proxy in front of both may have asked the other one. */
function jsonOf(answer: Answer, what: string, server?: string): Record<string, unknown> {
  if (server && answer.status === 404)
    throw new Error(`${what} answered 404: the proxy has to pass this path to the ${server}.`);
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  try {
    return JSON.parse(answer.text);
  } catch {
    throw new Error(`${what} is not JSON: something before the server answers in its place. ${UNREACHABLE}`);
  }
}
