import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { mediaTypeOf } from '../batch/batch-request.ts';
import { canonicalRequest } from '../http/check/canonical-request.ts';
import { searchOf } from '../http/check/request-values.ts';
import { ApiError } from '../http/errors.ts';
import { given, isObject } from '../http/forms/plain-values.ts';

const MOST_INPUT_BYTES = 100 * 1024 * 1024;

/** SHA-256 of a request for a job, hexadecimal. */
export interface JobFingerprint {
  /** Of the request as it was sent. The previous version compares this one. */
  request_hash: string;
  /** Of the canonical form: parameters in any order and, in a JSON body, members in any order and without nulls. */
  canonical_hash: string;
}

interface SentJob {
  body: AsyncIterable<Buffer>;
  /** Valid only after the whole body was read. */
  fingerprint(): JobFingerprint;
}

/** The body of a request for a job, hashed while it is read. */
export function sentJob(req: Request): SentJob {
  const sent = createHash('sha256').update(req.originalUrl).update('\n');
  const canonical = createHash('sha256');
  const query = Object.fromEntries(searchOf(req));
  const isJson = mediaTypeOf(req) === 'application/json';
  const pieces: Buffer[] = [];
  if (!isJson) canonical.update(JSON.stringify(ordered(query))).update('\n');
  return {
    body: (async function* () {
      let bytes = 0;
      // Keep the connection: a refusal must still be sent on it although the body was not read to its end.
      for await (const piece of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes > MOST_INPUT_BYTES)
          throw new ApiError(413, 'body_too_large', 'The inputs of a job may have at most 100 MB.');
        sent.update(piece);
        if (isJson) pieces.push(piece);
        else canonical.update(piece);
        yield piece;
      }
    })(),
    fingerprint: () => ({
      request_hash: sent.copy().digest('hex'),
      canonical_hash: (isJson
        ? createHash('sha256').update(canonicalJob(query, pieces))
        : canonical.copy()
      ).digest('hex'),
    }),
  };
}

/** The query and the body as one, since a parameter may stand in either. The text as it was sent if it is not JSON. */
function canonicalJob(query: object, pieces: readonly Buffer[]): string {
  const text = Buffer.concat(pieces).toString();
  try {
    const { items, area, parameters = {}, ...others } = given({ ...query, ...JSON.parse(text) });
    const each = Array.isArray(items) ? items.map((item) => ordered(filled(item))) : items;
    const shared = ordered(filled(parameters));
    return JSON.stringify(ordered({ ...others, items: each, area: filled(area), parameters: shared }));
  } catch {
    return text;
  }
}

const filled = (value: unknown): unknown => (isObject(value) ? given(value) : value);

const ordered = (value: unknown): unknown => canonicalRequest({ path: {}, query: {}, body: value }).body;
