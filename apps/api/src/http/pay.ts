import type { OperationEntry } from '@domesday/contract';
import type { NextFunction, Request, Response } from 'express';
import { type Caller, remainingCredits, resetsAt } from '../accounts/callers.ts';
import { ApiError } from './errors.ts';
import { isFreeAgain } from './free-again.ts';
import { localsOf } from './locals.ts';
import type { Services } from './services.ts';

/**
 * Refuses a request that cannot be paid, before any work, unless it is free because the caller has paid for its answer
 * before. A price that depends on what is found counts at its lowest here: the charge refuses a higher one. Before a
 * refusal the balance is read again from the database, since the plan may have changed.
 */
export function mustAfford(entry: OperationEntry, services: Services) {
  return async (_req: Request, res: Response, next: NextFunction): Promise<void> => {
    const locals = localsOf(res);
    const { due, least } = locals.price!;
    const free = due === 0 || locals.caller!.mode === 'test';
    if (!free && remainingCredits(locals.caller!) < least) {
      const caller = (await services.callers.refresh(locals.key_hash!)) ?? locals.caller!;
      locals.caller = caller;
      const { request, source, fingerprint } = locals;
      const repeated = {
        entry,
        caller,
        request: request!,
        source: source!,
        fingerprint: fingerprint!.canonical,
      };
      if (remainingCredits(caller) < least && !(await isFreeAgain(services, repeated)))
        throw cannotPay(caller, least, due);
    }
    next();
  };
}

/** The refusal of a call at this price; `most` is its highest price, if that is higher. */
export function cannotPay(caller: Caller, price: number, most = price): ApiError {
  const remaining = remainingCredits(caller);
  const reset = resetsAt(caller).slice(0, 10);
  const short = (cap: number | null, used: number) => cap !== null && cap - used < price;
  const own_cap = short(caller.monthly_cap, caller.key_used);
  // Where the plan's credits do not suffice either, a higher cap would not help.
  const capped = !short(caller.monthly_credits, caller.account_used);
  const costs = most > price ? `${price} to ${most}` : price;
  const issue = `this call costs ${costs}, ${remaining} left until the month turns on ${reset}`;
  const details = [{ field: null, issue }];
  const [are, is] = remaining === 0 ? ['are used up', 'is used up'] : ['do not suffice', 'does not suffice'];
  return capped && (own_cap || short(caller.parent_cap, caller.parent_used))
    ? new ApiError(
        402,
        'key_cap_reached',
        `The monthly cap of ${own_cap ? 'this key' : 'the parent of this key'} ${is}: ${issue}. Raise the cap or wait.`,
        { details },
      )
    : new ApiError(
        402,
        'credits_exhausted',
        `The monthly credits ${are}: ${issue}. Change the plan or wait.`,
        { details },
      );
}
