import { MOST_UNKNOWN } from '@domesday/open-network/strangers';
import type { Request } from 'express';
import { ApiError } from './errors.ts';
import type { Services } from './services.ts';

/**
 * Lets the address of a request have one more key or session looked up, or throws a 429. What it gives is called when
 * the key was known. This machine itself is in no limit.
 */
export function admitStranger({ strangers, addressOf }: Services, req: Request): () => void {
  const address = addressOf(req);
  const admitted = address === null ? () => {} : strangers.admit(address);
  if (typeof admitted === 'function') return admitted;
  throw new ApiError(
    429,
    'rate_limited',
    `More than ${MOST_UNKNOWN} unknown keys from this address in 10 seconds. Wait ${admitted} s.`,
    { retry_after_s: admitted },
  );
}
