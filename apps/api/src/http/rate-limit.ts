import type { NextFunction, Request, Response } from 'express';
import type { Caller } from '../accounts/callers.ts';
import { ApiError } from './errors.ts';
import type { Allowance, RateLimiter } from './limits/local-rate-limit.ts';
import { localsOf } from './locals.ts';
import type { Services } from './services.ts';

/** Counts the request against the limit of its key and reports it in the headers, or answers 429. */
export function limitRate({ limiter }: Services) {
  return async (_req: Request, res: Response, next: NextFunction): Promise<void> => {
    const caller = localsOf(res).caller!;
    const allowance = await limiter.take(caller.key_id, caller.rate_limit);
    res.setHeader('RateLimit-Limit', allowance.limit);
    res.setHeader('RateLimit-Remaining', allowance.remaining);
    res.setHeader('RateLimit-Reset', Math.ceil(allowance.reset_ms / 1000));
    mustBeAllowed(allowance, 'requests');
    await limitSubKeys(limiter, caller, 'requests', caller.rate_limit);
    next();
  };
}

/** A client can make up to 200 sub-keys: together they may send as many requests as this number of keys. */
const KEYS_OF_A_FAMILY = 10;

async function limitSubKeys(
  limiter: RateLimiter,
  { parent_id }: Caller,
  things: string,
  limit: number,
): Promise<void> {
  if (parent_id === null) return;
  const allowance = await limiter.take(`${things} of sub-keys ${parent_id}`, limit * KEYS_OF_A_FAMILY);
  mustBeAllowed(allowance, `${things} of the sub-keys of one key`);
}

/** A map requests some twenty tiles at each step, so tiles have a limit of their own. */
const TIMES_OF_A_MAP = 20;

/** Counts a tile or a range of the base map against the key's own limit for them. Throws 429. */
export async function limitMap(
  { limiter }: Services,
  caller: Caller,
  parts: 'squares' | 'ranges',
): Promise<void> {
  const limit = caller.rate_limit * TIMES_OF_A_MAP;
  mustBeAllowed(await limiter.take(`${parts} ${caller.key_id}`, limit), parts);
  await limitSubKeys(limiter, caller, parts, limit);
}

function mustBeAllowed({ allowed, limit, free_in_ms }: Allowance, things: string): void {
  if (allowed) return;
  const retry_after_s = Math.max(1, Math.ceil(free_in_ms / 1000));
  const message = `More than ${limit} ${things} in 10 seconds. Wait ${retry_after_s} s and repeat the call.`;
  throw new ApiError(429, 'rate_limited', message, { retry_after_s });
}
