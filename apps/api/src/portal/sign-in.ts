import express, { type Request, type Router } from 'express';
import { lowestLimit, remainingCredits, resetsAt } from '../accounts/callers.ts';
import { accountById, keyById } from '../accounts/keys.query.ts';
import { monthOf } from '../accounts/month.ts';
import { hashOf, hasKeyShape, NO_KEY, pastedKey, UNKNOWN_KEY } from '../accounts/secrets.ts';
import { searchOf } from '../http/check/request-values.ts';
import { invalidKey, notFound } from '../http/errors.ts';
import { limitTries } from '../http/limits/limit-tries.ts';
import { readBody } from '../http/read-body.ts';
import type { Services } from '../http/services.ts';
import { deleteSession, takeLink, usableKey } from './session.query.ts';
import { beginSession, checkCsrfToken, endCookie, sessionOf } from './session.ts';

const TRIES = 20;

/** Routes that begin, describe and end the session of a browser. */
export function signInRoutes(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/session', async (req, res) => {
    res.json(await describeSession(services, req));
  });
  router.post('/session', limitTries(services, 'sign-in', TRIES), ...readBody(services), async (req, res) => {
    const pasted: unknown = req.body?.key;
    const key = typeof pasted === 'string' ? pastedKey(pasted) : '';
    if (!hasKeyShape(key)) throw invalidKey(NO_KEY);
    const key_id = (await usableKey.first(services.db, { hash: hashOf(key) }))?.id;
    if (!key_id) throw invalidKey(UNKNOWN_KEY);
    await beginSession(services, req, res, key_id);
    res.status(204).end();
  });
  router.delete('/session', async (req, res) => {
    const session = await sessionOf(services, req);
    if (session) {
      checkCsrfToken(req, session);
      await deleteSession.run(services.db, { id_hash: hashOf(session.id) });
    }
    endCookie(res);
    res.status(204).end();
  });
  router.get('/sign-in', limitTries(services, 'sign-in', TRIES), async (req, res) => {
    // The link is shown on the terminal of this machine, so it is refused from elsewhere.
    if (services.addressOf(req) !== null) throw notFound('unknown_path', 'There is no such path.');
    const token = searchOf(req).get('token') ?? '';
    const key_id = (
      await takeLink.first(services.db, { token_hash: hashOf(token), now: services.clock.now() })
    )?.key_id;
    if (key_id) await beginSession(services, req, res, key_id);
    res.redirect(303, key_id ? '/' : '/account?link=used');
  });
  return router;
}

async function describeSession(services: Services, req: Request): Promise<object> {
  const session = await sessionOf(services, req);
  const caller = session && (await services.callers.find(session.key_hash));
  if (!session || !caller)
    return {
      signed_in: false,
      csrf: null,
      key: null,
      account: null,
      credits: null,
      expires_at: null,
      generation: null,
    };
  const now = services.clock.now();
  const [key, account, { generation }] = await Promise.all([
    keyById.first(services.db, { key_id: caller.key_id }),
    accountById.first(services.db, { account_id: caller.account_id, month: monthOf(now) }),
    services.sources.choose().then((source) => source.loadedData()),
  ]);
  return {
    signed_in: true,
    csrf: session.csrf,
    key: {
      prefix: key!.prefix,
      label: key!.label,
      mode: caller.mode,
      admin: key!.admin,
      sub_key: caller.parent_id !== null,
    },
    account: { name: account!.name, plan: account!.plan_id },
    credits: {
      remaining: remainingCredits(caller),
      allowance: lowestLimit(caller).limit,
      resets_at: resetsAt(caller),
    },
    expires_at: session.expires_at.toISOString(),
    generation,
  };
}
