import { median } from './math/quantile.ts';
import type { EffectObservation } from './property-effect.ts';
import type { LeftOut, PastSale, PropertyType } from './types.ts';

/**
 * A price under half of its place's level, or over four times it, is probably no arm's-length sale of the whole home. A
 * price above the upper limit counts as the limit, and the excess has a weight of its own, so that a dearer sale never
 * makes a home worth less.
 */
export const SUSPECT_LOG_RATIO = { below: Math.log(2), above: Math.log(4) } as const;
/** A price over ten times, or under a tenth, of other sales is one of many homes, of a part, or wrong by a digit. */
const OUT_OF_LINE_LOG_RATIO = Math.log(10);
/**
 * Chosen: a sale at under a third, or over eight times, both of its place and of each other sale of the home is one of
 * a share or a part, or wrong by a digit, if the other sales are within a factor of two of the place. Between four and
 * eight times its weight falls gradually, so that a small difference in price never decides between all and nothing.
 */
const CONTRADICTED_LOG_RATIO = { below: Math.log(3), above: { from: Math.log(4), to: Math.log(8) } } as const;
const AT_ITS_PLACE_LOG_RATIO = Math.log(2);
/**
 * Chosen: a house registered as a flat by mistake, or the reverse, follows the growth of its place. A house that was
 * split into flats, or made of flats, sold at another price.
 */
const OTHER_KIND_LOG_RATIO = Math.log(1.5);

/**
 * Why the sale at index `i` says nothing of the home; null if it counts. `last` is the index of the last standard sale,
 * which always counts here. A sale of the additional category is left out only if it lies farther from its place than
 * the last standard sale; otherwise that one is the odd sale. Likewise a sale of another kind over ten times the last
 * standard sale stays, since the last one is then odd.
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
  const [residual, last_residual] = [seen[i]!.residual, seen[last]!.residual];
  const gap = Math.abs(residual - last_residual);
  if (
    category === 'additional' &&
    gap > SUSPECT_LOG_RATIO.above &&
    Math.abs(residual) > Math.abs(last_residual)
  )
    return 'additional_sale_out_of_line';
  const other_kind = (property_type === 'flat') !== (type === 'flat');
  if (other_kind && gap > OTHER_KIND_LOG_RATIO && gap < OUT_OF_LINE_LOG_RATIO) return 'sold_as_another_kind';
  const contradicted = category === 'standard' && lostWeight(sales, seen, i) === 1;
  return contradicted || (i < seen.length - 1 && isOutOfLine(seen, i)) ? 'sale_out_of_line' : null;
}

/** The last standard sale if all other evidence contradicts its price, and the share of its weight that it loses. */
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
 * The share of its weight, 0 to 1, that a sale loses because its place and all other sales of the same kind of home
 * contradict its price. One of the others must be a standard sale, or the floor area must contradict the price too.
 */
export function lostWeight(
  sales: readonly PastSale[],
  seen: readonly EffectObservation[],
  at: number,
  sized_above: number | null = null,
): number {
  const isFlat = ({ property_type }: PastSale) => property_type === 'flat';
  const alike = sales.flatMap((sale, i) => (i !== at && isFlat(sale) === isFlat(sales[at]!) ? [i] : []));
  const any_standard = alike.some((i) => sales[i]!.category === 'standard');
  const others = alike.map((i) => seen[i]!.residual);
  if (!any_standard && sized_above === null) return 0;
  if (others.some((residual) => Math.abs(residual) >= AT_ITS_PLACE_LOG_RATIO)) return 0;
  const own_residual = seen[at]!.residual;
  const levels = [0, ...others, ...(any_standard ? [] : [sized_above!])];
  const { below, above } = CONTRADICTED_LOG_RATIO;
  if (own_residual < 0) return Number(levels.every((level) => level - own_residual > below));
  const excess = Math.min(...levels.map((level) => own_residual - level));
  return Math.min(1, Math.max(0, (excess - above.from) / (above.to - above.from)));
}

/** Whether the sale at `i` is out of line: the other sales agree twice as well with each other as with it. */
function isOutOfLine(seen: readonly EffectObservation[], i: number): boolean {
  const others = seen
    .filter((_, j) => j !== i)
    .map((one) => one.residual)
    .sort((a, b) => a - b);
  if (others.length < 2) return false;
  const gap = Math.abs(seen[i]!.residual - median(others));
  return gap > OUT_OF_LINE_LOG_RATIO && 2 * (others.at(-1)! - others[0]!) < gap;
}
