import { createKnownKeys } from './known-keys.ts';
import type { Answer, Upstream } from './upstream.ts';

/** `refused` has the REST layer's own answer; `unknown` means that the REST layer did not decide. */
export type KeyState = { key: 'valid' } | { key: 'refused'; answer: Answer } | { key: 'unknown' };
export type KeyCheck = (authorization: string | null, address: string | null) => Promise<KeyState>;

const REMEMBERED_MS = 2_000;
const REMEMBERED_KEYS = 1_000;

/**
 * Asks the REST layer whether a key is valid. A valid key is cached for two seconds, so that a revoked key stops
 * working within the five seconds that the service promises.
 */
export function createKeyCheck(upstream: Upstream, now: () => number): KeyCheck {
  const valid = createKnownKeys(now, REMEMBERED_MS, REMEMBERED_KEYS);
  return async (authorization, address) => {
    if (valid.has(authorization)) return { key: 'valid' };
    const answer = await upstream.ask({ method: 'get', path: '/account', address }, authorization);
    if (answer.status === null) return { key: 'unknown' };
    // A caller over the limit of its key, or without credits, has a valid key. A caller over the limit of its address
    // may not.
    if (!answer.knows_key)
      return answer.status === 401 || answer.status === 429 ? { key: 'refused', answer } : { key: 'unknown' };
    valid.add(authorization);
    return { key: 'valid' };
  };
}
