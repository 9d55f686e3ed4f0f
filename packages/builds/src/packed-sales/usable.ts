import { USABLE_PRICE } from '@domesday/valuation';

/** SQL of the rule of `oddSale`: whether a sale is one of a home at a price that a statistic can rest on. */
export function usableSale(sale: string): string {
  const { least, most } = USABLE_PRICE;
  return `(${sale}.property_type <> 'other' and ${sale}.price between ${least} and ${most})`;
}
