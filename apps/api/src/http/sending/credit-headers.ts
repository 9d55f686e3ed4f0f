import type { Response } from 'express';
import { type Caller, lowestLimit, remainingCredits, resetsAt } from '../../accounts/callers.ts';

/** The credit headers of an answer to a known caller. */
export function setCreditHeaders(res: Response, caller: Caller, charged: number): void {
  res.setHeader('X-Credits-Charged', charged);
  res.setHeader('X-Credits-Remaining', remainingCredits(caller));
  res.setHeader('X-Credits-Limit', lowestLimit(caller).limit);
  res.setHeader('X-Credits-Reset', resetsAt(caller));
}
