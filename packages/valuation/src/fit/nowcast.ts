import { NOWCAST_DAMPING, trailingSlope } from '../index-level.ts';

const SEASON_YEARS = 8;
const SEASON_PRIOR_YEARS = 2;
const RECENT_MONTHS = 3;
/**
 * Possible shares of the newest months in the slope. They show a turn of the market first. At most a half, since the
 * newest months are revised after publication, which a finished series does not show.
 */
const RECENT_SHARES = [0, 0.25, 0.5];
/** Months ahead for which the shares are tested: what a request on an ordinary day needs. */
const TESTED_MONTHS = 3;
const FEWEST_TESTS = 36;

/**
 * Extends a monthly log series by `months` months: a damped slope plus the season. The published index is not
 * seasonally adjusted, and a spring level must not be taken for growth. The slope is that of the trailing year, mixed
 * with that of the newest months by the share that has predicted this series best so far.
 */
export function nowcast(levels: Float64Array, months: number): Float64Array {
  const n = levels.length;
  const season = seasonAround(levels);
  const share = recentShare(levels, season);
  const slope = (trailingSlope(levels) + share * turn(levels, season, n - 1)) * NOWCAST_DAMPING;
  const carried = new Float64Array(months);
  for (let h = 1; h <= months; h++) {
    carried[h - 1] = levels[n - 1]! + slope * h + season[(n - 1 + h) % 12]! - season[(n - 1) % 12]!;
  }
  return carried;
}

/** The share of the newest months that would have predicted the series best; 0 for a short series. */
function recentShare(levels: Float64Array, season: Float64Array): number {
  const losses = RECENT_SHARES.map(() => 0);
  const last = levels.length - 1 - TESTED_MONTHS;
  if (last - 12 < FEWEST_TESTS) return 0;
  for (let i = 12; i <= last; i++) {
    const grown = levels[i + TESTED_MONTHS]! - levels[i]!;
    const seasonal = season[(i + TESTED_MONTHS) % 12]! - season[i % 12]!;
    const year = (levels[i]! - levels[i - 12]!) / 12;
    const newest = turn(levels, season, i);
    RECENT_SHARES.forEach((share, j) => {
      const slope = (year + share * newest) * NOWCAST_DAMPING;
      losses[j]! += Math.abs(grown - seasonal - slope * TESTED_MONTHS);
    });
  }
  return RECENT_SHARES[losses.indexOf(Math.min(...losses))]!;
}

/** How much faster the newest months grew than the trailing year, per month, seasonally adjusted. */
function turn(levels: Float64Array, season: Float64Array, at: number): number {
  const from = at - RECENT_MONTHS;
  if (at < 12) return 0;
  const newest = levels[at]! - levels[from]! - season[at % 12]! + season[from % 12]!;
  return newest / RECENT_MONTHS - (levels[at]! - levels[at - 12]!) / 12;
}

/**
 * Mean deviation from the centred twelve-month mean by month of the year (position modulo 12), over the last eight
 * years, shrunk towards 0. All 0 for a series too short to show a season.
 */
function seasonAround(levels: Float64Array): Float64Array {
  const sums = new Float64Array(12);
  const counts = new Float64Array(12);
  for (let i = Math.max(6, levels.length - 6 - 12 * SEASON_YEARS); i < levels.length - 6; i++) {
    let mean = (levels[i - 6]! + levels[i + 6]!) / 24;
    for (let k = i - 5; k <= i + 5; k++) mean += levels[k]! / 12;
    sums[i % 12]! += levels[i]! - mean;
    counts[i % 12]! += 1;
  }
  return sums.map((sum, month) => sum / (counts[month]! + SEASON_PRIOR_YEARS));
}
