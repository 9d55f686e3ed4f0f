import { monthTime, yearsBetween } from './dates.ts';
import { indexLevel } from './index-level.ts';
import { type EffectObservation, propertyEffect } from './property-effect.ts';
import { holdBin } from './settings.ts';
import type { FittedSettings, GrowthIndex, PastSale, SaleEvidence } from './types.ts';

export interface LastSoldGrowth {
  log_value: number;
  last_sale: PastSale;
  years_held: number;
  index: { id: string; from: string; to: string; factor: number };
}

/** A price twice or half of what its place suggests is probably not a whole, free sale. */
const SUSPECT_LOG_RATIO = Math.log(2);
const ADDITIONAL_NOISE = 4;
const NEW_BUILD_NOISE = 1.5;
const DEFAULT_WEIGHT = 0.7;
const LONG_HOLD_YEARS = 6;

/**
 * The dwelling's own sales brought to `as_of`: the last standard sale grown by the index, blended with its
 * place's level plus all that its past sales say of it. Null without a standard sale, or where several prices
 * on one day show that the address is more than one dwelling.
 */
export function lastSoldGrowth(evidence: SaleEvidence): LastSoldGrowth | null {
  const { index, subject, settings, as_of, location } = evidence;
  if (!index) return null;
  const sales = evidence.past_sales.filter((s) => s.date <= as_of).sort((a, b) => (a.date < b.date ? -1 : 1));
  if (soldInParts(sales)) return null;
  const last = sales.filter((sale) => sale.category === 'standard').at(-1);
  if (!last) return null;
  const years = Math.max(0, yearsBetween(last.date, as_of));
  const now = indexLevel(index, as_of);
  const growth = now - indexLevel(index, last.date);
  const offset = settings.offsets[last.new_build ? 'new_build' : 'resale'][holdBin(years)] ?? 0;
  const own = Math.log(last.price) + growth + offset;
  const used = { id: index.id, from: last.date, to: as_of, factor: Math.exp(growth) };
  if (!location) return { log_value: own, last_sale: last, years_held: years, index: used };

  const effect = propertyEffect(
    observations(sales, location.log_price, index, settings),
    monthTime(as_of) / 12,
    settings.variance,
  );
  const placed = location.log_price + now + effect.mean;
  const suspect = Math.abs(own - location.log_price - now) > SUSPECT_LOG_RATIO;
  const weights = settings.weights[subject.property_type] ?? [DEFAULT_WEIGHT, DEFAULT_WEIGHT];
  const weight = suspect ? 0 : weights[years < LONG_HOLD_YEARS ? 0 : 1];
  return {
    log_value: weight * own + (1 - weight) * placed,
    last_sale: last,
    years_held: years,
    index: used,
  };
}

function observations(
  sales: readonly PastSale[],
  log_price: number,
  index: GrowthIndex,
  settings: FittedSettings,
): EffectObservation[] {
  return sales.map((sale) => {
    const premium = sale.new_build ? settings.new_build_premium : 0;
    const residual = Math.log(sale.price) - indexLevel(index, sale.date) - log_price - premium;
    const doubtful = sale.category === 'additional' || Math.abs(residual) > SUSPECT_LOG_RATIO;
    const noise =
      settings.variance.noise * (doubtful ? ADDITIONAL_NOISE : 1) * (sale.new_build ? NEW_BUILD_NOISE : 1);
    return { years: monthTime(sale.date) / 12, residual, noise };
  });
}

/** Different prices on one day: flats or plots that share an address, so no growth can be read from them. */
function soldInParts(sales: readonly PastSale[]): boolean {
  return sales.some(
    (sale, i) => i > 0 && sale.date === sales[i - 1]!.date && sale.price !== sales[i - 1]!.price,
  );
}
