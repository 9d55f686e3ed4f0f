import { quantileOfSorted } from './math/quantile.ts';

/** An estimated rent with its bounds, in the unit of the rents of the sample. */
export interface RentEstimate {
  rent: number;
  low: number;
  high: number;
}

/** Errors of estimated rents, per cent. */
export interface RentErrors {
  /** Number of rents that were compared with their estimate. */
  n: number;
  median_off_pct: number;
  within_10_pct: number;
  in_bounds_pct: number;
}

/** A letting: the day of agreement and the rent. */
export interface Letting {
  let_on: string;
  rent_pcm: number;
}

const FEWEST_RENTS = 5;
const FEWEST_FOR_TAILS = 20;
/** Half-width of the bounds, as a share of the rent, if the tails of the sample are not known. */
const HALF_WIDTH = 0.2;
/** 110 / 100 is not exactly 1.1 in binary, and a rent exactly 10 % off counts as within 10 %. */
const ROUNDING = 1e-9;

/**
 * A rent with the 10th and 90th percentile as bounds. A bound that is null or equal to the rent becomes 20 % off it.
 */
export function withBounds(rent: number, p10: number | null, p90: number | null): RentEstimate {
  return {
    rent,
    low: p10 === null || p10 === rent ? rent * (1 - HALF_WIDTH) : p10,
    high: p90 === null || p90 === rent ? rent * (1 + HALF_WIDTH) : p90,
  };
}

/** The median of ascending rents with its bounds; null for fewer than 5 rents. */
export function estimateRent(sorted: ArrayLike<number>): RentEstimate | null {
  if (sorted.length < FEWEST_RENTS) return null;
  const tail = (q: number) => (sorted.length < FEWEST_FOR_TAILS ? null : quantileOfSorted(sorted, q));
  return withBounds(quantileOfSorted(sorted, 0.5), tail(0.1), tail(0.9));
}

/** Collects the errors of estimated rents against rents paid that were not in the sample. */
export class RentScores {
  readonly #errors: number[] = [];
  #in_bounds = 0;

  add({ rent, low, high }: RentEstimate, paid: number): void {
    this.#errors.push(Math.abs(rent / paid - 1));
    if (paid >= low && paid <= high) this.#in_bounds++;
  }

  /** Null below `fewest` rents. */
  errors(fewest = 1): RentErrors | null {
    const sorted = Float64Array.from(this.#errors).sort();
    const n = sorted.length;
    if (n < Math.max(1, fewest)) return null;
    return {
      n,
      median_off_pct: percent(quantileOfSorted(sorted, 0.5)),
      within_10_pct: percent(sorted.filter((error) => error <= 0.1 + ROUNDING).length / n),
      in_bounds_pct: percent(this.#in_bounds / n),
    };
  }
}

const FEWEST_TESTED = 10;
/** More lettings would cost a request time and hardly change the figures. */
const MOST_TESTED = 100;

/**
 * Errors of the newest lettings, each against the estimate from lettings agreed on earlier days. Null below 10 tested
 * lettings. The order of the input does not matter.
 */
export function testLettings(lettings: readonly Letting[]): RentErrors | null {
  const scores = new RentScores();
  for (const { let_on, rent_pcm } of newest(lettings, MOST_TESTED)) {
    const earlier = lettings.filter((one) => one.let_on < let_on).map((one) => one.rent_pcm);
    const estimate = estimateRent(Float64Array.from(earlier).sort());
    if (estimate) scores.add(estimate, rent_pcm);
  }
  return scores.errors(FEWEST_TESTED);
}

/**
 * Errors of the medians of the year to September 2019, by market area and bedrooms, on the rents of the year to
 * September 2020: `npm run domesday -- backtest-rents` on the list of rents of both years.
 */
export const LIST_ERRORS: Readonly<Record<'B' | 'C' | 'D' | 'E', RentErrors>> = {
  B: { n: 97_207, median_off_pct: 10, within_10_pct: 48.9, in_bounds_pct: 81.4 },
  C: { n: 217_915, median_off_pct: 10.1, within_10_pct: 49.1, in_bounds_pct: 82.1 },
  D: { n: 141_384, median_off_pct: 11.1, within_10_pct: 45, in_bounds_pct: 82 },
  E: { n: 59_589, median_off_pct: 12.5, within_10_pct: 41.7, in_bounds_pct: 81.2 },
};

/**
 * The `most` newest lettings. If not all lettings of the earliest day fit, those taken are spread evenly from its
 * lowest rent to its highest.
 */
function newest(lettings: readonly Letting[], most: number): Letting[] {
  const ordered = [...lettings].sort((a, b) =>
    a.let_on === b.let_on ? a.rent_pcm - b.rent_pcm : a.let_on < b.let_on ? 1 : -1,
  );
  const last = ordered[most - 1];
  if (!last) return ordered;
  const later = ordered.filter(({ let_on }) => let_on > last.let_on);
  const same_day = ordered.filter(({ let_on }) => let_on === last.let_on);
  const room = most - later.length;
  const some = Array.from(
    { length: room },
    (_, i) => same_day[Math.floor(((i + 0.5) * same_day.length) / room)]!,
  );
  return [...later, ...some];
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10;
}
