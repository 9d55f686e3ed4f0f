import type { OperationEntry } from '@domesday/contract';
import type { NextFunction, Request, Response } from 'express';
import type { ValidRequest } from './check/check-request.ts';
import { localsOf, type Price } from './locals.ts';
import { asksForQuote } from './quote.ts';

/** Computes the highest price of the call. A quote is free, even for callers who could not pay for the answer. */
export function setPrice(entry: OperationEntry) {
  return (_req: Request, res: Response, next: NextFunction): void => {
    const locals = localsOf(res);
    locals.price = priceOf(entry, locals.request!);
    next();
  };
}

export function priceOf(entry: OperationEntry, request: ValidRequest): Price {
  const full = fullPrice(entry, request.query);
  const quoted = full > 0 && asksForQuote(request);
  const due = quoted ? 0 : full;
  return { full, due, least: Math.min(due, entry.credits_per?.each ?? due), quoted };
}

function fullPrice(entry: OperationEntry, query: Record<string, unknown>): number {
  const per = entry.credits_per;
  const values = per && query[per.parameter];
  return per && Array.isArray(values) ? Math.min(entry.credits, per.each * values.length) : entry.credits;
}
