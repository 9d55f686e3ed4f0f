import {
  BUILDING_TYPES,
  COMPASS,
  LEADING_STREET_TYPES,
  STREET_TYPES,
  WEAK_STREET_TYPES,
} from '../text/words.ts';

const DIRECTIONS = new Set(COMPASS.values());

/** The last word but a direction: ROAD of OAK ROAD NORTH. Empty if the street begins with its type: HEOL Y DDERWEN. */
function lastWord(street: readonly string[]): string {
  if (LEADING_STREET_TYPES.has(street[0] ?? '')) return '';
  return street.at(DIRECTIONS.has(street.at(-1) ?? '') ? -2 : -1) ?? '';
}

/**
 * Whether the numbers of what an address has for its street may be those of flats: OAK COURT, THE MALTINGS; but not
 * OAK ROAD or HEOL Y DDERWEN, where FLAT 4 is not number 4.
 */
export function isBlock(street: readonly string[]): boolean {
  if (LEADING_STREET_TYPES.has(street[0] ?? '')) return false;
  const last = lastWord(street);
  return BUILDING_TYPES.has(last) || !(STREET_TYPES.has(last) || WEAK_STREET_TYPES.has(last));
}

/** Whether it is the name of a street beyond doubt, and not a town that stands where the street would. */
export const endsAsStreet = (street: readonly string[]): boolean =>
  LEADING_STREET_TYPES.has(street[0] ?? '') || STREET_TYPES.has(lastWord(street));

/** The type that ends or begins the name of a street or block: ROAD, GARDENS, COURT, HEOL; null if none does. */
export function typeOf(street: readonly string[]): string | null {
  if (LEADING_STREET_TYPES.has(street[0] ?? '')) return street.length > 1 ? street[0]! : null;
  const last = lastWord(street);
  return STREET_TYPES.has(last) || WEAK_STREET_TYPES.has(last) || BUILDING_TYPES.has(last) ? last : null;
}
