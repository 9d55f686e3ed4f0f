import type { Context } from '../../http/handler.ts';
import { homeByUprn } from './sale.query.ts';
import { readSaleEvidence } from './sale-evidence.ts';

/** Sale value of a home today as by valuations.sale; null where it has none. */
export async function saleValue(
  context: Context,
  uprn: number,
): Promise<{ value: number; confidence: 'High' | 'Medium' | 'Low' } | null> {
  const home = await homeByUprn(context.db, uprn, context.today);
  if (!home) return null;
  // No open register tells of sales in Scotland, so that without one of its own there is nothing to read.
  if (home.country === 'Scotland' && home.sales.length === 0) return null;
  const { estimate } = await readSaleEvidence(context.db, home, context.today, false);
  return estimate && { value: estimate.value, confidence: estimate.confidence };
}

/** Says why a figure that needs the sale value is null. */
export function warnNoSaleValue(context: Context, field: string, country: string | null): void {
  if (country === 'Scotland') {
    context.warn(
      'not_in_jurisdiction',
      field,
      'Sale prices are not open data in Scotland, so that there is no sale value.',
    );
  } else if (!context.loaded('price-paid')) {
    context.warn('source_not_loaded', field, 'There is no sale value: load price-paid.');
  } else {
    context.warn('insufficient_sample', field, 'Too few sales are known for a sale value.');
  }
}
