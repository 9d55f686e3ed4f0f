import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '@domesday/db';
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { asApiError } from '../http/errors.ts';
import type { Clock } from '../http/handler.ts';
import { addressProblemOf, type FetchDocument } from '../http/public-fetch.ts';
import { createAdapter } from './adapter.ts';
import { applicationTypeOf, redirectAllowed, sameLoopback } from './client-rules.ts';
import { keyInForce } from './records.query.ts';

export const SCOPE = 'property:read';
/**
 * How answers go back to a client. The library's third mode, form_post, is a page that sends itself by a script, which
 * the page's policy forbids.
 */
export const RESPONSE_MODES = ['fragment', 'query'];
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const LARGEST_DOCUMENT_BYTES = 5 * 1024;

export interface OauthSettings {
  /** The public address of this service, without a path: the issuer. */
  issuer: string;
  /** Redirect addresses that the operator allows besides those of the known clients. */
  redirects: string[];
}

/** The resource that tokens are valid for. */
export function resourceOf(issuer: string): string {
  return `${issuer}/mcp`;
}

export const ROUTES = {
  metadata: '/.well-known/oauth-authorization-server',
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  consent: '/oauth/consent',
} as const;

/** The metadata that clients of this server need; the library adds those of OpenID Connect. */
const METADATA = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'scopes_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
];

function metadataOf(metadata: object): object {
  const listed = Object.entries(metadata).filter(([name]) => METADATA.includes(name));
  // The library lists openid and form_post, which this server does not offer.
  return {
    ...Object.fromEntries(listed),
    scopes_supported: [SCOPE],
    response_modes_supported: RESPONSE_MODES,
  };
}

interface Parts {
  db: Db;
  clock: Clock;
  fetchDocument: FetchDocument;
  /** Shows an error to the person if the client cannot be told. */
  showError(ctx: KoaContextWithOIDC, error: { error: string; error_description?: string }): void;
}

/** The authorization server: the library, with every feature off that clients of the MCP server do not need. */
export function createProvider(settings: OauthSettings, parts: Parts): Provider {
  const provider = new Provider(settings.issuer, configurationOf(settings, parts));
  const faults = new WeakMap<object, unknown>();
  provider.on('server_error', (ctx, fault) => faults.set(ctx, fault));
  // With an https public address a proxy terminates TLS, so cookies are secure although this connection is not.
  const encrypted = settings.issuer.startsWith('https:');
  provider.use(async (ctx, next) => {
    ctx.cookies.secure = encrypted;
    // The library would build addresses from the connection and the Host header, which a proxy changes and anyone can
    // forge.
    Object.defineProperty(ctx, 'href', { value: settings.issuer });
    if (ctx.path === ROUTES.registration) handOnRegistration(ctx as never);
    await next();
    if (faults.has(ctx)) answerFault(ctx as never, faults.get(ctx), parts);
    if (ctx.path === ROUTES.token && ctx.status === 400) await endRefusedGrant(provider, ctx as never);
    for (const name of Object.keys(ctx.response.headers))
      if (name.startsWith('access-control-')) ctx.remove(name);
    // Nobody stays signed in: each request asks for a key, so the session cookie is dropped.
    const cookies = [ctx.response.headers['set-cookie'] ?? []].flat();
    ctx.set('set-cookie', cookies.filter((cookie) => !cookie.startsWith('_session=')).map(lasting));
    if (ctx.path === ROUTES.metadata && ctx.status === 200) ctx.body = metadataOf(ctx.body as object);
  });
  const { Client } = provider;
  // A desktop client listens on any free port, and has registered without one.
  Client.prototype.redirectUriAllowed = function allowed(this: { redirectUris: string[] }, asked: string) {
    const registered = this.redirectUris.some((one) => one === asked || sameLoopback(one, asked));
    return registered && redirectAllowed(asked, settings.redirects);
  };
  return provider;
}

/**
 * Answers a fault as the API does, with a 503 while the database is away. After the library's 500 a client would
 * discard its refresh token, and the person would have to sign in again.
 */
function answerFault(ctx: KoaContextWithOIDC, fault: unknown, { showError }: Parts): void {
  const { status, message, retry_after_s } = asApiError(fault).error;
  ctx.status = status;
  if (retry_after_s !== undefined) ctx.set('retry-after', String(retry_after_s));
  const error = status === 503 ? 'temporarily_unavailable' : 'server_error';
  const body = { error, error_description: message };
  if (ctx.type === 'text/html') showError(ctx, body);
  else ctx.body = body;
}

/**
 * Replaces a cookie's expiry date, which comes from this machine's clock, by its lifetime in seconds. In a browser with
 * another clock the cookie could expire at once.
 */
