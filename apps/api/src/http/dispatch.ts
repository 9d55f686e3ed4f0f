import { createHash } from 'node:crypto';
import type { OperationEntry, Schema } from '@domesday/contract';
import type { Db } from '@domesday/db';
import type { NextFunction, Request, Response } from 'express';
import { type Caller, type Callers, remainingCredits } from '../accounts/callers.ts';
import { type KeptAnswer, keptAnswer } from '../accounts/ledger.query.ts';
import type { Ledger } from '../accounts/ledger.ts';
import { dayOf, nextMonth } from '../accounts/month.ts';
import type { UsageRecorder } from '../accounts/usage.ts';
import { ApiError, unprocessable } from './errors.ts';
import { type Clock, type Context, TextAnswer } from './handler.ts';
import { buildMeta, type LoadedData } from './meta.ts';
import { asksForQuote, quoteOf } from './quote.ts';
import { compileValidator, type ValidRequest } from './validate.ts';

export interface Services {
  db: Db;
  clock: Clock;
  callers: Callers;
  ledger: Ledger;
  usage: UsageRecorder;
  loadedData(): Promise<LoadedData>;
}

const JSON_TYPE = 'application/json; charset=utf-8';

type AnyHandler = (request: never, context: Context) => Promise<object | TextAnswer>;

/** What authentication left on the response for the steps behind it. */
export interface Locals {
  request_id: string;
  caller?: Caller;
  secret?: string;
  operation?: string;
  /** True from the moment at which the request counts against the limit of requests at once. */
  in_flight?: boolean;
  credits?: number;
  would_be_credits?: number;
}

/** One operation from checked request to charged answer: validate, can pay, handle, charge, answer. */
export function dispatch(entry: OperationEntry, handler: AnyHandler, services: Services) {
  const validate = compileValidator(entry);
  return async (req: Request, res: Response, _next: NextFunction): Promise<void> => {
    const locals = res.locals as Locals;
    locals.operation = entry.id;
    const request = validate({
      path: req.params as Record<string, string>,
      search: searchOf(req),
      body: req.body,
    });
    const full = priceOf(entry, request.query);
    // A quote is free, also to those who could not pay the answer; it counts against the rate limit all the same.
    const quoted = full > 0 && asksForQuote(request);
    const price = quoted ? 0 : full;
    const again = price > 0 ? repeatable(req, entry, request) : null;
    if (again && (await replay(services, locals, res, again))) return;
    const caller = await mustAfford(services, locals, price);
    const { context, settings } = await contextFor(entry, services, locals, caller, full);
    const handle = (asked: ValidRequest) => handler(asked as never, context);
    const cost = () => Math.min(settings.credits, full);
    const answer = quoted ? await quoteOf(entry, request, context, handle, cost) : await handle(request);
    const credits = Math.min(settings.credits, price);
    const text = answer instanceof TextAnswer ? answer.text : JSON.stringify(answer);
    const content_type = answer instanceof TextAnswer ? answer.content_type : JSON_TYPE;
    const kept = again && { ...again, content_type, body: text };
    if (!(await charge(services, locals, caller, entry.id, credits, kept))) {
      // The same Idempotency-Key was answered while this request was on its way: that answer stands.
      if (again && (await replay(services, locals, res, again))) return;
      throw new ApiError(409, 'idempotency_key_in_use', 'The Idempotency-Key is in use by another request.');
    }
    setCreditHeaders(res, services.clock.now(), caller, locals.credits ?? 0);
    res.setHeader('Content-Type', content_type);
    res.end(text);
  };
}

function searchOf(req: Request): URLSearchParams {
  const from = req.originalUrl.indexOf('?');
  return new URLSearchParams(from === -1 ? '' : req.originalUrl.slice(from + 1));
}

function priceOf(entry: OperationEntry, query: Record<string, unknown>): number {
  const per = entry.credits_per;
  const values = per && query[per.parameter];
  return per && Array.isArray(values) ? Math.min(entry.credits, per.each * values.length) : entry.credits;
}

/** Refuses before any work what cannot be paid. A refusal is checked against the database, as a plan may have changed. */
async function mustAfford(services: Services, locals: Locals, price: number): Promise<Caller> {
  let caller = locals.caller!;
  if (price === 0 || caller.mode === 'test') return caller;
  if (remainingCredits(caller) < price) {
    caller = (await services.callers.refresh(locals.secret!)) ?? caller;
    locals.caller = caller;
  }
  if (remainingCredits(caller) < price) throw cannotPay(caller, price, services.clock.now());
  return caller;
}

