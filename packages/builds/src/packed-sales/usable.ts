import { FLOOR_AREA_SQM, USABLE_PRICE } from '@domesday/valuation';

/**
 * SQL for the rule of `unusableReason` and `soldTogether`: whether statistics may use a sale. Index: the primary key of
 * sold_together.
 */
export function usableSale(sale: string): string {
  const { least, most } = USABLE_PRICE;
  return `(${sale}.property_type <> 'other' and ${sale}.price between ${least} and ${most}
    and not ${isSoldTogether(sale)})`;
}

/** SQL for whether the last build found that the price of a sale is the total of several homes. */
export function isSoldTogether(sale: string): string {
  return `exists (select from sold_together o where o.transaction_id = ${sale}.transaction_id)`;
}

/** SQL for whether a floor area is plausible for a home. Other floor areas are entry errors. */
export function usableArea(floor_area_sqm: string): string {
  return `(${floor_area_sqm} between ${FLOOR_AREA_SQM.least} and ${FLOOR_AREA_SQM.most})`;
}

/**
 * SQL for the order of a home's certificates by which the first gives the floor area: the newest with a usable one,
 * else the newest. `certificate` is the alias of a row of energy_certificates.
 */
export function byFloorArea(certificate: string): string {
  return `${usableArea(`${certificate}.floor_area_sqm`)} desc nulls last, ${newestFirst(certificate)}`;
}

/** SQL for the order of a home's certificates by which the first, the newest, gives everything but the floor area. */
export function newestFirst(certificate: string): string {
  return `${certificate}.lodged_on desc nulls last, ${certificate}.certificate_number desc`;
}
