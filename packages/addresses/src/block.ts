import { BUILDING_TYPES, COMPASS, LEADING_STREET_TYPES, STREET_TYPES, WEAK_STREET_TYPES } from './words.ts';

const DIRECTIONS = new Set(COMPASS.values());

/**
 * Whether the numbers of what an address has for its street may be those of flats: OAK COURT, THE MALTINGS; but not
 * OAK ROAD or HEOL Y DDERWEN, where FLAT 4 is not number 4.
 */
export function isBlock(street: readonly string[]): boolean {
  if (LEADING_STREET_TYPES.has(street[0] ?? '')) return false;
  const last = street.at(DIRECTIONS.has(street.at(-1) ?? '') ? -2 : -1) ?? '';
  return BUILDING_TYPES.has(last) || !(STREET_TYPES.has(last) || WEAK_STREET_TYPES.has(last));
}
