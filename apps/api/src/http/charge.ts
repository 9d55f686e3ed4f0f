import type { Response } from 'express';
import type { KeptAnswer } from '../accounts/ledger.query.ts';
import { localsOf } from './locals.ts';
import { cannotPay } from './pay.ts';
import type { Services } from './services.ts';

/**
 * Makes the charge durable, or refuses: an answer never leaves before its charge is safe. False where the same
 * Idempotency-Key was answered meanwhile.
 */
export async function charge(
  services: Services,
  res: Response,
  credits: number,
  answer: KeptAnswer | null,
): Promise<boolean> {
  const locals = localsOf(res);
  const caller = locals.caller!;
  const live = caller.mode === 'live';
  if (!live) locals.would_be_credits = credits;
  // A test key deducts nothing, but its repeated requests are answered alike.
  if ((!live || credits === 0) && !answer) return true;
  const settled = await services.ledger.charge({
    account_id: caller.account_id,
    key_id: caller.key_id,
    operation: locals.operation!,
    credits: live ? credits : 0,
    request_id: locals.request_id,
    ...(answer ? { answer } : {}),
  });
  if (settled === 'answered') return false;
  if (settled === 'overdrawn') {
    const fresh = (await services.callers.refresh(locals.key_hash!)) ?? caller;
    throw cannotPay(fresh, credits, services.clock.now());
  }
  caller.account_used = Math.max(caller.account_used, settled.account_used);
  caller.key_used = Math.max(caller.key_used, settled.key_used);
  if (live) locals.credits = credits;
  return true;
}
