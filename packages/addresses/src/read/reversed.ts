import { isAtPractice } from '../text/recipient.ts';
import {
  BUILDING_TYPES,
  BUSINESS_WORDS,
  COUNTIES,
  DEPENDENTS,
  FIXTURES,
  GENERIC_NAME_WORDS,
  NUMBERED_NAMES,
  STOREYS,
  STREET_TYPES,
  UNIT_WORDS,
  WEAK_STREET_TYPES,
} from '../text/words.ts';

const POSTCODE = /^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$/i;
const HAS_NUMBER = /[0-9]+[A-Z]? +[A-Z]{2}|^((FLAT|APARTMENT|UNIT) )?[0-9]+[A-Z]?$/i;

const PREMISES_WORDS = [BUILDING_TYPES, BUSINESS_WORDS, DEPENDENTS, GENERIC_NAME_WORDS, STOREYS, UNIT_WORDS];

const namesPremises = (part: string): boolean => {
  const words = part.toUpperCase().split(/[^A-Z]+/);
  return words.some((word) => PREMISES_WORDS.some((types) => types.has(word)));
};

/** CASTLE DOUGLAS, MILL HILL and CHURCH STRETTON are towns, since the name of a house ends with its type. */
const isTown = (part: string): boolean => {
  const words = part.toUpperCase().split(' ');
  return words.length === 2 && IN_TOWNS.has(words[0]!) && !namesPremises(words[1]!);
};
const IN_TOWNS = new Set(['CASTLE', 'CHAPEL', 'CHURCH', 'HALL', 'MILL', 'FARM']);

/** MILL LANE and CHURCH ROAD are streets and no premises, although they contain MILL and CHURCH. */
const isStreet = (part: string): boolean => STREET_TYPES.has(part.toUpperCase().split(' ').at(-1)!);

/** MILL LANE, and CHURCH HILL and MILL GREEN, which may be streets or towns; but not HALL COURT. */
function mayBeStreet(part: string): boolean {
  const end = part.toUpperCase().split(' ').at(-1)!;
  return STREET_TYPES.has(end) || (WEAK_STREET_TYPES.has(end) && !BUILDING_TYPES.has(end));
}

/**
 * XE1 1AA, XANBURY, OAK HOUSE, MILL LANE to OAK HOUSE, MILL LANE, XANBURY; null if the text begins with no postcode.
 */
export function withPlaceLast(address: string): string | null {
  if (!/^\s*[A-Z]{1,2}[0-9]/i.test(address)) return null;
  const [first = '', place = '', ...rest] = address.split(',').map((part) => part.trim());
  if (!POSTCODE.test(first) || rest.length === 0 || /[0-9]/.test(place)) return null;
  return [...rest, place].join(', ');
}

/** The parts in reverse order, if the text begins with a town or county and ends with the premises; else null. */
export function fromTheEnd(address: string): string | null {
  const end = address.indexOf(',');
  if (end === -1) return null;
  // Most addresses begin with a number.
  const head = address.slice(0, end);
  if (/[0-9]/.test(head) && !POSTCODE.test(head.trim())) return null;
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !POSTCODE.test(part));
  const [first, last] = [parts[0] ?? '', parts.at(-1) ?? ''];
  if (parts.length < 3 || /[0-9]/.test(first) || (namesPremises(first) && !isTown(first))) return null;
  if (isStreet(first) || isAtPractice(first, parts[1]!)) return null;
  const county = COUNTIES.has(first.toUpperCase().split(' ').at(-1)!);
  const premises = county || HAS_NUMBER.test(last) || (namesPremises(last) && !mayBeStreet(last));
  return premises ? parts.reverse().join(', ') : null;
}

const COUNTY_FIRST =
  /^\s*(greater (?:london|manchester)|tyne (?:and|&) wear|isle of [a-z]+|(?:(?:west|east|north|south|county|co\.?) )?[a-z]+)\s*,\s*([a-z' -]{3,30}?)\s*[,:]\s*(?=\S)/i;
/** XANBURY 3, OAK COURT, OAK ROAD: a town before a number that belongs to the building after the comma. */
const TOWN_JOINED =
  /^\s*([a-z][a-z' -]{2,30}?) +((?:(?:flat|apartment|apt)\.? +)?[0-9]{1,4}[a-z]?, *(?=[a-z]).+)$/i;

/** Words whose number does not belong to the building: FLAT 3, BLOCK 2, GARAGE 4. */
const NUMBERED: readonly { has(word: string): boolean }[] = [
  DEPENDENTS,
  FIXTURES,
  NUMBERED_NAMES,
  STOREYS,
  UNIT_WORDS,
  new Set(['FLOOR', 'LEVEL', 'NO', 'NUMBER', 'RM']),
];

const isCounty = (place: string): boolean =>
  COUNTIES.has(place.slice(place.lastIndexOf(' ') + 1)) || /^(?:GREATER|TYNE|ISLE) /.test(place);

/**
 * XANBURY, OAK HOUSE, MILL LANE with its first part at the end; null for other texts. The first part may also be a
 * home, as in THE BYRE, OAK FARM, MILL LANE.
 */
function withTownBehind(address: string): string | null {
  const parts = address.split(',').map((part) => part.trim());
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (parts.length < 3 || first.length < 3 || !mayBeStreet(last) || /[0-9]/.test(address)) return null;
  return isStreet(first) || namesPremises(first) ? null : [...parts.slice(1), first].join(', ');
}

/**
 * The text with the town moved to the end, if it may begin with one; else null: KENT, XANBURY: OAK HOUSE; XANBURY FLAT
 * 3, OAK COURT; XANBURY, OAK HOUSE, MILL LANE.
 */
export function withPlaceBehind(address: string): string | null {
  const county = COUNTY_FIRST.exec(address);
  if (county && isCounty(county[1]!.toUpperCase())) return `${address.slice(county[0].length)}, ${county[2]}`;
  const town = TOWN_JOINED.exec(address);
  if (!town) return withTownBehind(address);
  const words = town[1]!.toUpperCase().split(/[^A-Z]+/);
  return words.some((word) => NUMBERED.some((kinds) => kinds.has(word))) ? null : `${town[2]}, ${town[1]}`;
}
