import { networkOf } from './address.ts';

/** The key of a request and its parent, the key that created it; a key that no client created is its own parent. */
export interface Holder {
  key: string;
  parent: string;
}

/** Slots for requests: a total, and a maximum for one key, for a key with its sub-keys, and for one address. */
export interface SlotPool {
  /** The number of slots of requests whose answer is not yet computed. */
  readonly in_use: number;
  /** Takes a slot, or says which limit is reached. */
  take(holder: Holder, address: string | null): Place | Refused;
}

export interface Place {
  /** Call when the answer is computed: the slot then counts only for its key and address, until `free` is called. */
  answered(): void;
  free(): void;
}

export type Refused = 'all' | 'key' | 'family' | 'address';

interface Most {
  all: number;
  family: number;
  key: number;
  address: number;
  /**
   * True if a key with its sub-keys may hold no more slots than are free, because a client can hold them as long as it
   * likes. Others then always find a free slot, and the limit is not low on a server with few callers.
   */
  leaves_as_many?: boolean;
}

/** Creates a pool. In `take`, `address` is null for a request of this machine, whose programs serve many callers. */
function createSlotPool(most: Most): SlotPool {
  let in_use = 0;
  const byKey = new Map<string, number>();
  const byFamily = new Map<string, number>();
  const byAddress = new Map<string, number>();
  return {
    get in_use() {
      return in_use;
    },
    take({ key, parent }, asked_from) {
      const address = asked_from && networkOf(asked_from);
      const free = most.all - in_use;
      if (free <= 0) return 'all';
      if ((byKey.get(key) ?? 0) >= most.key) return 'key';
      const family_count = byFamily.get(parent) ?? 0;
      if (family_count >= most.family) return 'family';
      if (address !== null && (byAddress.get(address) ?? 0) >= most.address) return 'address';
      if (most.leaves_as_many && family_count >= free) return 'all';
      const add = (by: number): void => {
        change(byKey, key, by);
        change(byFamily, parent, by);
        if (address !== null) change(byAddress, address, by);
      };
      in_use++;
      add(1);
      let working = true;
      let occupied = true;
      const answered = (): void => {
        if (working) in_use--;
        working = false;
      };
      return {
        answered,
        free() {
          answered();
          if (occupied) add(-1);
          occupied = false;
        },
      };
    },
  };
}

function change(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

/**
 * Slots for requests being answered: at most half of them for a key with its sub-keys, three quarters for one address.
 */
export function createSlots(most: number): SlotPool {
  const share = (part: number) => Math.max(1, Math.ceil(most * part));
  return createSlotPool({ all: most, family: share(0.5), key: share(0.5), address: share(0.75) });
}

/** Slots for bodies being received, apart from the slots of requests being answered. */
export function createBodySlots(): SlotPool {
  return createSlotPool({ all: 1024, family: 256, key: 64, address: 256, leaves_as_many: true });
}

/** Slots for running batches: each uses a connection until its last input. */
export function createBatchSlots(): SlotPool {
  return createSlotPool({ all: 64, family: 16, key: 4, address: 16, leaves_as_many: true });
}

/** Slots for files of results being sent: each keeps some lines in memory until its client has read them. */
export function createFileSlots(): SlotPool {
  return createSlotPool({ all: 64, family: 16, key: 8, address: 32, leaves_as_many: true });
}
