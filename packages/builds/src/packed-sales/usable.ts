import { FLOOR_AREA_SQM, USABLE_PRICE } from '@domesday/valuation';

/**
 * SQL of the rule of `oddSale` and `soldTogether`: whether a sale is one of a home at a price that a statistic can rest
 * on. By the primary key of sold_together.
 */
export function usableSale(sale: string): string {
  const { least, most } = USABLE_PRICE;
  return `(${sale}.property_type <> 'other' and ${sale}.price between ${least} and ${most}
    and not ${isSoldTogether(sale)})`;
}

/** SQL of whether the last build found the price of a sale registered beside several homes. */
export function isSoldTogether(sale: string): string {
  return `exists (select from sold_together o where o.transaction_id = ${sale}.transaction_id)`;
}

/** SQL of whether a floor area is that of a home; a certificate with any other was entered wrongly. */
export function usableArea(floor_area_sqm: string): string {
  return `(${floor_area_sqm} between ${FLOOR_AREA_SQM.least} and ${FLOOR_AREA_SQM.most})`;
}

/**
 * SQL of the order in which the certificates of a home tell its floor area: the newest of those with a usable one, else
 * the newest. `certificate` is the alias of a row of energy_certificates.
 */
export function byFloorArea(certificate: string): string {
  return `${usableArea(`${certificate}.floor_area_sqm`)} desc nulls last, ${newestFirst(certificate)}`;
}

/** SQL of the order of the certificates of a home by which the newest tells all but the floor area. */
export function newestFirst(certificate: string): string {
  return `${certificate}.lodged_on desc nulls last, ${certificate}.certificate_number desc`;
}
