import { wordAgreement } from '../compare/compare-words.ts';
import { endsAsStreet } from '../read/block.ts';
import { isOfManyPlaces } from '../read/later-street.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';
import { BUILDING_TYPES, COUNTIES, WEAK_STREET_TYPES } from '../text/words.ts';
import { isOfOtherPlace } from './other-place.ts';

/** Least similarity of two words that may be one. */
const LEAST_SIMILARITY = 0.5;
/** Most words between the first word of a house's name and the word for its kind, inclusive: MANOR HILL FARM. */
const LONGEST_NAME_WORDS = 3;

const says = ({ words, index }: PreparedAddress, word: string): boolean =>
  index.has(word) || words.some((own) => wordAgreement(own, word) >= LEAST_SIMILARITY);

const isNumberOfStreet = ({ parsed: { number, street } }: PreparedAddress): boolean =>
  number !== null && endsAsStreet(street) && !street.every((word) => COURTS_OF_HOUSES.has(word));
/** THE MEWS: a street without a name of its own, which many manors and halls have. */
const COURTS_OF_HOUSES = new Set(['THE', 'OLD', 'MEWS', 'ROW', 'TERRACE']);

/** Kinds of places with quarters, cottages or parts that other such places have too. */
const KINDS = new Set([
  ...BUILDING_TYPES,
  ...'BARRACKS CAMP GARRISON LINES HOSPITAL INFIRMARY COLLEGE UNIVERSITY PRISON JUNCTION DOCKYARD ABBEY PRIORY'.split(
    ' ',
  ),
]);
/** Words before the name of such a place: HMS QUAX, HMP QUAX, ST QUAX, ALL SOULS, HOLY TRINITY. */
const BEFORE_NAME = new Set(['HMS', 'HMNB', 'HMP', 'PRISON', 'BASE', 'RAF', 'RNAS', 'ST', 'ALL', 'HOLY']);

/**
 * THE LODGE, MANOR HILL FARM against THE LODGE, WINDMILL FARM: each address names a farm, house or block that the other
 * lacks, and each farm may have a lodge. So may MANOR HILL FARM and HILL FARM. Does not apply if both have a number in
 * a street, which identifies the home.
 */
export function isInOtherNamedHouse(query: PreparedAddress, candidate: PreparedAddress): boolean {
  if (isNumberOfStreet(query) && isNumberOfStreet(candidate)) return false;
  if (isOfOtherPlace(query, candidate)) return true;
  const [own, listed] = [kindsNamed(query, candidate), kindsNamed(candidate, query)];
  if (own.length > 0 && listed.length > 0) return true;
  return (own.includes('FARM') && isOfFarm(candidate)) || (listed.includes('FARM') && isOfFarm(query));
}

/** Whether the address names a farm after the home's own name: THE BARN, OAK FARM. */
function isOfFarm({ words, building }: PreparedAddress): boolean {
  const kind = words[0] === 'THE' ? 1 : 0;
  const farm = words.indexOf('FARM', kind + 2);
  return farm !== -1 && (farm >= building[1] || isOfManyPlaces(words.slice(kind, kind + 1)));
}

/** XANBURY, OAK LANE, ROSE LODGE for another home of Oak Lane: a text that begins with the place ends with the name. */
export function isOfOtherNameLast(query: PreparedQuery, home: PreparedAddress): boolean {
  const { text, parsed } = query;
  if (text === null || parsed.number !== null || DIGIT.test(text)) return false;
  // A unit such as THE ANNEXE is compared elsewhere.
  if (home.parsed.number !== null || home.parsed.unit) return false;
  const at = home.index.get(text.slice(0, text.indexOf(' '))) ?? -1;
  const last = text.slice(text.lastIndexOf(' ') + 1);
  return at >= home.tail[0] && last.length > 1 && !COUNTIES.has(last) && !says(home, last);
}
const DIGIT = /[0-9]/;

/** The kinds of houses and places that `one` names with a word that `other` lacks: FARM of MANOR HILL FARM. */
function kindsNamed(one: PreparedAddress, other: PreparedAddress): string[] {
  const { words } = one;
  const found: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    if (words[i]!.length < 3 || words[i] === 'THE' || says(other, words[i]!)) continue;
    if (BEFORE_NAME.has(words[i - 1]!)) found.push(words[i - 1]!);
    const to = Math.min(words.length, i + 1 + LONGEST_NAME_WORDS);
    for (let k = i + 1; k < to; k += 1) {
      if (KINDS.has(words[k]!)) {
        found.push(words[k]!);
        break;
      }
      if (!WEAK_STREET_TYPES.has(words[k]!) && says(other, words[k]!)) break;
    }
  }
  return found;
}
