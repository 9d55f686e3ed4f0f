import { NOWCAST_DAMPING, trailingSlope } from '../index-level.ts';

const SEASON_YEARS = 8;
const SEASON_PRIOR_YEARS = 2;

/**
 * Carries a monthly log series `months` further: the trailing year's slope, damped, plus the season. The published
 * index is not seasonally adjusted, and a spring level must not be taken for growth.
 */
export function nowcast(levels: Float64Array, months: number): Float64Array {
  const n = levels.length;
  const slope = trailingSlope(levels) * NOWCAST_DAMPING;
  const season = seasonAround(levels);
  const carried = new Float64Array(months);
  for (let h = 1; h <= months; h++) {
    carried[h - 1] = levels[n - 1]! + slope * h + season[(n - 1 + h) % 12]! - season[(n - 1) % 12]!;
  }
  return carried;
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
