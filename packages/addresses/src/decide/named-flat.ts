import { wordAgreement } from '../compare/compare-words.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import { POSITIONS, STOREYS } from '../text/words.ts';

const KINDS = new Set(['FLAT', 'APARTMENT', 'STUDIO', 'PENTHOUSE', 'MAISONETTE', 'BEDSIT']);
/** Which storey or side it is, which is compared as such; a garden flat may be that of the basement. */
const OF_STOREY: ReadonlyArray<{ has(word: string): boolean }> = [
  STOREYS,
  POSITIONS,
  new Set(['THE', 'FLOOR', 'UPPER', 'LOWER', 'GARDEN', 'AND', 'SELF', 'CONTAINED']),
];
const NAME = /^[A-Z]{2,}$/;

interface Listed {
  prepared: PreparedAddress;
  spelling(postcode: string | null): { whole: string };
}

/**
 * Whether the two are flats without a number of which one has a name that the other lacks: STAFF FLAT, 12 OAK ROAD
 * against LARK FLAT or THE FLAT, 12 OAK ROAD. REAR STUDIO is not FRONT STUDIO; the sides of flats are compared before.
 */
export function isOtherNamedFlat(
  text: string | null,
  { parsed: { unit } }: PreparedAddress,
  best: Listed,
): boolean {
  const { parsed } = best.prepared;
  if (text === null || !unit || !(KINDS.has(unit) || KINDS.has(parsed.unit ?? ''))) return false;
  const { whole } = best.spelling(parsed.postcode);
  return (
    hasNameBesides(text.split(' '), whole.split(' ')) || hasNameBesides(whole.split(' '), text.split(' '))
  );
}

function hasNameBesides(words: readonly string[], other: readonly string[]): boolean {
  return words.some((word, i) => {
    if (i === 0 || !KINDS.has(word)) return false;
    const name = words[i - 1] === 'FLOOR' && i > 1 ? words[i - 2]! : words[i - 1]!;
    if (!NAME.test(name) || (word === 'FLAT' && OF_STOREY.some((known) => known.has(name)))) return false;
    return name !== 'THE' && !other.some((own) => own === name[0] || wordAgreement(own, name) >= 0.7);
  });
}

const STUDIO = /\b(?:FLOOR|BASEMENT|ATTIC) (?:(?:FRONT|REAR|LEFT|RIGHT) )?(?:STUDIO|BEDSIT)\b/;
const FLAT = /\b(?:FLAT|APARTMENT|MAISONETTE)\b/;

/** FIRST FLOOR STUDIO for FIRST FLOOR FLAT: a storey that has a studio hardly has it alone. */
export function isOtherKindOnStorey(
  text: string | null,
  { parsed: { floors } }: PreparedAddress,
  best: Listed,
): boolean {
  if (floors.length === 0 || text === null) return false;
  const { whole } = best.spelling(best.prepared.parsed.postcode);
  return (STUDIO.test(text) && FLAT.test(whole)) || (STUDIO.test(whole) && FLAT.test(text));
}
