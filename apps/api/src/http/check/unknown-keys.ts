import { MOST_UNKNOWN } from '@domesday/open-network/unknown-keys';
import type { Request } from 'express';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';

/**
 * Admits one more look-up of a key or session for the address of a request, or throws a 429. Call the returned function
 * if the key is known, so that the look-up does not count. Requests from this machine have no limit.
 */
export function admitUnknownKey({ unknownKeys, addressOf }: Services, req: Request): () => void {
  const address = addressOf(req);
  const admitted = address === null ? () => {} : unknownKeys.admit(address);
  if (typeof admitted === 'function') return admitted;
  throw new ApiError(
    429,
    'rate_limited',
    `More than ${MOST_UNKNOWN} unknown keys from this address in 10 seconds. Wait ${admitted} s.`,
    { retry_after_s: admitted },
  );
}
