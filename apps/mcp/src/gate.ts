import type { ServerResponse } from 'node:http';
import { createUnknownKeyLimit } from '@domesday/open-network/unknown-keys';
import { createKnownKeys } from './known-keys.ts';

/** For so long a key that the REST layer knew is not counted with those that nobody has. */
const KNOWN_MS = 60_000;
const MOST_KNOWN = 20_000;

/** Who may have a message read: each key that is known, and of each address so many that are not. */
export interface Gate {
  /** Notes that the REST layer knew the key. */
  knew(authorization: string | null): void;
  /** Null where the message may be read, else the seconds to wait. `address` is null for this machine. */
  admit(authorization: string | null, address: string | null, response: ServerResponse): number | null;
}

/** A message without a known key costs this process as much as one with it, so its address is counted first. */
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
