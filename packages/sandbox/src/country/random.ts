/**
 * The sandbox's own random numbers: FNV-1a over a key, then mulberry32. Every home, street and file draws from a
 * stream with its own key, so a change in one place does not change the rest of the country.
 */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number, both ends included. */
  int(low: number, high: number): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Standard normal deviate. */
  normal(): number;
  /** Upper-case hexadecimal digits. */
  hex(digits: number): string;
}

export function randomFor(...key: (string | number)[]): Random {
  let state = hash(key.join('|'));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    hex: (digits) => Array.from({ length: digits }, () => int(0, 15).toString(16).toUpperCase()).join(''),
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
