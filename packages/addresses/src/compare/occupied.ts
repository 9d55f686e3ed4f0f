import type { PreparedAddress } from '../read/prepare.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';
import type { Spelling } from '../text/spelling.ts';
import { BUILDING_TYPES, BUSINESS_WORDS, DEPENDENTS, STREET_TYPES, UNIT_WORDS } from '../text/words.ts';
import type { Evidence } from './compare.ts';

/** Words of a part of a building, or of another building at its place: THE BARN, OAK FARM is not the farm. */
const PREMISES: readonly ReadonlySet<string>[] = [BUILDING_TYPES, UNIT_WORDS, DEPENDENTS, STREET_TYPES];

const holds = (sets: readonly ReadonlySet<string>[], words: readonly string[]): boolean =>
  words.some((word) => sets.some((types) => types.has(word)));

const withoutArticle = (text: string): string => text.replace(/^THE /, '');

/**
 * Whether the query is the listed address without its occupier: THE SURGERY, THE GREEN for DR QUAX AND PARTNERS, THE
 * SURGERY, THE GREEN. Either text may continue with the town or county.
 */
export function isWithoutOccupier({ text, parsed }: PreparedQuery, spelling: Spelling): boolean {
  const { building } = parsed;
  if (building.length === 0 || !text?.startsWith(building.join(' '))) return false;
  return isRestOf(text, spelling);
}

/** UNIT 3, OAK PARK for QUAX STORES, UNIT 3, OAK PARK: the unit is the premises, whoever occupies it. */
export const isUnitWithoutOccupier = (
  { text, parsed: { unit, floors, kind, relation, building, street } }: PreparedQuery,
  { parsed: home }: PreparedAddress,
  spelling: Spelling,
): boolean =>
  text !== null &&
  Boolean(unit) &&
  floors.length === 0 &&
  relation === null &&
  isUnitOrNone(kind) &&
  isUnitOrNone(home.kind) &&
  building.length + street.length > 0 &&
  (isRestOf(text, spelling) || isUnitOfRest(text, spelling));

const isUnitOrNone = (kind: string | null): boolean => kind === null || UNIT_WORDS.has(kind);

/** UNIT 3 OAK PARK XANBURY for UNIT 3 OAK PARK ELM ROAD XANBURY: words after the name of the estate may be left out. */
function isUnitOfRest(text: string, { whole, name }: Spelling): boolean {
  if (!isOccupierAlone(name)) return false;
  const rest = whole.slice(name.length + 1).split(' ');
  const asked = text.split(' ');
  if (asked.length < WORDS_COMPARED || asked.some((word, i) => i < WORDS_COMPARED && word !== rest[i]))
    return false;
  let at = WORDS_COMPARED;
  for (const word of asked.slice(WORDS_COMPARED)) at = rest.indexOf(word, at) + 1 || rest.length + 1;
  return at <= rest.length;
}
/** UNIT 3 OAK PARK: the words that must agree, two for the unit and two for its house or estate. */
const WORDS_COMPARED = 4;

/**
 * VEX STORES, UNIT 3, OAK PARK for QUAX STORES, UNIT 3, OAK PARK, which a reading without the business found. Either
 * business may have left the unit.
 */
export function isAfterOther(
  { parsed, text }: PreparedQuery,
  { candidate: { uprn }, evidence }: { candidate: { uprn: number }; evidence: Evidence },
  candidates: ReadonlyArray<{ candidate: { uprn: number }; prepared: PreparedAddress }>,
): boolean {
  if (evidence.unit !== 'exact' || evidence.building !== 'missing_query') return false;
  const name = parsed.building.join(' ');
  if (name === '' || !text?.startsWith(name)) return false;
  const homes = candidates.filter(({ candidate }) => candidate.uprn === uprn);
  return !homes.some(({ prepared: { index } }) => parsed.building.every((word) => index.has(word)));
}

/** Whether a name is an occupier's: without numbers and words of buildings, units and streets. */
const isOccupierAlone = (name: string): boolean => !/[0-9]/.test(name) && !holds(PREMISES, name.split(' '));

function isRestOf(text: string, { whole, name }: Spelling): boolean {
  if (!isOccupierAlone(name)) return false;
  const rest = `${withoutArticle(whole.slice(name.length + 1))} `;
  const asked = `${withoutArticle(text)} `;
  return rest.length > 1 && (rest.startsWith(asked) || asked.startsWith(rest));
}

/**
 * Whether the name is that of a unit's occupier, and not of the house with the unit: QUAX CLINIC, SUITE 2, OAK HOUSE;
 * QUAX SURGERY, SECOND FLOOR, 12 OAK ROAD. OAK HOUSE, SUITE 2 has other suites, and QUAX CLINIC, FLAT 2 is a home in a
 * former clinic.
 */
export function isNameOfOccupier({ whole, name }: Spelling): boolean {
  const words = name.split(' ');
  const rest = whole.slice(name.length + 1).split(' ');
  if (BUILDING_TYPES.has(words.at(-1)!) || rest.some((word) => HOME_UNITS.has(word))) return false;
  if (holds(OCCUPIERS, words)) return true;
  return BUSINESS_UNITS.has(rest[0]!) && rest.some((word) => BUILDING_TYPES.has(word));
}
const OCCUPIERS: readonly ReadonlySet<string>[] = [
  BUSINESS_WORDS,
  new Set('SURGERY PRACTICE CLINIC SERVICE SERVICES TEAM PARTNERS ACADEMY'.split(' ')),
];
const BUSINESS_UNITS = new Set(['SUITE', 'UNIT', 'OFFICE', 'SHOP', 'LEVEL']);
const HOME_UNITS = new Set('FLAT APARTMENT MAISONETTE STUDIO BEDSIT PENTHOUSE ROOM'.split(' '));