function lasting(cookie: string): string {
  return cookie.replace(/; expires=([^;]+)/i, (_whole, end) => {
    const seconds = Math.round((Date.parse(end) - Date.now()) / 1000);
    return `; max-age=${Math.max(0, seconds)}`;
  });
}

/**
 * Ends the grant of a code that its client failed to exchange, as with a wrong verifier, and revokes its key, since no
 * token may come of it any more. A code sent by another client than its own is left alone.
 */
async function endRefusedGrant(provider: Provider, { oidc, body }: KoaContextWithOIDC): Promise<void> {
  const { error } = body as { error?: string };
  const given = oidc?.params?.code;
  if (typeof given !== 'string' || (error !== 'invalid_grant' && error !== 'invalid_target')) return;
  const code = await provider.AuthorizationCode.find(given, { ignoreExpiration: true });
  if (!code?.grantId || code.clientId !== oidc.client?.clientId) return;
  await (await provider.Grant.find(code.grantId, { ignoreExpiration: true }))?.destroy();
  await code.destroy();
}

/** Passes on the registration that an earlier step has read and checked, as a new request body. */
function handOnRegistration(ctx: KoaContextWithOIDC): void {
  const body = Buffer.from(JSON.stringify((ctx.req as { body?: unknown }).body));
  ctx.req.headers['content-length'] = String(body.length);
  ctx.req = Readable.from([body], { objectMode: false }) as never;
}

function configurationOf(settings: OauthSettings, parts: Parts): Configuration {
  const resource = resourceOf(settings.issuer);
  return {
    adapter: createAdapter(parts.db, parts.clock),
    // The library demands a key for identity tokens. None is ever issued: no request has the scope openid.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: [SCOPE],
    routes: {
      authorization: ROUTES.authorization,
      token: ROUTES.token,
      registration: ROUTES.registration,
      revocation: ROUTES.revocation,
    },
    features: featuresOf(resource),
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    interactions: {
      policy: [consentPrompt()],
      url: (_ctx, interaction) => `${ROUTES.consent}/${interaction.uid}`,
    },
    findAccount: async (_ctx, key_id) => {
      const found = await keyInForce.first(parts.db, { key_id });
      return found ? { accountId: key_id, claims: async () => ({ sub: key_id }) } : undefined;
    },
    expiresWithSession: async () => false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: 60,
      RefreshToken: 90 * DAY_S,
      Grant: 365 * DAY_S,
      Interaction: 15 * 60,
      Session: 15 * 60,
    },
    // Without CORS headers no page of another origin can read an answer. Other programs may send an Origin.
    clientBasedCORS: () => true,
    renderError: (ctx, out) => parts.showError(ctx, out),
    fetch: (async (url: string, options: RequestInit) =>
      asServed(await parts.fetchDocument(String(url), options))) as typeof globalThis.fetch,
  };
}

function featuresOf(resource: string): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    clientIdMetadataDocument: {
      enabled: true,
      // Names the draft that this code follows: the library refuses to start with another.
      ack: 'draft-02',
      allowFetch: (_ctx: unknown, address: string) => addressProblemOf(address) === null,
      allowClient: () => true,
      cacheDuration: { min: 60, max: DAY_S },
    },
    resourceIndicators: {
      enabled: true,
      // Clients older than 2025-06 name no resource, and there is only one.
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, asked) => {
        if (asked !== resource)
          throw new errors.InvalidTarget(`tokens of this server are for ${resource} alone`);
        return { scope: SCOPE, audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: HOUR_S };
      },
    },
  } as Configuration['features'];
}

/** One prompt that asks for the key and the consent. It is shown for every request, since nobody stays signed in. */
function consentPrompt() {
  const { Check, Prompt } = interactionPolicy;
  const unanswered = new Check(
    'unanswered',
    'the consent of the key holder is asked for',
    (ctx) => !(ctx.oidc as { result?: { consent?: { grantId?: string } } }).result?.consent?.grantId,
  );
  return new Prompt({ name: 'consent', requestable: true }, unanswered);
}

/** Replaces what a client's document asks for and the library would refuse: scopes, grants and application type. */
async function asServed(response: Response): Promise<Response> {
  if (response.status !== 200 || !response.body) return response;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LARGEST_DOCUMENT_BYTES) throw new Error('The document of the client is too large.');
  }
  const document: Record<string, unknown> = JSON.parse(text);
  delete document.scope;
  document.grant_types = ['authorization_code', 'refresh_token'];
  document.response_types = ['code'];
  document.application_type = applicationTypeOf(document.redirect_uris);
  return new Response(JSON.stringify(document), { headers: response.headers });
}
