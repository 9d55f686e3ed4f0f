import { typeOf } from '../read/block.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import { WEAK_STREET_TYPES } from '../text/words.ts';
import { wordAgreement } from './compare-words.ts';

/** Whether a word is, or ends with, a street type: CASTLEGATE for 3 CASTLE GATE. */
export const endsLike = (word: string, type: string): boolean =>
  word.endsWith(type) || wordAgreement(type, word) >= 0.7;

/** Whether the streets have different types: OAK ROAD, OAK CLOSE. */
export function isOfOtherType({ parsed, index }: PreparedAddress, candidate: PreparedAddress): boolean {
  // ST of 36 ST QUAX ROAD is no street type, and GARDEN of GARDEN ROAD is not the type of GARDEN GARDENS.
  const counts = (word: string, type: string): boolean => word === type || !index.has(word);
  const own = typeOf(parsed.street);
  const other = typeOf(candidate.parsed.street);
  if (own === null || own === other) return false;
  // 12 OAK HEIGHTS, MILL ROAD against 12 OAK HEIGHTS, XANBURY: only one gives the street.
  if (isNumbered(parsed) && isNamedAfter(parsed.building, candidate.parsed.street, 0)) return false;
  // 12 EASTGATE MEWS against 12 EASTGATE, which may have a mews of its name.
  if (other === null)
    return (
      (candidate.parsed.street.length > 0 || isNamedAfter(parsed.street, candidate.parsed.building)) &&
      !candidate.words.some((word) => endsLike(word, own) && counts(word, own))
    );
  // ORANGE HILL GROVE is parsed as ORANGE HILL with GROVE in the tail. MARKET of MARKET HARBOROUGH is no street type.
  const second = parsed.number && parsed.street.length > 1 ? (parsed.tail[0] ?? '') : '';
  const isNext = WEAK_STREET_TYPES.has(second) && !candidate.parsed.tail.includes(second);
  const type = isNext && !parsed.street.includes(other) ? second : own;
  if (wordAgreement(type, other) >= 0.7) return false;
  return !candidate.words.some((word) => wordAgreement(type, word) >= 0.7 && counts(word, type));
}

/** 12 OAK MANOR MEWS against 12 OAK MANOR, which may have a mews of its name. */
const isNamedAfter = (street: readonly string[], block: readonly string[], more = 1): boolean =>
  block.length > 0 && block.length + more <= street.length && block.every((word, i) => word === street[i]);

/** Whether the number or the flat belongs to the building. */
const isNumbered = ({ number, unit, number_of }: PreparedAddress['parsed']): boolean =>
  (number === null && unit !== null) || number_of === 'building';
