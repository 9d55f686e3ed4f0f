import type { OperationEntry, Schema } from '@domesday/contract';
import type { Db } from '@domesday/db';
import type { NextFunction, Request, Response } from 'express';
import { type Caller, type Callers, remainingCredits } from '../accounts/callers.ts';
import type { Ledger } from '../accounts/ledger.ts';
import { dayOf, nextMonth } from '../accounts/month.ts';
import type { UsageRecorder } from '../accounts/usage.ts';
import { ApiError } from './errors.ts';
import { type Clock, type Context, TextAnswer } from './handler.ts';
import { buildMeta, type LoadedData } from './meta.ts';
import { compileValidator } from './validate.ts';

export interface Services {
  db: Db;
  clock: Clock;
  callers: Callers;
  ledger: Ledger;
  usage: UsageRecorder;
  loadedData(): Promise<LoadedData>;
}

type AnyHandler = (request: never, context: Context) => Promise<object | TextAnswer>;

/** What authentication left on the response for the steps behind it. */
export interface Locals {
  request_id: string;
  caller?: Caller;
  secret?: string;
  operation?: string;
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
    const price = priceOf(entry, request.query);
    const caller = await mustAfford(services, locals, price);
    const { context, settings } = await contextFor(entry, services, locals, caller, price);
    const answer = await handler(request as never, context);
    const credits = Math.min(settings.credits, price);
    const text = answer instanceof TextAnswer ? answer.text : JSON.stringify(answer);
    await charge(services, locals, caller, entry.id, credits);
    setCreditHeaders(res, services.clock.now(), caller, caller.mode === 'live' ? credits : 0);
    res.setHeader(
      'Content-Type',
      answer instanceof TextAnswer ? answer.content_type : 'application/json; charset=utf-8',
    );
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
    meta: (parts = {}) => buildMeta(loaded, fixed, parts),
    warn: (code, field, message) => void warnings.push({ code, field, message }),
    setCredits: (credits) => {
      settings.credits = credits;
    },
  };
  return { context, settings };
}

/** Makes the charge durable, or refuses: an answer never leaves before its charge is safe. */
async function charge(
  services: Services,
  locals: Locals,
  caller: Caller,
  operation: string,
  credits: number,
): Promise<void> {
  if (caller.mode === 'test') {
    locals.would_be_credits = credits;
    return;
  }
  if (credits === 0) return;
  const settled = await services.ledger.charge({
    account_id: caller.account_id,
    key_id: caller.key_id,
    operation,
    credits,
    request_id: locals.request_id,
  });
  if (!settled) {
    const fresh = (await services.callers.refresh(locals.secret!)) ?? caller;
    throw cannotPay(fresh, credits, services.clock.now());
  }
  caller.account_used = Math.max(caller.account_used, settled.account_used);
  caller.key_used = Math.max(caller.key_used, settled.key_used);
  locals.credits = credits;
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
