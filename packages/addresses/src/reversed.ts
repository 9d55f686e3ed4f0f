import {
  BUILDING_TYPES,
  BUSINESS_WORDS,
  COUNTIES,
  DEPENDENTS,
  GENERIC_NAME_WORDS,
  STOREYS,
  STREET_TYPES,
  UNIT_WORDS,
} from './words.ts';

const POSTCODE = /^[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$/i;
const NUMBERED = /[0-9]+[A-Z]? +[A-Z]{2}|^((FLAT|APARTMENT|UNIT) )?[0-9]+[A-Z]?$/i;

const OF_PREMISES = [BUILDING_TYPES, BUSINESS_WORDS, DEPENDENTS, GENERIC_NAME_WORDS, STOREYS, UNIT_WORDS];

const namesPremises = (part: string): boolean => {
  const words = part.toUpperCase().split(/[^A-Z]+/);
  return words.some((word) => OF_PREMISES.some((types) => types.has(word)));
};

/** CASTLE DOUGLAS, MILL HILL and CHURCH STRETTON are towns: the name of a house ends with what it is. */
const isTown = (part: string): boolean => {
  const words = part.toUpperCase().split(' ');
  return words.length === 2 && IN_TOWNS.has(words[0]!) && !namesPremises(words[1]!);
};
const IN_TOWNS = new Set(['CASTLE', 'CHAPEL', 'CHURCH', 'HALL', 'MILL', 'FARM']);

/** XE1 1AA, XANBURY, OAK HOUSE, MILL LANE as OAK HOUSE, MILL LANE, XANBURY; null if it does not begin with a postcode. */
export function withPlaceLast(address: string): string | null {
  if (!/^\s*[A-Z]{1,2}[0-9]/i.test(address)) return null;
  const [first = '', place = '', ...rest] = address.split(',').map((part) => part.trim());
  if (!POSTCODE.test(first) || rest.length === 0 || /[0-9]/.test(place)) return null;
  return [...rest, place].join(', ');
}

/** The text reordered from its end, if it begins with town or county and ends with the premises; else null. */
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
  if (STREET_TYPES.has(first.toUpperCase().split(' ').at(-1)!)) return null;
  const county = COUNTIES.has(first.toUpperCase().split(' ').at(-1)!);
  const premises = county || NUMBERED.test(last) || namesPremises(last);
  return premises ? parts.reverse().join(', ') : null;
}
