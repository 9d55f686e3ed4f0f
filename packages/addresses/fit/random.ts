export type Random = () => number;

/** Mulberry32: small and fast, with the same numbers for a seed on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Favours the beginning of the list, as the commonest names are more frequent. */
export function pickSkewed<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() ** 2.2 * items.length)] as T;
}

export function whole(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}
