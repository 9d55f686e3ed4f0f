import {
  BUILDING_TYPES,
  COMPASS,
  LEADING_STREET_TYPES,
  STREET_TYPES,
  WEAK_STREET_TYPES,
} from '../text/words.ts';

const DIRECTIONS = new Set(COMPASS.values());

/**
 * The last word, before a direction: ROAD of OAK ROAD NORTH. Empty if the street begins with its type: HEOL Y DDERWEN.
 */
function lastWord(street: readonly string[]): string {
  if (LEADING_STREET_TYPES.has(street[0] ?? '')) return '';
  return street.at(DIRECTIONS.has(street.at(-1) ?? '') ? -2 : -1) ?? '';
}

/**
 * Whether what was parsed as the street may be a block, so that its numbers are those of flats: OAK COURT, THE
 * MALTINGS; but not OAK ROAD or HEOL Y DDERWEN, where FLAT 4 is not number 4.
 */
export function isBlock(street: readonly string[]): boolean {
  if (LEADING_STREET_TYPES.has(street[0] ?? '')) return false;
  const last = lastWord(street);
  return BUILDING_TYPES.has(last) || !(STREET_TYPES.has(last) || WEAK_STREET_TYPES.has(last));
}

/** Whether the words are certainly the name of a street, and not a town in the place of the street. */
export const endsAsStreet = (street: readonly string[]): boolean =>
  LEADING_STREET_TYPES.has(street[0] ?? '') || STREET_TYPES.has(lastWord(street));

/** The type that ends or begins the name of a street or block: ROAD, GARDENS, COURT, HEOL; null if none does. */
export function typeOf(street: readonly string[]): string | null {
  if (LEADING_STREET_TYPES.has(street[0] ?? '')) return street.length > 1 ? street[0]! : null;
  const last = lastWord(street);
  return STREET_TYPES.has(last) || WEAK_STREET_TYPES.has(last) || BUILDING_TYPES.has(last) ? last : null;
}
