import { typeNumber } from './places.ts';
import type { Category, PropertyType, UnusableReason } from './types.ts';

/**
 * Removes repeated registrations: sales of one home on one day at one price. A standard sale is kept rather than one of
 * the additional category, otherwise the first. Fit, back-test and service all use this rule.
 */
export function registeredOnce<S extends { date: string; price: number; category: Category }>(
  sales: readonly S[],
  home: (sale: S) => string,
): S[] {
  const bestOfKey = new Map<string, S>();
  const keys = sales.map((sale) => `${home(sale)}|${sale.date}|${sale.price}`);
  for (const [i, sale] of sales.entries()) {
    const known = bestOfKey.get(keys[i]!);
    if (!known || (known.category === 'additional' && sale.category === 'standard'))
      bestOfKey.set(keys[i]!, sale);
  }
  return sales.filter((sale, i) => bestOfKey.get(keys[i]!) === sale);
}

/**
 * Sales in order of time. Sales of one day, when a home was sold on at once, are ordered so that the one that counts is
 * last: standard after additional, then the dearest. Transaction numbers are random and say nothing of the order.
 */
export function inOrderOfTime<S extends { date: string; price: number; category: Category }>(
  sales: readonly S[],
): S[] {
  const plain = ({ category }: S) => Number(category === 'standard');
  return [...sales].sort((a, b) =>
    a.date === b.date ? plain(a) - plain(b) || a.price - b.price : a.date < b.date ? -1 : 1,
  );
}

/** The sales of one home in order of time, without repeated registrations. */
export function salesOfHome<S extends { date: string; price: number; category: Category }>(
  sales: readonly S[],
): S[] {
  return inOrderOfTime(registeredOnce(sales, () => ''));
}

/** Bounds, in pounds, outside which a price is rarely that of one whole home at its market value. */
export const USABLE_PRICE = { least: 10_000, most: 20_000_000 } as const;

/**
 * Why a sale must not be used by any fit or estimate; null for a usable sale. Fit, back-test and service all use this
 * rule. Sales of the additional category are usable: they count as weak evidence.
 */
export function unusableReason(sale: { price: number; property_type: PropertyType }): UnusableReason | null {
  if (typeNumber(sale.property_type) < 0) return 'not_a_house_or_flat';
  if (sale.price < USABLE_PRICE.least) return 'price_below_usable';
  return sale.price > USABLE_PRICE.most ? 'price_above_usable' : null;
}
