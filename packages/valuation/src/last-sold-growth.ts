import { blended, ownSales } from './own-sales.ts';
import type { PastSale, SaleEvidence } from './types.ts';

export interface LastSoldGrowth {
  log_value: number;
  last_sale: PastSale;
  years_held: number;
  index: { id: string; area: string; from: string; to: string; factor: number };
}

/**
 * The dwelling's own sales brought to `as_of`: the last standard sale grown by the index, blended with its
 * place's level plus all that its past sales say of it. Null where the sales do not allow it.
 */
export function lastSoldGrowth(evidence: SaleEvidence): LastSoldGrowth | null {
  const { index, settings, as_of, location } = evidence;
  const own = index && ownSales(evidence.past_sales, as_of, index, location, settings);
  if (!own) return null;
  return {
    log_value: blended(own, settings.blend),
    last_sale: own.last_sale,
    years_held: own.years_held,
    index: {
      id: index.id,
      area: index.area,
      from: own.last_sale.date,
      to: as_of,
      factor: Math.exp(own.growth),
    },
  };
}
