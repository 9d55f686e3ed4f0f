/** Slots for requests: a total, a maximum for one key and one for one address. */
export interface Shares {
  readonly in_use: number;
  /** Takes a slot and returns the function that frees it; else says which limit is reached. */
  take(key: string, address: string | null): (() => void) | Refused;
}

export type Refused = 'all' | 'key' | 'address';

/** `address` is null for a request of this machine, whose programs serve many callers. */
function createShares(most: { all: number; key: number; address: number }): Shares {
  let in_use = 0;
  const byKey = new Map<string, number>();
  const byAddress = new Map<string, number>();
  return {
    get in_use() {
      return in_use;
    },
    take(key, address) {
      if (in_use >= most.all) return 'all';
      if ((byKey.get(key) ?? 0) >= most.key) return 'key';
      if (address !== null && (byAddress.get(address) ?? 0) >= most.address) return 'address';
      const add = (by: number): void => {
        in_use += by;
        change(byKey, key, by);
        if (address !== null) change(byAddress, address, by);
      };
      add(1);
      let held = true;
      return () => {
        if (held) add(-1);
        held = false;
      };
    },
  };
}

function change(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

/** Requests answered at once: at most half of the slots for one key, three quarters for one address. */
export function createSlots(most: number): Shares {
  const share = (part: number) => Math.max(1, Math.ceil(most * part));
  return createShares({ all: most, key: share(0.5), address: share(0.75) });
}

/** Bodies being received: they take no slot of the requests being answered. */
export function createArrivals(): Shares {
  return createShares({ all: 1024, key: 64, address: 256 });
}
