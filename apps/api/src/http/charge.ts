import type { Response } from 'express';
import { addSpent, noteSettled } from '../accounts/callers.ts';
import type { StoredAnswer } from '../accounts/ledger.query.ts';
import type { Charge } from '../accounts/ledger.ts';
import { localsOf } from './locals.ts';
import { cannotPay } from './pay.ts';
import type { Services } from './services.ts';

/**
 * Writes the charge durably, or throws the refusal: no answer is sent before its charge is durable. Returns false if
 * another request with the same Idempotency-Key was answered meanwhile.
 */
export async function charge(
  services: Services,
  res: Response,
  credits: number,
  answer: StoredAnswer | null,
): Promise<boolean> {
  const locals = localsOf(res);
  const caller = locals.caller!;
  const live = caller.mode === 'live';
  if (!live) locals.would_be_credits = credits;
  // A test key is charged nothing, but its repeated requests get the same answer.
  if ((!live || credits === 0) && !answer) return true;
  const settled = await services.ledger.charge(chargeOf(res, live ? credits : 0, answer));
  if (settled === 'answered') return false;
  if (settled === 'overdrawn') {
    const fresh = (await services.callers.refresh(locals.key_hash!)) ?? caller;
    // The credit headers must agree with the refusal, so both use the balance read just now.
    locals.caller = fresh;
    throw cannotPay(fresh, credits);
  }
  noteSettled(caller, settled);
  locals.charged_at = settled.at;
  if (live) locals.credits = credits;
  return true;
}

/**
 * Takes back the charge of an answer that could not be sent, and deletes the stored answer. Returns false, and lets the
 * charge stand, if the stored answer was sent to another request meanwhile.
 */
export async function takeBack(
  services: Services,
  res: Response,
  answer: StoredAnswer | null,
): Promise<boolean> {
  const locals = localsOf(res);
  const caller = locals.caller!;
  const credits = locals.credits ?? 0;
  const charged = credits > 0 || answer !== null;
  if (charged && !(await services.ledger.takeBack(chargeOf(res, credits, answer)))) return false;
  locals.credits = 0;
  locals.would_be_credits = 0;
  if (locals.charged_at) addSpent(caller, -credits, locals.charged_at);
  return true;
}

function chargeOf(res: Response, credits: number, answer: StoredAnswer | null): Charge {
  const { caller, operation, request_id } = localsOf(res);
  return {
    account_id: caller!.account_id,
    key_id: caller!.key_id,
    operation: operation!,
    credits,
    request_id,
    ...(answer ? { answer } : {}),
  };
}
