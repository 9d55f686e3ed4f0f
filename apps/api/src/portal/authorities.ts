import { operationTable } from '@domesday/contract';
import express, { type Router } from 'express';
import { handlers } from '../generated/routes.ts';
import { ApiError } from '../http/errors.ts';
import { localsOf } from '../http/locals.ts';
import { type AnyHandler, makeAnswer } from '../http/make-answer.ts';
import { takeSlot } from '../http/overload.ts';
import type { Services } from '../http/services.ts';

/** Operations that can answer for a whole authority. */
const OF_AUTHORITY = {
  profile: 'location.profile',
  rents: 'rents.long_term',
  yields: 'rents.yields',
  demand: 'rents.demand',
} as const;
type Part = keyof typeof OF_AUTHORITY;
const AUTHORITY = /^[EWS]\d{8}$/;

/**
 * The profile and the rents of an authority, as the operations answer them for a place. They are free: most are
 * figures that a publisher gives for the authority itself.
 */
export function authorityRoutes(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/authorities/:code/:part', takeSlot(services), async (req, res) => {
    const code = String(req.params.code).toUpperCase();
    const part = String(req.params.part);
    if (!AUTHORITY.test(code) || !Object.hasOwn(OF_AUTHORITY, part))
      throw new ApiError(404, 'unknown_path', 'There is no such path.');
    const entry = operationTable.find(({ id }) => id === OF_AUTHORITY[part as Part])!;
    const { request_id, caller } = localsOf(res);
    const { text, content_type } = await makeAnswer(entry, handlers[entry.id] as AnyHandler, services, {
      request_id,
      caller: caller!,
      request: { path: {}, query: { local_authority: code }, body: undefined, given: [] },
      price: { full: 0, due: 0, quoted: false },
    });
    res.setHeader('Content-Type', content_type);
    res.end(text);
  });
  return router;
}
