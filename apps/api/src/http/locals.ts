import type { Response } from 'express';
import type { Caller } from '../accounts/callers.ts';
import type { ValidRequest } from './check/check-request.ts';
import type { Source } from './meta/source.ts';

/** Values that the steps of a request store on the response for later steps. */
export interface Locals {
  request_id: string;
  started_ms: number;
  /** Hash of the caller's key, from the header or from the session of the portal. */
  key_hash?: Buffer;
  caller?: Caller;
  operation?: string;
  /** The requested operation, set even if the request is refused before it is checked. */
  asked?: string;
  /** The data source that the whole request is read from. */
  source?: Source;
  request?: ValidRequest;
  price?: Price;
  /** The Idempotency-Key with the fingerprint of the request; absent if none was sent or the call is free. */
  repeatable?: Repeatable;
  fingerprint?: Fingerprint;
  /** Frees the place that the request holds among those being answered: only its client is waited for now. */
  leavePlace?: () => void;
  /** Set once the whole answer was handed over to the connection. */
  handed_over?: boolean;
  /** Resolves when the answer was sent, or its charge was taken back. */
  answered?: Promise<void>;
  /** Credits charged. */
  credits?: number;
  /** When the credits were charged. */
  charged_at?: Date;
  /** Credits that a live key would have paid, where a test key was used. */
  would_be_credits?: number;
  /** What a batch has answered so far. Its items are counted one by one, as calls. */
  batch?: { operation: string; items: number; credits: number };
}

export interface Price {
  /** Highest price of the whole answer, credits. */
  full: number;
  /** Highest price of this call, credits: 0 for a quote. */
  due: number;
  /** Lowest price of this call, credits: below `due` if the price depends on what is found. */
  least: number;
  quoted: boolean;
}

/** SHA-256 of operation and request in hexadecimal, computed on first use. */
export interface Fingerprint {
  /** The text that is hashed; `fingerprintOfText` restores the fingerprint from it. */
  text: string;
  /** Fingerprint of the canonical request. */
  canonical(): string;
  /** Fingerprint of the request as it was sent, as release 1.1.0 computed it. */
  former(): string;
}

export interface Repeatable {
  idempotency_key: string;
  /** Fingerprint of the request as it was sent. */
  fingerprint: string;
  canonical: string;
}

/** A value that a step stores is there for the later steps; the order of the steps in app.ts ensures it. */
export function localsOf(res: Response): Locals {
  return res.locals as Locals;
}
