import type { Response } from 'express';
import type { Caller } from '../accounts/callers.ts';
import type { ValidRequest } from './check-request.ts';

/** What the steps of a request leave on the response for the steps behind them. */
export interface Locals {
  request_id: string;
  started_ms: number;
  /** Hash of the key that asks, from its header or from the session of the portal. */
  key_hash?: Buffer;
  caller?: Caller;
  operation?: string;
  request?: ValidRequest;
  price?: Price;
  /** The Idempotency-Key with the fingerprint of what is asked; absent where none was sent or the call is free. */
  repeatable?: Repeatable;
  /** SHA-256 of operation and request, hexadecimal. */
  fingerprint?: string;
  /** Resolves when the answer was sent, or what was charged for it was taken back. */
  answered?: Promise<void>;
  /** What was charged. */
  credits?: number;
  /** What the call would have cost, for a test key. */
  would_be_credits?: number;
}

export interface Price {
  /** Credits of the whole answer, at most. */
  full: number;
  /** Credits that this call costs at most: none for a quote. */
  due: number;
  quoted: boolean;
}

export interface Repeatable {
  idempotency_key: string;
  fingerprint: string;
}

/** What a step leaves is there for the steps behind it; the order of the steps in app.ts keeps that so. */
export function localsOf(res: Response): Locals {
  return res.locals as Locals;
}
