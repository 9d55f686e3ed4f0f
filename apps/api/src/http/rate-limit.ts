import type { NextFunction, Request, Response } from 'express';
import { ApiError } from './errors.ts';
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
    if (!allowance.allowed) {
      const retry_after_s = Math.max(1, Math.ceil(allowance.free_in_ms / 1000));
      throw new ApiError(
        429,
        'rate_limited',
        `More than ${allowance.limit} requests in 10 seconds. Wait ${retry_after_s} s and repeat the call.`,
        { retry_after_s },
      );
    }
    next();
  };
}