async function contextFor(
  entry: OperationEntry,
  services: Services,
  locals: Locals,
  caller: Caller,
  price: number,
): Promise<{ context: Context; settings: { credits: number } }> {
  const loaded = await services.loadedData();
  const warnings: Schema<'Warning'>[] = [];
  const settings = { credits: price };
  const today = dayOf(services.clock.now());
  const fixed = { request_id: locals.request_id, today, datasets: entry.datasets, warnings };
  const context: Context = {
    db: services.db,
    clock: services.clock,
    today,
    request_id: locals.request_id,
    caller,
    usage: services.usage,
    loaded: (dataset) => loaded.loads.has(dataset),
    builtFrom: loaded.builtFrom,
    release: loaded.release,
    meta: (parts = {}) => buildMeta(loaded, fixed, parts),
    warn: (code, field, message) => void warnings.push({ code, field, message }),
    setCredits: (credits) => {
      settings.credits = credits;
    },
  };
  return { context, settings };
}

/** Makes the charge durable, or refuses: an answer never leaves before its charge is safe. False where the same Idempotency-Key was answered meanwhile. */
async function charge(
  services: Services,
  locals: Locals,
  caller: Caller,
  operation: string,
  credits: number,
  answer: KeptAnswer | null,
): Promise<boolean> {
  const live = caller.mode === 'live';
  if (!live) locals.would_be_credits = credits;
  // A test key deducts nothing, but its repeated requests are answered alike.
  if ((!live || credits === 0) && !answer) return true;
  const settled = await services.ledger.charge({
    account_id: caller.account_id,
    key_id: caller.key_id,
    operation,
    credits: live ? credits : 0,
    request_id: locals.request_id,
    ...(answer ? { answer } : {}),
  });
  if (settled === 'answered') return false;
  if (settled === 'overdrawn') {
    const fresh = (await services.callers.refresh(locals.secret!)) ?? caller;
    throw cannotPay(fresh, credits, services.clock.now());
  }
  caller.account_used = Math.max(caller.account_used, settled.account_used);
  caller.key_used = Math.max(caller.key_used, settled.key_used);
  if (live) locals.credits = credits;
  return true;
}

interface Repeatable {
  idempotency_key: string;
  fingerprint: string;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request with the fingerprint of what it asks; null where it bears none. */
function repeatable(req: Request, entry: OperationEntry, request: ValidRequest): Repeatable | null {
  const idempotency_key = req.headers['idempotency-key'];
  if (idempotency_key === undefined) return null;
  if (typeof idempotency_key !== 'string' || !IDEMPOTENCY_KEY.test(idempotency_key)) {
    throw new ApiError(
      400,
      'malformed_request',
      'The Idempotency-Key must be 1 to 255 visible ASCII characters.',
    );
  }
  const asked = JSON.stringify([entry.id, request.path, request.query, request.body ?? null]);
  return { idempotency_key, fingerprint: createHash('sha256').update(asked).digest('hex') };
}

/** Answers from what was kept for the same key and request, free. False where nothing was. */
async function replay(
  services: Services,
  locals: Locals,
  res: Response,
  again: Repeatable,
): Promise<boolean> {
  const caller = locals.caller!;
  const now = services.clock.now();
  const kept = await keptAnswer(services.db, caller.key_id, again.idempotency_key, now);
  if (!kept) return false;
  if (kept.fingerprint !== again.fingerprint) {
    throw unprocessable(
      'idempotency_key_reused',
      'The Idempotency-Key was used for another request within 24 hours.',
      [{ field: 'Idempotency-Key', issue: 'belongs to another request' }],
    );
  }
  setCreditHeaders(res, now, caller, 0);
  res.setHeader('Idempotency-Replayed', 'true');
  res.setHeader('Content-Type', kept.content_type);
  res.end(kept.body);
  return true;
}

function cannotPay(caller: Caller, price: number, now: Date): ApiError {
  const left = remainingCredits(caller);
  const reset = nextMonth(now).toISOString();
  const capped = caller.monthly_cap !== null && caller.monthly_cap - caller.key_used < price;
  const issue = `this call costs ${price}, ${left} left until ${reset}`;
  return capped
    ? new ApiError(
        402,
        'key_cap_reached',
        `The monthly cap of this key is used up: ${issue}. Raise the cap or wait.`,
        {
          details: [{ field: null, issue }],
        },
      )
    : new ApiError(
        402,
        'credits_exhausted',
        `The monthly credits are used up: ${issue}. Change the plan or wait.`,
        {
          details: [{ field: null, issue }],
        },
      );
}

export function setCreditHeaders(res: Response, now: Date, caller: Caller, charged: number): void {
  res.setHeader('X-Credits-Charged', charged);
  res.setHeader('X-Credits-Remaining', remainingCredits(caller));
  res.setHeader(
    'X-Credits-Limit',
    Math.min(caller.monthly_credits, caller.monthly_cap ?? caller.monthly_credits),
  );
  res.setHeader('X-Credits-Reset', nextMonth(now).toISOString());
}
