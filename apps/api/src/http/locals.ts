import type { Response } from 'express';
import type { Caller } from '../accounts/callers.ts';
import type { ValidRequest } from './check/check-request.ts';
import type { Source } from './meta/source.ts';

/** Values that the steps of a request store on the response for later steps. */
export interface Locals {
  request_id: string;
  started_ms: number;
  /** Hash of the key that asks, from its header or from the session of the portal. */
  key_hash?: Buffer;
  caller?: Caller;
  operation?: string;
  /** The operation that was asked for, also where it was refused before it was looked at. */
  asked?: string;
  /** What all of the request is read from. */
  source?: Source;
  request?: ValidRequest;
  price?: Price;
  /** The Idempotency-Key with the fingerprint of the request; absent if none was sent or the call is free. */
  repeatable?: Repeatable;
  fingerprint?: Fingerprint;
  /** Gives the place of the request to others: the answer is computed, and only its client is waited for. */
  leavePlace?: () => void;
  /** Set once all of the answer was handed over to the connection. */
  handed_over?: boolean;
  /** Resolves when the answer was sent, or its charge was taken back. */
  answered?: Promise<void>;
  /** What was charged. */
  credits?: number;
  /** When it was charged. */
  charged_at?: Date;
  /** Price that a live key would have paid, for a test key. */
  would_be_credits?: number;
  /** What a batch has answered so far; its items are counted as calls one by one. */
  batch?: { operation: string; items: number; credits: number };
}

export interface Price {
  /** Price of the whole answer at most, credits. */
  full: number;
  /** Price of this call at most, credits: 0 for a quote. */
  due: number;
  /** Price of this call at least: less than `due` if the price depends on what is found. */
  least: number;
  quoted: boolean;
}

/** SHA-256 of operation and request, hexadecimal, worked out when it is first wanted. */
export interface Fingerprint {
  /** What it is made of: `fingerprintOfText` makes the same of it. */
  text: string;
  /** Of the canonical request. */
  canonical(): string;
  /** Of the request as it was sent, as 1.1.0 makes it. */
  former(): string;
}

export interface Repeatable {
  idempotency_key: string;
  /** The one as it was sent. */
  fingerprint: string;
  canonical: string;
}

/** A value that a step stores is there for the later steps; the order of the steps in app.ts ensures it. */
export function localsOf(res: Response): Locals {
  return res.locals as Locals;
}
