import { median } from './math/quantile.ts';
import type { EffectObservation } from './property-effect.ts';
import type { LeftOut, PastSale, PropertyType } from './types.ts';

/**
 * A price under half of its place's level, or over four times it, is probably no arm's-length sale of the whole. Above
 * it counts as one at the limit, and what lies beyond has a weight of its own: a dearer sale never makes a home worth
 * less.
 */
export const SUSPECT_LOG_RATIO = { below: Math.log(2), above: Math.log(4) } as const;
/** A price over ten times or under a tenth of what other sales say is of many homes, of a part, or off by a digit. */
const OUT_OF_LINE_LOG_RATIO = Math.log(10);
/**
 * Chosen: a sale at under a third or over eight times both of its place and of each other sale of the home is of a
 * share or a part of it, or off by a digit, where the others keep to the place within a factor of two. From four times
 * on it counts the less, the farther it lies: no price that differs by a little counts for all or for nothing.
 */
const CONTRADICTED_LOG_RATIO = { below: Math.log(3), above: { from: Math.log(4), to: Math.log(8) } } as const;
const AT_ITS_PLACE_LOG_RATIO = Math.log(2);
/**
 * Chosen: a house that is registered as a flat by mistake, or the other way round, keeps to the growth of its place;
 * one that was split, or made of flats, sold at another price.
 */
const OTHER_KIND_LOG_RATIO = Math.log(1.5);

/**
 * Why a sale tells nothing of the home. One that is no plain sale must lie farther from its place than the last plain
 * one does, which is the odd one else. A last sale under a tenth of one of another kind is odd itself.
 */
export function whyLeftOut(
  sales: readonly PastSale[],
  seen: readonly EffectObservation[],
  i: number,
  last: number,
  type: PropertyType,
): LeftOut | null {
  if (i === last) return null;
  const { category, property_type } = sales[i]!;
  const [here, there] = [seen[i]!.residual, seen[last]!.residual];
  const apart = Math.abs(here - there);
  if (category === 'additional' && apart > SUSPECT_LOG_RATIO.above && Math.abs(here) > Math.abs(there))
    return 'additional_sale_out_of_line';
  const other_kind = (property_type === 'flat') !== (type === 'flat');
  if (other_kind && apart > OTHER_KIND_LOG_RATIO && apart < OUT_OF_LINE_LOG_RATIO)
    return 'sold_as_another_kind';
  const contradicted = category === 'standard' && lostWeight(sales, seen, i) === 1;
  return contradicted || (i < seen.length - 1 && isOutOfLine(seen, i)) ? 'sale_out_of_line' : null;
}

/** The last plain sale, where all else contradicts its price, and the share of its weight that it loses for it. */
export function contradictedLast(
  sales: readonly PastSale[],
  seen: readonly EffectObservation[],
  sized_above: number | null,
): { sale: PastSale; lost: number } | null {
  const last = sales.findLastIndex((sale) => sale.category === 'standard');
  const lost = last < 0 ? 0 : lostWeight(sales, seen, last, sized_above);
  return lost > 0 ? { sale: sales[last]!, lost } : null;
}

/**
 * How far its place and all other sales of that kind of home contradict a price alike, from 0 to 1, and one of them is
 * a plain one or the floor area contradicts it too.
 */
export function lostWeight(
  sales: readonly PastSale[],
  seen: readonly EffectObservation[],
  at: number,
  sized_above: number | null = null,
): number {
  const isFlat = ({ property_type }: PastSale) => property_type === 'flat';
  const alike = sales.flatMap((sale, i) => (i !== at && isFlat(sale) === isFlat(sales[at]!) ? [i] : []));
  const plain = alike.some((i) => sales[i]!.category === 'standard');
  const others = alike.map((i) => seen[i]!.residual);
  if (!plain && sized_above === null) return 0;
  if (others.some((residual) => Math.abs(residual) >= AT_ITS_PLACE_LOG_RATIO)) return 0;
  const here = seen[at]!.residual;
  const levels = [0, ...others, ...(plain ? [] : [sized_above!])];
  const { below, above } = CONTRADICTED_LOG_RATIO;
  if (here < 0) return Number(levels.every((level) => level - here > below));
  const apart = Math.min(...levels.map((level) => here - level));
  return Math.min(1, Math.max(0, (apart - above.from) / (above.to - above.from)));
}

/** Whether all others of a home agree twice as well among themselves as with the one at `i`. */
function isOutOfLine(seen: readonly EffectObservation[], i: number): boolean {
  const others = seen
    .filter((_, j) => j !== i)
    .map((one) => one.residual)
    .sort((a, b) => a - b);
  if (others.length < 2) return false;
  const apart = Math.abs(seen[i]!.residual - median(others));
  return apart > OUT_OF_LINE_LOG_RATIO && 2 * (others.at(-1)! - others[0]!) < apart;
}
