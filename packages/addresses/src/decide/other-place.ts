import { wordAgreement } from '../compare/compare-words.ts';
import { isOfManyPlaces } from '../read/later-street.ts';
import type { ParsedAddress } from '../read/parse.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import {
  BUILDING_TYPES,
  COUNTIES,
  GENERIC_NAME_WORDS,
  NUMBERED_NAMES,
  STOP_WORDS,
  STREET_TYPES,
  WEAK_STREET_TYPES,
} from '../text/words.ts';

/** Least similarity of a word to one that may be meant by it. */
const LEAST_SIMILARITY = 0.5;
/** Places that have lodges, berths or huts, besides the types of houses and streets. */
const PLACE_WORDS = new Set(
  'BARRACKS BOATYARD CAMP CAMPUS COLLEGE DEPOT DOCK DOCKS HOSPITAL MARINA MOORINGS PALACE UNIVERSITY'.split(
    ' ',
  ),
);
const TYPES = [BUILDING_TYPES, GENERIC_NAME_WORDS, PLACE_WORDS, STREET_TYPES, WEAK_STREET_TYPES];

const isType = (word: string): boolean => TYPES.some((types) => types.has(word));

/** The words between the name and the town. */
const placeOf = ({ street, locality }: ParsedAddress): string[] => [
  ...street,
  ...(locality === null ? [] : locality.split(' ')),
];

const namesOther = (place: readonly string[], { words, index }: PreparedAddress): boolean =>
  place.some(
    (word) =>
      word.length > 2 &&
      !isType(word) &&
      !STOP_WORDS.has(word) &&
      !COUNTIES.has(word) &&
      !index.has(word) &&
      !words.some((own) => wordAgreement(own, word) >= LEAST_SIMILARITY),
  );

/**
 * Whether each address names a place that the other does not: PORTERS LODGE, OAK COLLEGE and PORTERS LODGE, ELM
 * COLLEGE; BERTH 14, OAK WHARF and BERTH 14, ELM MOORINGS. Villages count only for numbered parts such as berths, since
 * people and lists often name the village of a home differently.
 */
export function isOfOtherPlace(query: PreparedAddress, candidate: PreparedAddress): boolean {
  const [own, other] = [query.parsed, candidate.parsed];
  if (own.number || other.number || own.building.length === 0) return false;
  if ((own.street.length > 0 && other.street.length > 0) || !isOfManyPlaces(own.building)) return false;
  const [ownWords, otherWords] = [placeOf(own), placeOf(other)];
  if (!NUMBERED_NAMES.has(own.building[0]!) && !(ownWords.some(isType) && otherWords.some(isType)))
    return false;
  return namesOther(ownWords, candidate) && namesOther(otherWords, query);
}
