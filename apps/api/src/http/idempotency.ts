import { createHash } from 'node:crypto';
import type { OperationEntry } from '@domesday/contract';
import type { NextFunction, Request, Response } from 'express';
import { forgottenAnswer, storedAnswer } from '../accounts/ledger.query.ts';
import { markReplayed } from '../accounts/stored-answers.query.ts';
import { canonicalRequest } from './check/canonical-request.ts';
import type { ValidRequest } from './check/check-request.ts';
import { ApiError, unprocessable } from './errors.ts';
import { sentOf } from './forms/list-forms.ts';
import { surely } from './health/database-clock.ts';
import { type Fingerprint, localsOf, type Repeatable } from './locals.ts';
import { FICTIONAL_HEADER } from './meta/source.ts';
import { setCreditHeaders } from './sending/credit-headers.ts';
import type { Services } from './services.ts';

/** Answers a request from the answer stored for the same Idempotency-Key and request, if there is one, at no charge. */
export function answerRepeated(entry: OperationEntry, services: Services) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const locals = localsOf(res);
    if (locals.price!.due > 0) {
      locals.fingerprint = fingerprintOf(entry, locals.request!);
      const repeatable = repeatableOf(req, locals.fingerprint);
      if (repeatable) locals.repeatable = repeatable;
    }
    if (await replay(services, res)) return;
    if (locals.repeatable) await services.storedAnswers.makeRoom(locals.caller!.key_id);
    next();
  };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

function repeatableOf(req: Request, { canonical, former }: Fingerprint): Repeatable | null {
  const idempotency_key = idempotencyKeyOf(req);
  return idempotency_key === null ? null : { idempotency_key, fingerprint: former(), canonical: canonical() };
}

export function idempotencyKeyOf(req: Request): string | null {
  const idempotency_key = req.headers['idempotency-key'];
  if (idempotency_key === undefined) return null;
  if (typeof idempotency_key !== 'string' || !IDEMPOTENCY_KEY.test(idempotency_key)) {
    throw new ApiError(
      400,
      'malformed_request',
      'The Idempotency-Key must be 1 to 255 visible ASCII characters.',
    );
  }
  return idempotency_key;
}

/**
 * Attempts to charge, while other requests with the same Idempotency-Key are charged and then fail to send their
 * answer.
 */
export const MOST_TRIES = 5;

export const keyInUse = (): ApiError =>
  new ApiError(409, 'idempotency_key_in_use', 'The Idempotency-Key is in use by another request.');

/** The fingerprint of a request in its present state. */
export function fingerprintOf(
  { id }: OperationEntry,
  { path, query, body }: Pick<ValidRequest, 'path' | 'query' | 'body'>,
): Fingerprint {
  // Serialised now, since the handler may change the request.
  return fingerprintOfText(JSON.stringify([id, path, query, body ?? null]));
}

export function fingerprintOfText(text: string): Fingerprint {
  return {
    text,
    former: once(() => requestOfFirstRelease(text)),
    canonical: once(() => {
      const [id, ...parts] = JSON.parse(text);
      const request = canonicalRequest({ path: parts[0], query: parts[1], body: parts[2] });
      return JSON.stringify([id, request.path, request.query, request.body]);
    }),
  };
}

/** Operations whose `format` is newer than 1.1.0. */
const NEWER_FORMATS = new Set([
  'addresses.search',
  'location.schools',
  'planning.applications',
  'planning.hmo_register',
  'prices.comparables_by_uprn',
]);

/**
 * The request as release 1.1.0 serialised it: without the defaults of parameters that it did not have, and with its
 * own.
 */
function requestOfFirstRelease(text: string): string {
  const [id, path, query, body] = JSON.parse(text);
  const { ...asked } = query ?? {};
  if (asked.meta === 'whole') delete asked.meta;
  if (asked.format === 'json' && NEWER_FORMATS.has(id)) delete asked.format;
  if (id === 'addresses.search' && asked.min_score === 0) asked.min_score = 0.2;
  return JSON.stringify([id, path, asked, body]);
}

function once(text: () => string): () => string {
  let known: string | undefined;
  return () => {
    known ??= createHash('sha256').update(text()).digest('hex');
    return known;
  };
}

/** Whether an answer stored under an Idempotency-Key belongs to this request. */
export function isOfRequest(
  stored: { fingerprint: string; canonical: string | null },
  { fingerprint, canonical }: Pick<Repeatable, 'fingerprint' | 'canonical'>,
): boolean {
  return stored.canonical === canonical || stored.fingerprint === fingerprint;
}

/**
 * Sends the answer stored for this Idempotency-Key; false if there is none. Once the answer is sent to a second request
 * its charge stands, even if sending it to the first request failed.
 */
export async function replay(services: Services, res: Response): Promise<boolean> {
  const { caller, repeatable } = localsOf(res);
  if (!repeatable) return false;
  const at = surely(services.clock);
  const { idempotency_key } = repeatable;
  const stored = await storedAnswer.first(services.db, { key_id: caller!.key_id, idempotency_key, at });
  if (!stored) return false;
  if (!isOfRequest(stored, repeatable)) {
    throw unprocessable(
      'idempotency_key_reused',
      'The Idempotency-Key was used for another request within 24 hours.',
      [{ field: 'Idempotency-Key', issue: 'belongs to another request' }],
    );
  }
  if (stored.headers?.[FICTIONAL_HEADER] && !res.hasHeader(FICTIONAL_HEADER)) {
    // Real data have been loaded since, so an answer about the fictional country is dropped. Its charge stays in the
    // ledger.
    await forgottenAnswer.run(services.db, { key_id: caller!.key_id, idempotency_key });
    return false;
  }
  if (!stored.replayed) {
    const marked = await markReplayed.rows(services.db, { key_id: caller!.key_id, names: [idempotency_key] });
    // Sending the answer to the first request failed, and its charge has been taken back meanwhile.
    if (marked.length === 0) return false;
  }
  setCreditHeaders(res, caller!, 0);
  res.setHeader('Idempotency-Replayed', 'true');
  for (const [name, value] of Object.entries(stored.headers ?? {})) res.setHeader(name, value);
  res.setHeader('Content-Type', stored.content_type);
  res.end(sentOf({ content_type: stored.content_type, text: stored.body }));
  return true;
}
