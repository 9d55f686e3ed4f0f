import type { OperationEntry } from '@domesday/contract';
import type { Request, Response } from 'express';
import type { StoredAnswer } from '../accounts/ledger.query.ts';
import { charge, takeBack } from './charge.ts';
import { isTagged } from './check/operation-schema.ts';
import { sentOf } from './forms/list-forms.ts';
import { keyInUse, MOST_TRIES, replay } from './idempotency.ts';
import { type Locals, localsOf } from './locals.ts';
import { type AnyHandler, makeAnswer } from './make-answer.ts';
import type { MadeAnswer } from './meta/made.ts';
import { setCreditHeaders } from './sending/credit-headers.ts';
import { deliver, hasLeft } from './sending/delivery.ts';
import { sendCompressed } from './sending/static-answer.ts';
import { noteWork } from './sending/unfinished.ts';
import type { Services } from './services.ts';

/** Runs the operation's handler, charges for the answer, and only then sends it. */
export function answer(entry: OperationEntry, handler: AnyHandler, services: Services) {
  const respond = async (req: Request, res: Response): Promise<void> => {
    const locals = localsOf(res);
    const priced_call = {
      request_id: locals.request_id,
      caller: locals.caller!,
      request: locals.request!,
      price: locals.price!,
      source: locals.source!,
    };
    const made = await makeAnswer(entry, handler, services, priced_call);
    await oncePaid(services, locals, made, (one) => settleAndSend(entry, services, req, res, one));
  };
  // The log waits for the work, so that it agrees with the ledger.
  return (req: Request, res: Response): Promise<void> => noteWork(services, res, respond(req, res));
}

/**
 * Sends an answer of a release. If another call of the account is paying for the same answer, waits for that call, so
 * that only one of them pays. Another call may also have paid while this answer was made, so that is looked up again.
 */
async function oncePaid(
  { paidQuestions }: Services,
  { caller, price }: Locals,
  made: MadeAnswer,
  send: (made: MadeAnswer) => Promise<void>,
): Promise<void> {
  const { paid_once, question } = made;
  const { account_id, mode } = caller!;
  const paid_here = paid_once && question !== null && mode === 'live' && price!.due > 0 && made.credits > 0;
  if (!paid_here) return send(made);
  await paidQuestions.inTurn(account_id, question, async () =>
    send((await paidQuestions.has(account_id, question)) ? { ...made, credits: 0 } : made),
  );
}

/** Charges for the answer, and only then sends it. */
async function settleAndSend(
  entry: OperationEntry,
  services: Services,
  req: Request,
  res: Response,
  made: MadeAnswer,
): Promise<void> {
  const locals = localsOf(res);
  const key_id = locals.caller!.key_id;
  const call = locals.fingerprint?.canonical;
  const price = locals.price!;
  const { text, content_type, headers, credits: cost } = made;
  // The client has left: nothing is charged.
  if (await hasLeft(res)) return;
  const answer_to_store = locals.repeatable
    ? { ...locals.repeatable, content_type, headers, body: text }
    : null;
  const free_until_ms = price.due > 0 ? services.cutCalls.repeats(key_id, call!) : null;
  const credits = free_until_ms === null ? Math.min(cost, price.due) : 0;
  const noteAgain = () => {
    if (free_until_ms !== null) services.cutCalls.note(key_id, call!(), free_until_ms);
  };
  const endSettle = services.tracer?.step('settle');
  const charged = await chargeOrReplay(services, res, credits, answer_to_store)
    .catch((error: unknown) => {
      noteAgain();
      throw error;
    })
    .finally(endSettle);
  if (!charged) return noteAgain();
  const notePaid = () => {
    if (!made.question || !locals.credits) return;
    services.paidQuestions.note(locals.caller!.account_id, made.question);
    // Written at once, since the next request may reach another process.
    if (made.paid_once) void services.paidQuestions.flush();
  };
  const unsent = async () => {
    if (await takeBack(services, res, answer_to_store)) noteAgain();
    else notePaid();
  };
  if (await hasLeft(res)) return unsent();
  if (answer_to_store) services.storedAnswers.added(locals.caller!.key_id, Buffer.byteLength(text));
  setCreditHeaders(res, locals.caller!, locals.credits ?? 0);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (entry.credits === 0) {
    const sameness = isTagged(entry) ? text.replace(locals.request_id, '') : null;
    return sendCompressed(req, res, { text, sameness, content_type });
  }
  res.setHeader('Content-Type', content_type);
  const noteCut = () => {
    if ((locals.credits ?? 0) > 0) services.cutCalls.note(key_id, call!());
    else noteAgain();
  };
  if (!(await deliver(res, sentOf(made), noteCut))) {
    const free = (locals.credits ?? 0) === 0;
    if (free || services.cutCalls.mayTakeBack(key_id, call!())) return unsent();
    noteCut();
  }
  notePaid();
}

/**
 * Charges the request; returns true. If another request with the same Idempotency-Key was charged meanwhile, sends its
 * stored answer instead and returns false. If that other request took its charge back, since its answer could not be
 * sent, this request is charged.
 */
async function chargeOrReplay(
  services: Services,
  res: Response,
  credits: number,
  answer_to_store: StoredAnswer | null,
): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (await charge(services, res, credits, answer_to_store)) return true;
    if (await replay(services, res)) return false;
  }
  throw keyInUse();
}
