import type { Response } from 'express';
import { type Caller, lowestLimit, remainingCredits } from '../accounts/callers.ts';
import { nextMonth } from '../accounts/month.ts';

/** The credit headers of an answer to a known caller. */
export function setCreditHeaders(res: Response, now: Date, caller: Caller, charged: number): void {
  res.setHeader('X-Credits-Charged', charged);
  res.setHeader('X-Credits-Remaining', remainingCredits(caller));
  res.setHeader('X-Credits-Limit', lowestLimit(caller).limit);
  res.setHeader('X-Credits-Reset', nextMonth(now).toISOString());
}
