import { operationTable } from '@domesday/contract';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { hashOf, hasKeyShape } from '../accounts/secrets.ts';
import { refuseUnstorable } from '../http/check/request-values.ts';
import { admitUnknownKey } from '../http/check/unknown-keys.ts';
import { ApiError, invalidKey } from '../http/errors.ts';
import { surely } from '../http/health/database-clock.ts';
import { limitTries } from '../http/limits/limit-tries.ts';
import { localsOf } from '../http/locals.ts';
import { only, routeOf } from '../http/operations.ts';
import { createPublicFetch, type FetchDocument } from '../http/public-fetch.ts';
import { readBody } from '../http/read-body.ts';
import type { Services } from '../http/services.ts';
import { IDLE_CLIENT_S } from './adapter.ts';
import { registrationOf } from './client-rules.ts';
import { createConsent } from './consent.ts';
import { errorPage, policyOf } from './consent-page.ts';
import { createProvider, type OauthSettings, RESPONSE_MODES, ROUTES, resourceOf, SCOPE } from './provider.ts';
import { countClients, forgetClients, keyOfToken } from './records.query.ts';

const MOST_CLIENTS = 10_000;
/**
 * Highest number of requests in ten seconds from one address. Hosted clients share the few addresses of their cloud.
 */
const TRIES = { register: 20, authorize: 60, token: 120, consent: 20 };

/** The parameters of a request for a code. Others belong to OpenID Connect, and some clients always send them. */
const PARAMETERS = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
];

/**
 * OAuth for hosted clients of the MCP server: its endpoints, the page of consent, and access tokens in place of keys.
 */
export function oauthRoutes(settings: OauthSettings, fetchDocument: FetchDocument = createPublicFetch()) {
  return (services: Services): Router => {
    const resource = resourceOf(settings.issuer);
    const provider = createProvider(settings, {
      db: services.db,
      clock: services.clock,
      fetchDocument,
      showError: (ctx, { error, error_description }) => {
        ctx.set('Content-Security-Policy', policyOf(null));
        ctx.type = 'html';
        ctx.body = errorPage(error_description ?? error);
      },
    });
    provider.on('server_error', ({ res }, error) =>
      services.log.error(
        { request_id: localsOf(res as Response).request_id, error: String(error) },
        'authorization failed',
      ),
    );
    const serve = provider.callback();
    const consent = createConsent(services, provider, resource);
    const limit = (kind: keyof typeof TRIES) => limitTries(services, `oauth ${kind}`, TRIES[kind]);

    const router = express.Router({ caseSensitive: true });
    router.all([ROUTES.metadata, `${ROUTES.authorization}{/:uid}`], only('GET', 'HEAD'));
    router.all([ROUTES.token, ROUTES.revocation, ROUTES.registration], only('POST'));
    router.all(`${ROUTES.consent}/:uid`, only('GET', 'HEAD', 'POST'));
    router.get(ROUTES.metadata, serve);
    router.get(ROUTES.authorization, limit('authorize'), takeRequest, serve);
    router.get(`${ROUTES.authorization}/:uid`, limit('authorize'), dropSession, serve);
    router.post(ROUTES.token, limit('token'), serve);
    router.post(ROUTES.revocation, limit('token'), serve);
    router.post(
      ROUTES.registration,
      limit('register'),
      ...readBody(services),
      takeRegistration(services, settings),
      serve,
    );
    router.get(`${ROUTES.consent}/:uid`, consent.show);
    const form = express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 10 });
    router.post(`${ROUTES.consent}/:uid`, limit('consent'), form, consent.take);
    // The key's holder has agreed to the tools. Jobs, watches and webhooks concern the whole account, and a batch is no
    // tool, so a token does not open them.
    const take = takeToken(services, resource);
    // Without a handler for it, Express would answer OPTIONS here and list HEAD, which is refused.
    const pass: RequestHandler = (_req, _res, next) => next();
    for (const entry of operationTable)
      router
        .route(`/v1${routeOf(entry)}`)
        .options(pass)
        [entry.method](take);
    router.use('/v1', refuseToken);
    return router;
  };
}

/** Keeps the known parameters of a request for a code, and adds the only scope. */
const takeRequest: RequestHandler = (req, _res, next) => {
  const asked = new URL(req.url, 'http://any').searchParams;
  const parameters = new URLSearchParams([...asked].filter(([name]) => PARAMETERS.includes(name)));
  refuseUnstorable(Object.fromEntries(parameters));
  parameters.set('scope', SCOPE);
  const mode = parameters.get('response_mode');
  // For an unknown mode the library reports an error to the client; form_post would be shown as an empty page.
  if (mode && !RESPONSE_MODES.includes(mode)) parameters.set('response_mode', 'not_served');
  req.url = `${ROUTES.authorization}?${parameters}`;
  delete req.headers.cookie;
  next();
};

/** Drops what a previous client left in the browser: each client that connects gets a key of its own. */
const dropSession: RequestHandler = (req, _res, next) => {
  const cookies = (req.headers.cookie ?? '').split(/; ?/);
  req.headers.cookie = cookies.filter((cookie) => !cookie.startsWith('_session=')).join('; ');
  next();
};

function takeRegistration({ db, clock }: Services, { redirects }: OauthSettings): RequestHandler {
  // Endless registrations must not keep others out, so clients that nobody has connected with are deleted.
  const forgetIdle = () =>
    forgetClients.run(db, { until: new Date(surely(clock).getTime() + IDLE_CLIENT_S * 1000) });
  return async (req, res, next) => {
    const taken = registrationOf(req.body, redirects);
    if (typeof taken === 'string')
      return void res.status(400).json({ error: 'invalid_redirect_uri', error_description: taken });
    if (Number((await countClients.one(db)).clients) >= MOST_CLIENTS && (await forgetIdle()) === 0)
      throw new ApiError(
        503,
        'overloaded',
        'Too many clients have registered recently. Try again tomorrow.',
        {
          retry_after_s: 3600,
        },
      );
    req.body = taken;
    next();
  };
}

/** Authenticates an access token as the key that was made for its client. */
function takeToken(services: Services, audience: string): RequestHandler {
  const { db, clock } = services;
  return async (req, res, next) => {
    const token = tokenOf(req);
    if (token === null) return next();
    const known = admitUnknownKey(services, req);
    const found = await keyOfToken.first(db, { id_hash: hashOf(token), audience, now: clock.now() });
    if (!found) throw invalidKey('The access token is unknown, revoked or expired.');
    known();
    localsOf(res).key_hash = found.key_hash;
    next();
  };
}

/** Refuses a token on a path that tokens do not open. */
const refuseToken: RequestHandler = (req, res, next) => {
  if (localsOf(res).key_hash === undefined && tokenOf(req) !== null)
    throw invalidKey(
      'An access token is valid only for the operations of the MCP tools. Send an API key in the header Authorization: Bearer <API_KEY>.',
    );
  next();
};

/** The access token of the request; null if there is none, or an API key instead. */
function tokenOf(req: Request): string | null {
  const token = /^Bearer +([\w-]{43}) *$/i.exec(req.headers.authorization ?? '')?.[1];
  return token && !hasKeyShape(token) ? token : null;
}
