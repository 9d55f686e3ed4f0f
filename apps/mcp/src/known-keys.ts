import { createHash } from 'node:crypto';

/** Keys that the REST layer knew recently, by their hashes. */
export interface KnownKeys {
  has(authorization: string | null): boolean;
  add(authorization: string | null): void;
}

/** Remembers each key for `for_ms`. If there are more than `most`, the oldest entry is removed. */
export function createKnownKeys(now_ms: () => number, for_ms: number, most: number): KnownKeys {
  const until_ms = new Map<string, number>();
  const hashOf = (authorization: string | null) =>
    createHash('sha256')
      .update(authorization ?? '')
      .digest('base64');
  return {
    has: (authorization) => (until_ms.get(hashOf(authorization)) ?? 0) > now_ms(),
    add(authorization) {
      const hash = hashOf(authorization);
      until_ms.delete(hash);
      until_ms.set(hash, now_ms() + for_ms);
      if (until_ms.size > most) until_ms.delete(until_ms.keys().next().value!);
    },
  };
}
