import { twoDecimals } from '../../statistics/quantiles.ts';
import type { ShortLetRow } from '../str/market.query.ts';

const MOST_COMPARABLES = 100;
const DAYS = 365;
/** Differences at which the similarity of two homes falls to one half. */
const HALF = { distance_m: 1000, guests: 2, bathrooms: 1 };
const OFF_BY_A_BEDROOM = 0.5;

export interface Subject {
  easting: number;
  northing: number;
  bedrooms: number;
  bathrooms: number;
  property_kind: 'house' | 'apartment' | null;
  guests: number | null;
}

export interface Compared {
  row: ShortLetRow & { price_pn: number; bedrooms: number };
  distance_m: number;
  similarity: number;
  nights: number;
}

/**
 * Compares a listing with the home. The similarity is the mean over the known parts: distance, bedrooms, type, guests
 * and bathrooms.
 */
export function compare(row: Compared['row'], subject: Subject, night_cap: number | null): Compared {
  const distance_m = Math.hypot(row.easting - subject.easting, row.northing - subject.northing);
  const half = (units: number) => 0.5 ** Math.abs(units);
  const parts = [
    half(distance_m / HALF.distance_m),
    row.bedrooms === subject.bedrooms ? 1 : OFF_BY_A_BEDROOM,
    row.property_kind && subject.property_kind ? Number(row.property_kind === subject.property_kind) : null,
    row.guests && subject.guests ? half((row.guests - subject.guests) / HALF.guests) : null,
    row.bathrooms === null ? null : half((row.bathrooms - subject.bathrooms) / HALF.bathrooms),
  ].filter((part) => part !== null);
  return {
    row,
    distance_m: Math.round(distance_m),
    similarity: parts.reduce((sum, part) => sum + part, 0) / parts.length,
    nights: Math.min(row.nights_12m, night_cap ?? DAYS),
  };
}

/** The 100 most similar listings. Ties are ordered by id, so that the choice is stable. */
export function mostSimilar(all: Compared[]): Compared[] {
  return [...all]
    .sort(
      (a, b) =>
        b.similarity - a.similarity || a.row.id.length - b.row.id.length || (a.row.id < b.row.id ? -1 : 1),
    )
    .slice(0, MOST_COMPARABLES);
}

/** Weighted quantile: each value stands at the middle of its weight, and values in between are interpolated. */
export function weightedQuantile(pairs: { value: number; weight: number }[], q: number): number {
  const sorted = [...pairs].sort((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, pair) => sum + pair.weight, 0);
  let before = 0;
  let last = { at: 0, value: sorted[0]?.value ?? 0 };
  for (const { value, weight } of sorted) {
    const at = (before + weight / 2) / total;
    if (at >= q) {
      const gap = at - last.at;
      const share = gap > 0 && last.at > 0 ? (q - last.at) / gap : 1;
      return last.value + (value - last.value) * share;
    }
    last = { at, value };
    before += weight;
  }
  return last.value;
}

/**
 * Yearly figures of the home from its comparables, in pounds and per cent. Revenue and nights are medians. The nightly
 * price is revenue divided by nights, so that price times occupancy gives revenue per night.
 */
export function annualOf(compared: Compared[], finish: number) {
  const at = (q: number, value: (item: Compared) => number) =>
    weightedQuantile(
      compared.map((item) => ({ value: value(item), weight: item.similarity })),
      q,
    );
  const revenue = (item: Compared) => item.row.price_pn * finish * item.nights;
  const p50 = at(0.5, revenue);
  const nights = at(0.5, (item) => item.nights);
  const adr = nights > 0 && p50 > 0 ? p50 / nights : at(0.5, (item) => item.row.price_pn * finish);
  return {
    revenue: {
      p25: twoDecimals(at(0.25, revenue)),
      p50: twoDecimals(p50),
      p75: twoDecimals(at(0.75, revenue)),
    },
    occupancy_pct: twoDecimals((nights / DAYS) * 100),
    adr: twoDecimals(adr),
    revpar: twoDecimals(p50 / DAYS),
  };
}

/** Fewest reviews for a seasonal pattern. */
export const FEWEST_REVIEWS = 100;

/**
 * Spreads the nights of the year over the months in proportion to the reviews of the comparables, since a stay is
 * reviewed in the month in which it ends. A month takes at most its number of days; the rest goes to the others. The
 * nightly price is that of the year, because listings have one price. Empty below 100 reviews, or if the months cannot
 * hold the nights.
 */
export function monthlyOf(
  annual: { revenue: { p50: number }; occupancy_pct: number; adr: number },
  reviews: readonly { month: number; reviews: number }[],
) {
  const total = reviews.reduce((sum, row) => sum + row.reviews, 0);
  if (total < FEWEST_REVIEWS) return [];
  const weights = Array.from(
    { length: 12 },
    (_, i) => (reviews.find((row) => row.month === i + 1)?.reviews ?? 0) / total,
  );
  const spread = spreadNights((annual.occupancy_pct / 100) * DAYS, weights);
  if (!spread) return [];
  const year = spread.reduce((sum, nights) => sum + nights, 0);
  return spread.map((nights, i) => {
    const revenue = year === 0 ? 0 : (annual.revenue.p50 * nights) / year;
    return {
      month: i + 1,
      adr: annual.adr,
      occupancy_pct: twoDecimals((nights / MONTH_DAYS[i]!) * 100),
      revenue: twoDecimals(revenue),
      revpar: twoDecimals(revenue / MONTH_DAYS[i]!),
    };
  });
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Nights by month in proportion to the weights, each month at most its days; null if they do not fit. */
function spreadNights(nights: number, weights: readonly number[]): number[] | null {
  const full = new Set<number>();
  for (;;) {
    const remaining = nights - [...full].reduce((sum, i) => sum + MONTH_DAYS[i]!, 0);
    if (remaining > 0 && weights.every((weight, i) => weight === 0 || full.has(i))) return null;
    const open = weights.reduce((sum, weight, i) => (full.has(i) ? sum : sum + weight), 0);
    const share = (i: number) =>
      full.has(i) ? MONTH_DAYS[i]! : open > 0 ? (remaining * weights[i]!) / open : 0;
    const beyond = weights.findIndex((_, i) => !full.has(i) && share(i) > MONTH_DAYS[i]!);
    if (beyond === -1) return weights.map((_, i) => share(i));
    full.add(beyond);
  }
}
