import type { ServerResponse } from 'node:http';
import { createUnknownKeyLimit } from '@domesday/open-network/unknown-keys';
import { createKnownKeys } from './known-keys.ts';

/** Time for which a key counts as known after the REST layer accepted it. */
const KNOWN_MS = 60_000;
const MOST_KNOWN = 20_000;

/** Limits whose messages are read: all those with a known key, and a number from each address with unknown keys. */
export interface Gate {
  /** Records that the REST layer knew the key. */
  knew(authorization: string | null): void;
  /** Null if the message may be read, else the seconds to wait. `address` is null for this machine. */
  admit(authorization: string | null, address: string | null, response: ServerResponse): number | null;
}

/** Reading a message without a known key costs this process as much as any other, so it is counted by address first. */
export function createGate(now_ms: () => number): Gate {
  const unknownKeys = createUnknownKeyLimit(now_ms);
  const known = createKnownKeys(now_ms, KNOWN_MS, MOST_KNOWN);
  return {
    knew: known.add,
    admit(authorization, address, response) {
      if (address === null || known.has(authorization)) return null;
      const admitted = unknownKeys.admit(address);
      if (typeof admitted === 'number') return admitted;
      response.once('close', () => known.has(authorization) && admitted());
      return null;
    },
  };
}
