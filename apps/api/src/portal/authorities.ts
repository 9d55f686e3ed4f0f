import { operationTable } from '@domesday/contract';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { handlers } from '../generated/routes.ts';
import { answer } from '../http/answer.ts';
import { ApiError } from '../http/errors.ts';
import { answerRepeated } from '../http/idempotency.ts';
import { localsOf } from '../http/locals.ts';
import { takeSlot } from '../http/overload.ts';
import { mustAfford } from '../http/pay.ts';
import { setPrice } from '../http/price.ts';
import type { Services } from '../http/services.ts';
import { isAuthorityCode } from '../location/authority-code.ts';

/** Operations that can answer for a whole authority. */
const AUTHORITY_OPERATIONS = {
  profile: 'location.profile',
  rents: 'rents.long_term',
  yields: 'rents.yields',
  demand: 'rents.demand',
} as const;

/**
 * The profile and rents of an authority, for which the API has no parameter. Steps and price are those of the
 * operation.
 */
export function authorityRoutes(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  for (const [part, id] of Object.entries(AUTHORITY_OPERATIONS)) {
    const entry = operationTable.find((one) => one.id === id)!;
    router.get(
      `/authorities/:code/${part}`,
      takeSlot(services),
      authorityRequest(id),
      setPrice(entry),
      answerRepeated(entry, services),
      mustAfford(entry, services),
      answer(entry, handlers[id], services),
    );
  }
  return router;
}

/** Replaces the validation step, since the code of an authority is not a parameter of the contract. */
function authorityRequest(operation: string) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const code = String(req.params.code).toUpperCase();
    if (!isAuthorityCode(code)) throw new ApiError(404, 'unknown_path', 'There is no such path.');
    const locals = localsOf(res);
    locals.operation = operation;
    locals.request = { path: {}, query: { local_authority: code }, body: undefined, given: [] };
    next();
  };
}
