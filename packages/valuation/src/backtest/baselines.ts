import { distanceM } from '../comparables.ts';
import { monthNumber, monthTime } from '../dates.ts';
import type { PublishedIndex } from '../fit/area-model.ts';
import { backboneLevel, fitBackbone } from '../fit/backbone.ts';
import { indexLevel } from '../index-level.ts';
import { median } from '../math/quantile.ts';
import { typeNumber } from '../places.ts';
import { plausibleFloorArea } from '../sqft-estimate.ts';
import type { SaleEvidence } from '../types.ts';

/** Baselines without a model, on the same evidence, for comparison. */
export type Baseline = (evidence: SaleEvidence) => number | null;

/**
 * The last standard price times the published index of a region or authority, by type. The index is taken as published
 * at the time and held constant after its last month, because extrapolating a small authority's slope does harm.
 */
export function lastPriceByIndex(published: PublishedIndex, known_before: string): Baseline {
  const backbone = fitBackbone(published.id, published.area, published.rows, monthNumber(known_before) - 1);
  return (evidence) => {
    const last = evidence.past_sales.filter((sale) => sale.category === 'standard').at(-1);
    if (!last || !backbone) return null;
    const type = typeNumber(evidence.subject.property_type);
    const level = (date: string) =>
      backboneLevel(backbone, type, Math.min(monthTime(date), backbone.data_month));
    return last.price * Math.exp(level(evidence.as_of) - level(last.date));
  };
}

const NEAREST = 7;
const RECENT_MONTHS = 36;

/**
 * Median of the seven nearest sales of the same type and tenure in three years, indexed to the day by our index.
 * Nearest by straight distance; without positions by same postcode, then same street, then newest.
 */
export const nearestSeven: Baseline = (evidence) => {
  const { subject, as_of, index } = evidence;
  const now = monthTime(as_of);
  const eligible = evidence.candidates
    .filter(
      (candidate) =>
        candidate.category === 'standard' &&
        !candidate.new_build &&
        candidate.property_type === subject.property_type &&
        candidate.tenure === subject.tenure &&
        now - monthTime(candidate.date) <= RECENT_MONTHS,
    )
    .map((candidate) => {
      const street = subject.street !== null && candidate.street === subject.street ? 1000 : 5000;
      const near = candidate.postcode === subject.postcode ? 0 : street;
      return { candidate, distance: distanceM(subject, candidate) ?? near + now - monthTime(candidate.date) };
    })
    .sort((a, b) => a.distance - b.distance || (a.candidate.date > b.candidate.date ? -1 : 1))
    .slice(0, NEAREST);
  if (eligible.length === 0 || !index) return null;
  const level = indexLevel(index, as_of);
  return median(
    eligible.map(({ candidate }) => candidate.price * Math.exp(level - indexLevel(index, candidate.date))),
  );
};

/** The median price per square metre of similar sales with a floor area, times the home's floor area. */
export const pricePerSqm: Baseline = ({ subject, as_of, index, candidates }) => {
  if (!index || !plausibleFloorArea(subject.floor_area_sqm)) return null;
  const now = monthTime(as_of);
  const level = indexLevel(index, as_of);
  const rates = candidates
    .filter(
      (one) =>
        !one.new_build &&
        one.tenure === subject.tenure &&
        plausibleFloorArea(one.floor_area_sqm) &&
        now - monthTime(one.date) <= RECENT_MONTHS,
    )
    .map((one) => (one.price * Math.exp(level - indexLevel(index, one.date))) / one.floor_area_sqm!);
  return rates.length > 0 ? median(rates) * subject.floor_area_sqm : null;
};
