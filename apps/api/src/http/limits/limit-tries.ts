import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Allows `most` attempts of one kind in ten seconds from one address, against guessing. */
export function limitTries({ limiter, addressOf }: Services, kind: string, most: number): RequestHandler {
  return async (req, _res, next) => {
    const allowance = await limiter.take(`${kind} ${addressOf(req)}`, most);
    if (!allowance.allowed)
      throw new ApiError(429, 'rate_limited', 'Too many tries. Wait ten seconds.', { retry_after_s: 10 });
    next();
  };
}
