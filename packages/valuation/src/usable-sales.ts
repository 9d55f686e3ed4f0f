import { typeNumber } from './places.ts';
import type { Category, OddSale, PropertyType } from './types.ts';

/**
 * Each sale once of those that are registered twice: of one home, on one day, at one price. The others tell nothing
 * more of the home. A plain market sale stays beside one that is not, else the first. Fit, back-test and service ask
 * this one rule too.
 */
export function registeredOnce<S extends { date: string; price: number; category: Category }>(
  sales: readonly S[],
  home: (sale: S) => string,
): S[] {
  const kept = new Map<string, S>();
  const keys = sales.map((sale) => `${home(sale)}|${sale.date}|${sale.price}`);
  for (const [i, sale] of sales.entries()) {
    const known = kept.get(keys[i]!);
    if (!known || (known.category === 'additional' && sale.category === 'standard')) kept.set(keys[i]!, sale);
  }
  return sales.filter((sale, i) => kept.get(keys[i]!) === sale);
}

/**
 * Sales in order of time. Of one day the last is the one that counts where they are of one home that was sold on at
 * once: a plain one, and of these the dearest. Their numbers are random and say nothing.
 */
export function inOrderOfTime<S extends { date: string; price: number; category: Category }>(
  sales: readonly S[],
): S[] {
  const plain = ({ category }: S) => Number(category === 'standard');
  return [...sales].sort((a, b) =>
    a.date === b.date ? plain(a) - plain(b) || a.price - b.price : a.date < b.date ? -1 : 1,
  );
}

/** The sales of one home in order of time, those that were registered twice once. */
export function salesOfHome<S extends { date: string; price: number; category: Category }>(
  sales: readonly S[],
): S[] {
  return inOrderOfTime(registeredOnce(sales, () => ''));
}

/** Prices, in pounds, outside which a sale is seldom that of one whole home at its market value. */
export const USABLE_PRICE = { least: 10_000, most: 20_000_000 } as const;

/**
 * Why no model may learn from a sale, nor any estimate rest on it; null for a usable one. Fit, back-test and service
 * ask this one rule. Sales of the additional category are usable: they count as weak evidence.
 */
export function oddSale(sale: { price: number; property_type: PropertyType }): OddSale | null {
  if (typeNumber(sale.property_type) < 0) return 'not_a_house_or_flat';
  if (sale.price < USABLE_PRICE.least) return 'price_below_usable';
  return sale.price > USABLE_PRICE.most ? 'price_above_usable' : null;
}
