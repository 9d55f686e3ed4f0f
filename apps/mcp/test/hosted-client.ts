import { createHash } from 'node:crypto';
import { createAccount, createKey, type KeyRow, keysOfAccount } from '@domesday/api/accounts';
import { emptyDatabase, type TestClock, type TestDatabase, testClock } from '@domesday/testing';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { Browser, type Hosted, startHosted } from './front.ts';

export const UPRN = '998000000001';
export const REDIRECT = 'http://127.0.0.1:49152/callback';
/** The address by which a desktop client is opened, configured by the operator. */
export const OWN_SCHEME = 'made-up.client://signed-in/callback';
export const DOCUMENT = 'https://client.example.com/oauth.json';
export const VERIFIER = 'a-verifier-of-a-test-that-is-long-enough-for-the-rule';

/** The document of a made-up client, which no test fetches over the network. */
const fetchDocument = async (url: string): Promise<Response> =>
  url === DOCUMENT
    ? Response.json({
        client_id: DOCUMENT,
        client_name: 'Made-up client',
        redirect_uris: ['http://127.0.0.1/callback', OWN_SCHEME],
        token_endpoint_auth_method: 'none',
        scope: 'made-up',
      })
    : new Response('', { status: 404 });

/** The hosted service with one made-up home and one account. */
export interface Scene {
  hosted: Hosted;
  database: TestDatabase;
  clock: TestClock;
  account_id: string;
  key: string;
  keys(): Promise<KeyRow[]>;
  close(): Promise<void>;
}

export async function openScene(): Promise<Scene> {
  const clock = testClock(new Date().toISOString());
  const database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, source)
     values ($1, '14 HARBOUR ROW, SANDSEA, XE1 1AA', 'XE1 1AA', 'England', 'address-list')`,
    [UPRN],
  );
  const account_id = await createAccount(database.db, 'made-up account', 'pro');
  const { secret: key } = await createKey(database.db, { account_id, mode: 'live' });
  const hosted = await startHosted(database, clock, { fetchDocument, redirects: [OWN_SCHEME] });
  return {
    hosted,
    database,
    clock,
    account_id,
    key,
    keys: () =>
      keysOfAccount.rows(database.db, { account_id, month: `${clock.now().toISOString().slice(0, 8)}01` }),
    close: async () => {
      await hosted.close();
      await database.drop();
    },
  };
}

/** The storage of a client, in memory. */
export class Visitor implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'Test <client>', redirect_uris: [REDIRECT] };
  clientMetadataUrl?: string;
  information: { client_id: string } | undefined;
  kept: { access_token: string; refresh_token?: string } | undefined;
  verifier = '';
  asked: URL | undefined;
  discovered: unknown;
  clientInformation = () => this.information;
  saveClientInformation = (information: { client_id: string }) => {
    this.information = information;
  };
  tokens = () => this.kept as never;
  saveTokens = (tokens: { access_token: string }) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
  discoveryState = () => this.discovered as never;
  saveDiscoveryState = (state: unknown) => {
    this.discovered = state;
  };
}

/** Does what a hosted client does, with the SDK's own client; returns a connected one. */
export async function connected({ hosted, key }: Scene, visitor = new Visitor()) {
  const address = new URL(hosted.mcp);
  const first = new StreamableHTTPClientTransport(address, { authProvider: visitor });
  const unsigned = new Client({ name: 'test', version: '1.0.0' });
  await expect(unsigned.connect(first)).rejects.toThrow(UnauthorizedError);
  const back = await new Browser().consent(visitor.asked!, { key, cap: '20', decision: 'allow' });
  await first.finishAuth(back.searchParams);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: visitor }));
  return { client, visitor, back };
}

export async function registered(
  { hosted }: Scene,
  body: object = { client_name: 'by hand', redirect_uris: [REDIRECT] },
) {
  const response = await fetch(`${hosted.origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The address that a client opens in the browser; `changes` with undefined remove a parameter. */
export async function authorization(scene: Scene, changes: Record<string, string | undefined> = {}) {
  const client_id = String((await registered(scene)).body.client_id);
  const asked: Record<string, string | undefined> = {
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    state: 'made-up',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    resource: scene.hosted.mcp,
    ...changes,
  };
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${scene.hosted.origin}/oauth/authorize?${new URLSearchParams(given)}`;
}

export async function tokenOf({ hosted }: Scene, form: Record<string, string>) {
  const response = await fetch(`${hosted.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** A code with everything that its exchange needs. */
export async function codeFor(scene: Scene) {
  const address = await authorization(scene);
  const back = await new Browser().consent(address, { key: scene.key, cap: '', decision: 'allow' });
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    client_id: new URL(address).searchParams.get('client_id')!,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
  };
}

export const listTools = ({ hosted }: Scene, token: string | null) =>
  fetch(hosted.mcp, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
