import { quantile, quantileOfSorted } from '../math/quantile.ts';
import type { Scored } from './metrics.ts';

/** Ends of a 95 % confidence interval, in per cent. */
export interface ErrorIntervals {
  mdape_pct: [number, number];
  pe10_pct: [number, number];
}

const REPLICATES = 400;
const SEED = 1086;

/** Resamples whole postcodes with replacement. Equal rows give equal intervals. Null for fewer than 10 postcodes. */
export function bootstrap(rows: readonly Scored[]): ErrorIntervals | null {
  const clusters = new Map<string, number[]>();
  for (const row of rows) {
    const errors = clusters.get(row.cluster) ?? [];
    errors.push(Math.abs(row.value / row.price - 1));
    clusters.set(row.cluster, errors);
  }
  if (clusters.size < 10) return null;
  const groups = [...clusters.values()];
  const random = generator(SEED);
  const medians: number[] = [];
  const shares: number[] = [];
  for (let replicate = 0; replicate < REPLICATES; replicate++) {
    const drawn: number[] = [];
    for (let g = 0; g < groups.length; g++) {
      for (const error of groups[Math.floor(random() * groups.length)]!) drawn.push(error);
    }
    const sorted = Float64Array.from(drawn).sort();
    medians.push(100 * quantileOfSorted(sorted, 0.5));
    shares.push((100 * drawn.filter((error) => error <= 0.1).length) / drawn.length);
  }
  return { mdape_pct: ends(medians), pe10_pct: ends(shares) };
}

function ends(values: readonly number[]): [number, number] {
  return [Number(quantile(values, 0.025).toFixed(1)), Number(quantile(values, 0.975).toFixed(1))];
}

/** A small random generator (mulberry32), because `Math.random` cannot be seeded. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
