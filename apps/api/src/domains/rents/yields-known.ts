import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { confidenceKnown, confidenceOfLets } from '../../statistics/known-period.ts';
import { knownSales, shareOfSales } from '../prices/market-known.ts';
import { newestSale } from '../prices/refuse.ts';
import type { AreaYield } from './yields-model.ts';

const CONFIDENCES = ['Low', 'Medium', 'High'] as const;

/** The confidence of a yield, limited by whichever of rents and prices covers less of its period. */
export async function confidenceOfYield(context: Context, found: AreaYield): Promise<Schema<'Confidence'>> {
  const { confidence, of, price_of } = found;
  const sides = [confidence];
  if (price_of.source === 'price-paid') {
    const known = await knownSales(context, newestSale(context));
    const share = shareOfSales(context, known, price_of.period, 'price_sample');
    sides.push(confidenceKnown(confidence, share));
  }
  if (of.source === 'operator-lettings')
    sides.push(confidenceOfLets(context, confidence, 'rent_sample', of.period));
  return CONFIDENCES.find((one) => sides.includes(one))!;
}
