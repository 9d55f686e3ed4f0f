import { wordAgreement } from '../compare/compare-words.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import { POSITIONS, STOREYS } from '../text/words.ts';

const KINDS = new Set(['FLAT', 'APARTMENT', 'STUDIO', 'PENTHOUSE', 'MAISONETTE', 'BEDSIT']);
/** Words before FLAT that are no name: storeys and sides, which are compared elsewhere, and GARDEN. */
const STOREY_WORDS: ReadonlyArray<{ has(word: string): boolean }> = [
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
 * Whether one of two flats without numbers has a name that the other lacks: STAFF FLAT, 12 OAK ROAD against LARK FLAT
 * or THE FLAT, 12 OAK ROAD; REAR STUDIO against FRONT STUDIO. `compareUnits` compares the sides of flats.
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

/** Whether a name before the word for a flat is not among the other words. */
function hasNameBesides(words: readonly string[], other: readonly string[]): boolean {
  return words.some((word, i) => {
    if (i === 0 || !KINDS.has(word)) return false;
    const name = words[i - 1] === 'FLOOR' && i > 1 ? words[i - 2]! : words[i - 1]!;
    if (!NAME.test(name) || (word === 'FLAT' && STOREY_WORDS.some((known) => known.has(name)))) return false;
    return name !== 'THE' && !other.some((own) => own === name[0] || wordAgreement(own, name) >= 0.7);
  });
}

const STUDIO = /\b(?:FLOOR|BASEMENT|ATTIC) (?:(?:FRONT|REAR|LEFT|RIGHT) )?(?:STUDIO|BEDSIT)\b/;
const FLAT = /\b(?:FLAT|APARTMENT|MAISONETTE)\b/;

/** FIRST FLOOR STUDIO for FIRST FLOOR FLAT: a storey with a studio usually has other homes too. */
export function isOtherKindOnStorey(
  text: string | null,
  { parsed: { floors } }: PreparedAddress,
  best: Listed,
): boolean {
  if (floors.length === 0 || text === null) return false;
  const { whole } = best.spelling(best.prepared.parsed.postcode);
  return (STUDIO.test(text) && FLAT.test(whole)) || (STUDIO.test(whole) && FLAT.test(text));
}
