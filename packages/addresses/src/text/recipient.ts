import { GIVEN, signOfWords } from './given-signs.ts';
import {
  BESIDE_OR_PART,
  BUILDING_TYPES,
  BUSINESS_WORDS,
  COUNTIES,
  DEPENDENTS,
  FIXTURES,
  GENERIC_NAME_WORDS,
  LEADING_STREET_TYPES,
  MAY_BE_APART,
  NUMBERED_NAMES,
  ROLES,
  STOREYS,
  STREET_TYPES,
  TRADES,
  UNIT_WORDS,
  WEAK_STREET_TYPES,
} from './words.ts';

/** Titles before the name of a person. */
const TITLE =
  /^(MR|MRS|MS|MISS|MX|DR|PROF|PROFESSOR|REV|REVD|REVEREND|CLLR|COUNCILLOR|SIR|LADY|LORD|MESSRS|(?:THE )?(?:EXECUTORS?|EXORS?)|(?:(?:THE )?(?:PREVIOUS|FORMER|CURRENT|PRESENT|NEW|EX)[ -])(?:TENANT|OCCUPIER|OCCUPANT|OWNER|RESIDENT)S?|THE OCCUPIERS?|OCCUPIERS?|THE RESIDENTS?|RESIDENT|OWNER|THE OWNER)\b/;
/** Recipients by role (MANAGER, THE OCCUPIER, ESTATE OF …) and traders under another name. */
const ROLE =
  /^(?:THE )?(?:(?:(?:[A-Z]+ )?(?:MANAGER|SECRETARY)|LANDLORD|LANDLADY|TENANTS?|HOUSEHOLDER|TRUSTEES|PERSONAL REPRESENTATIVES?)(?:$| OF )|(?:HEAD ?(?:TEACHER|MASTER|MISTRESS)|PRINCIPAL|BURSAR|LICENSEE|PROPRIETOR|DIRECTOR|CHIEF EXECUTIVE|CLERK|CARETAKER|MATRON|RECEPTION(?:IST)?)$|ESTATE OF |LATE [A-Z]|[A-Z'\u2019-]+ FAMILY$)|^TO (?:THE )?(?:RESIDENTS?|OCCUPIERS?|OWNERS?|HOUSEHOLDERS?|TENANTS?|MANAGER|PROPRIETOR)\b|\bT\/A\b|\bTRADING AS\b/;
/** Words that introduce the recipient of a letter. */
const TO_WHOM = /^(C\/O|C\.O\.|CARE OF|FAO|F\.A\.O|FOR THE ATTENTION OF|ATTN|ATT)\b/;
/** Last words of the names of companies and departments. */
const COMPANY =
  /\b(LTD|LIMITED|PLC|LLP|INC|CIC|DEPARTMENT|DEPT|PAYABLE|RECEIVABLE|TEAM|SOLICITORS|ACCOUNTANTS|LETTINGS|ESTATE AGENTS|PROPERTY MANAGEMENT|HOLDINGS|ENTERPRISES|INVESTMENTS|PROPERTIES|CONSULTING|CONSULTANTS|CONSULTANCY|PLUMBING|PLUMBERS|(?<!(?:COMMUNAL|DISTRICT) )HEATING|ELECTRICAL|ELECTRICIANS|ROOFING|BUILDERS|JOINERY|SCAFFOLDING|DECORATORS|ESQ|ESQUIRE)\.?$|(?:&| AND) (?:SONS?|DAUGHTERS?|CO|PARTNERS|ASSOCIATES)\.?$/;
const DIGIT = /[0-9]/;

/**
 * The text without recipients at its start: people with a title, CARE OF, departments, companies. The last of several
 * recipients may be the name of the premises, so a second text keeps it. Empty if the text has no recipient, or nothing
 * else. Callers match the whole text as well.
 */
export function withoutRecipient(address: string): string[] {
  const surname = SURNAME_AND_INITIAL.exec(address);
  if (surname && !saysPremises(surname[1]!.toUpperCase())) return [address.slice(surname[0].length)];
  const end = address.search(/[,\n]/);
  if (end !== -1 && DIGIT.test(address.slice(0, end))) return withoutTitled(address);
  const parts = address.split(/[,\n]/).map((part) => part.trim());
  let from = isSurnameFirst(parts) ? 2 : 0;
  while (from < parts.length - 1 && isRecipient(parts[from]!.toUpperCase(), parts[from + 1]!)) from += 1;
  const recipients = parts.slice(0, from).filter((part) => part !== '').length;
  if (recipients > 1) return [parts.slice(from).join(', '), parts.slice(from - 1).join(', ')];
  if (recipients > 0) return [parts.slice(from).join(', ')];
  return parts.length === 1 ? withoutTitled(address) : [];
}

const SIGNS_OF_NOTE = GIVEN.odd | signOfWords('LTD LIMITED PLC LLP CIC');
const COMPANY_FORM = '(?:ltd|limited|plc|llp|cic)\\b\\.?';
/** 9 OAK ROAD LIMITED, QUAX NO. 2 LIMITED (THE): the number belongs to the name of a company. */
const NUMBERED_COMPANY = new RegExp(
  `^(?=[^,]*[0-9])[^,]{3,80}?\\b${COMPANY_FORM}(?: *\\([^(),]*\\))? *, *(?=[^,\\s])`,
  'i',
);
/**
 * QUAX CARE HOME (VEX CARE LTD), OAK HOUSE (GRADE II): the note gives the operator or the grade of a listed building.
 */
const NOTE_AFTER_NAME = new RegExp(
  `^([^,(0-9]{3,60})\\((?:grade (?:i{1,2}|[12])\\*?(?: listed)?(?: building)?|(?:locally |statutorily )?listed(?: building)?|[^(),0-9]{2,40}\\b${COMPANY_FORM})\\)(?= *,)`,
  'i',
);

/** The text without a company that has a number in its name, and the text without a note in brackets after a name. */
export function withoutCompanyOrNote(address: string, signs: number): string[] {
  if ((signs & SIGNS_OF_NOTE) === 0) return [];
  const changed = [
    address.replace(NUMBERED_COMPANY, ''),
    address.replace(NOTE_AFTER_NAME, (_, name: string) => name.trimEnd()),
  ];
  return changed.filter((text) => text !== address);
}

const SIGNS_OF_TRADER = GIVEN.slash | signOfWords('TRADING');
const TRADER = /^[^,\n]*?\b(?:t\/a|trading as)\b[.: ]*(?=[^\s,])/i;

/**
 * The text from the trading name on: QUAX STORES, OAK ROAD for QUAX LTD T/A QUAX STORES, OAK ROAD. Empty without one.
 */
export const withTradingName = (address: string, signs: number): string[] =>
  signs & SIGNS_OF_TRADER && TRADER.test(address) ? [address.replace(TRADER, '')] : [];

/** The start of the premises: a number before a word, or a flat. */
const PREMISES =
  /\b(?:(?:FLAT|APARTMENT|APT|UNIT|ROOM|SUITE|STUDIO)\.? +)?[0-9]+[A-Z]?,? +(?=[A-Z]{2})|\b(?:FLAT|APARTMENT|APT)\.? +[0-9A-Z]{1,4}\b/;

/** Recipients that a number may follow without a comma: J ZZNAMEL ESQ 12 HIGH STREET, QUAX LTD 12 HIGH STREET. */
const BEFORE_NUMBER =
  /^[A-Z][A-Z'\u2019&. -]*\b(?:ESQ|ESQUIRE|LTD|LIMITED|PLC|LLP|DEPARTMENT|DEPT|FAMILY|(?:&|AND) SONS?)\.? +(?:[0-9]|(?:FLAT|APARTMENT|APT|UNIT|SUITE|STUDIO|ROOM)\.? +[0-9])|^(?:THE )?(?:ESTATE OF|LATE|MANAGER|HOUSEHOLDER|LANDLORD|TENANTS?|SECRETARY)\b|^TO THE /;

/** MR Q ZZNAMEL 12 HIGH STREET; C/O QUAX LTD FLAT 3, OAK HOUSE: no comma stands after the recipient. */
function withoutTitled(address: string): string[] {
  const text = address.trimStart();
  const upper = text.toUpperCase();
  if (!TITLE.test(upper) && !TO_WHOM.test(upper) && !BEFORE_NUMBER.test(upper)) return [];
  const at = upper.search(PREMISES);
  return at > 0 ? [text.slice(at)] : [];
}

/** ZZNAMEL, Q. A single letter before J is no initial here, since it may be a flat's: ROSEMOUNT, B. */
const SURNAME = /^[A-Z'\u2019-]{3,}$/;
const INITIAL = /^(?:[J-Z]\.?|[A-Z]\.? ?[A-Z]\.?)$/;
/** ZZNAMEL, Q 12 HIGH STREET; ZZNAMEL Q, 12 HIGH STREET. */
const SURNAME_AND_INITIAL = /^([A-Z'\u2019-]{3,})(?:, ?| )[J-Z]\.?,? (?=[0-9]+[A-Z]?,? [A-Z]{2})/i;

function isSurnameFirst(parts: readonly string[]): boolean {
  const surname = parts[0]!.toUpperCase();
  return (
    parts.length > 2 &&
    SURNAME.test(surname) &&
    INITIAL.test(parts[1]!.toUpperCase()) &&
    !saysPremises(surname)
  );
}

const TITLED_NAME =
  /^((?:MR|MRS|MS|MISS|MX|DR|PROF|REVD?)\b\.?(?: (?:&|AND) (?:MR|MRS|MS|MISS)\b\.?)?(?: [A-Z]\b\.?)* [A-Z'\u2019-]{2,}) +(?:([A-Z'\u2019-]{2,}) +)?(?=[A-Z'\u2019-]+ +[A-Z]+$)/;

/** MRS Q ZZNAMEL ROSE COTTAGE, MILL LANE: no comma stands between the person and the name of the home. */
export function withoutTitledBeforeName(address: string): string[] {
  const end = address.indexOf(',');
  if (end === -1) return [];
  const first = address.slice(0, end).trim();
  const upper = first.toUpperCase();
  const [before = '', last = ''] = upper.split(' ').slice(-2);
  // In MRS MILL FARM COTTAGE the home may be Mill Farm Cottage, so MILL is not cut off as a surname.
  if (!TITLE.test(upper) || !BUILDING_TYPES.has(last) || BUILDING_TYPES.has(before)) return [];
  const found = TITLED_NAME.exec(upper);
  if (!found) return [];
  const rest = (length: number): string => first.slice(length).trimStart() + address.slice(end);
  return found[2] ? [rest(found[1]!.length), rest(found[0].length)] : [rest(found[0].length)];
}

function isRecipient(part: string, next: string): boolean {
  if (part === '') return true;
  if (DIGIT.test(part) || isAtPractice(part, next)) return false;
  return (
    TITLE.test(part) ||
    ROLE.test(part) ||
    TO_WHOM.test(part) ||
    COMPANY.test(part) ||
    isInitialled(part, next)
  );
}

/** QUAX PHARMACY LTD, THE HEALTH CENTRE: the pharmacy is part of the centre and no recipient, like a NURSING TEAM. */
const CARE_WORDS = /\b(?:SURGERY|MEDICAL|HEALTH|HTH|CLINIC|HOSPITAL|PRACTICE|CENTRE|CTR)\b/;
const BESIDE_PRACTICE =
  /\b(?:PHARMACY|CHEMISTS?|DENTAL|OPTICIANS?|TEAM|SERVICES?|VISITORS|NURS(?:ES|ING)|MIDWIVES|MIDWIFERY|HOURS|OOH|HUB|LOCUM)\b/;
export const isAtPractice = (part: string, next: string): boolean =>
  BESIDE_PRACTICE.test(part.toUpperCase()) && CARE_WORDS.test(next.toUpperCase());

/** J BLOGGS, J. & K. O'BLOGGS, S BLOGGS-OAK. */
const INITIALLED = /^(?:[A-Z]\b[. ]*){1,2}(?:(?:&|AND) *(?:[A-Z]\b[. ]*){1,2})?[A-Z][A-Z'\u2019-]{2,}$/;

/** Before a street, a name with initials is that of the home: Y G QUAX, OAK ROAD. */
const isInitialled = (part: string, next: string): boolean =>
  INITIALLED.test(part) && !saysPremises(part) && !isStreet(next.toUpperCase());

/** Words of places and businesses. A name that contains one is rarely a person's. */
const PLACE_WORDS = [
  BESIDE_OR_PART,
  BUILDING_TYPES,
  BUSINESS_WORDS,
  DEPENDENTS,
  GENERIC_NAME_WORDS,
  LEADING_STREET_TYPES,
  MAY_BE_APART,
  NUMBERED_NAMES,
  ROLES,
  STOREYS,
  STREET_TYPES,
  WEAK_STREET_TYPES,
  UNIT_WORDS,
  // B WING and N QUARTER are parts of a house.
  new Set(['CORE', 'END', 'ENTRANCE', 'HALF', 'QUARTER', 'QUARTERS', 'SECTION', 'SIDE', 'WINGS']),
];

const saysPremises = (part: string): boolean =>
  part.split(/[^A-Z]+/).some((word) => PLACE_WORDS.some((types) => types.has(word)));

/** JO BLOGGS, QUAX AND DAUGHTERS: two words or more, and no article. */
const NAME = /^(?!THE )[A-Z][A-Z'\u2019.-]+(?: (?:&|[A-Z][A-Z'\u2019.-]*)){1,3}$/;
/** JO Q BLOGGS: a middle initial. Y is excluded, since it is the Welsh article. */
const MIDDLE_INITIAL = /^[A-Z]{2,} [B-NP-XZ]\.? [A-Z'\u2019-]{3,}$/;
const BREAKS = [',', '\n', ' - ', ' \u2013 ', ' \u2014 '];
const LONGEST_NAME = 40;

/** The index of the comma, line end or dash that ends the first part; -1 without one. */
function endOfFirst(address: string): number {
  let end = -1;
  for (const sign of BREAKS) {
    const at = address.indexOf(sign);
    if (at !== -1 && (end === -1 || at < end)) end = at;
  }
  return end;
}

const FLAT_FIRST = /^(?:FLAT|APARTMENT|APT)\.? *[0-9A-Z]{1,4}\b/;

/**
 * The text without a first part that may be an untitled person, a business, or the name of a home: JO BLOGGS, ROSE
 * COTTAGE, MILL LANE. Null without such a part. `sure` if it is no name of the home: the premises follow it, such as a
 * flat or a number.
 */
export function withoutUnknownName(address: string): { text: string; sure: boolean } | null {
  // Most addresses begin with a number.
  if (DIGIT.test(address[0] ?? '')) return null;
  const end = endOfFirst(address);
  if (end < 3 || end > LONGEST_NAME) return null;
  const first = address.slice(0, end).trim().toUpperCase();
  const rest = address.slice(end).replace(/^[\s,\u2013\u2014-]+/, '');
  // Any other text, such as THE QUAX FOOD COMPANY, is removed only before the number of a house: 4 OAK HOUSE, MILL
  // LANE.
  if (!NAME.test(first))
    return !DIGIT.test(first) && isNumberOfHouse(rest) && !saysPlace(first) && !isPartOfHouse(first)
      ? { text: rest, sure: true }
      : null;
  if (MIDDLE_INITIAL.test(first) && DIGIT.test(rest[0] ?? '') && !saysPremises(first))
    return { text: rest, sure: true };
  const dashed = address[end] === ' ' && DIGIT.test(rest[0] ?? '');
  if (dashed || FLAT_FIRST.test(rest.toUpperCase()) || isNumberOfHouse(rest))
    return saysPlace(first) || isPartOfHouse(first) ? null : { text: rest, sure: true };
  const next = /^[^,\n]*/.exec(rest)![0].toUpperCase();
  if (isAtPractice(first, next)) return null;
  // Before a street, the name is that of the home.
  if (next.length === rest.length || DIGIT.test(next) || isStreet(next) || saysPremises(first)) return null;
  return { text: rest, sure: false };
}

/** 4 OAK HOUSE, MILL LANE. */
function isNumberOfHouse(text: string): boolean {
  const part = /^[0-9]+[A-Z]? [A-Z' ]+(?=,)/.exec(text.toUpperCase())?.[0];
  return part !== undefined && BUILDING_TYPES.has(part.slice(part.lastIndexOf(' ') + 1));
}

function isStreet(part: string): boolean {
  const words = part.trim().split(' ');
  return STREET_TYPES.has(words.at(-1)!) || LEADING_STREET_TYPES.has(words[0]!);
}

const saysPlace = (part: string): boolean =>
  part.split(/[^A-Z]+/).some((word) => BUILDING_TYPES.has(word) || STREET_TYPES.has(word));

/** WARDENS FLAT, TANK ROOM, GARAGE AT: a part of a house, or something beside it, is no recipient. */
function isPartOfHouse(part: string): boolean {
  const words = part.split(/[^A-Z]+/).filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const two = words.slice(-2).join(' ');
  if (TRADES.has(last) || TRADES.has(two)) return words.length === (TRADES.has(two) ? 2 : 1);
  return (
    words.some((word) => STOREY_WORDS.has(word) || STOREYS.has(word) || BESIDE_OR_PART.has(word)) ||
    ENDS_PART.some((kinds) => kinds.has(last) || kinds.has(two))
  );
}
const ENDS_PART: readonly ReadonlySet<string>[] = [
  UNIT_WORDS,
  DEPENDENTS,
  MAY_BE_APART,
  FIXTURES,
  new Set(['AT', 'OF', 'TO', 'CUPBOARD', 'MOBILE HOME', 'PARK HOME']),
];
const STOREY_WORDS = new Set(
  'FLOOR UPPER LOWER FRONT REAR BACK LEFT RIGHT SIDE MEZZANINE UPSTAIRS DOWNSTAIRS BEHIND OUTSIDE ADJ ADJACENT ADJOINING OPPOSITE OPP ABOVE BELOW OVER UNDER WING HALF'.split(
    ' ',
  ),
);

const LONGEST_PLACE = 30;
const COUNTRY = /^(UK|GB|UNITED KINGDOM|GREAT BRITAIN|ENGLAND|SCOTLAND|WALES|CYMRU|LONDON)$/;

/**
 * The text without a country, a county, London, or a place that it repeats, at its start: LONDON, OAK HOUSE, MILL LANE;
 * XANBURY, OAK HOUSE, MILL LANE, XANBURY. Empty if it does not begin so.
 */
export function withoutPlace(address: string): string[] {
  const end = address.indexOf(',');
  if (end < 2 || end > LONGEST_PLACE || address.indexOf(',', end + 1) === -1) return [];
  const place = address.slice(0, end).trim();
  if (DIGIT.test(place)) return [];
  const upper = place.toUpperCase();
  const rest = address.slice(end + 1);
  const known = COUNTRY.test(upper) || COUNTIES.has(upper) || repeats(rest, place);
  return known ? [rest] : [];
}

const repeats = (rest: string, place: string): boolean =>
  rest.includes(place) && rest.split(',').some((part) => part.trim() === place);

const BEFORE_NUMBER_OF_UNIT = signOfWords(
  'UNIT UNITS SUITE ROOM SHOP KIOSK OFFICE BERTH MOORING STALL STALLS STAND PITCH ARCH STUDIO WORKSHOP',
);
const UNIT_WORD =
  '(?:units?|suite|room|shop|kiosk|office|berth|mooring|stalls?|stand|pitch|arch|studio|workshop)';
const BUSINESS_BEFORE_UNIT = new RegExp(
  `^(?![^,]*\\b(?:floor|basement|mezzanine)\\b)([^,0-9]+),\\s*(?=${UNIT_WORD}\\s+(?:[a-z]?[0-9]|[a-z] *,))`,
  'i',
);
/** QUAX STORES, OAK MARKET, UNIT 3, MILL LANE: unit 3 of the market. */
const BUSINESS_BEFORE_HOUSE_OF_UNIT = new RegExp(
  `^(?![^,]*\\b(?:floor|basement|mezzanine)\\b)([^,0-9]+),([^,0-9]+),\\s*(${UNIT_WORD}\\s+[a-z]?[0-9]+[a-z]?)(?= *,)`,
  'i',
);
/** QUAX STORES UNIT 3, OAK PARK: no comma after the business. */
const BUSINESS_JOINED_TO_UNIT = new RegExp(
  `^((?:[a-z][a-z'\u2019.-]*\\s+|&\\s+){2,6})(?=${UNIT_WORD}\\s+(?:no\\.?\\s+)?[a-z]?[0-9]+(?:[a-z]?|\\.[0-9]+)(?:[ ,]|$))`,
  'i',
);
const PREMISES_WORDS = [
  BESIDE_OR_PART,
  BUILDING_TYPES,
  DEPENDENTS,
  FIXTURES,
  STREET_TYPES,
  STOREYS,
  UNIT_WORDS,
  WEAK_STREET_TYPES,
  new Set(['FLOOR', 'REAR', 'FRONT', 'OF', 'AT', 'POST', 'WING', 'BLOCK']),
];
const isOfPremises = (part: string): boolean =>
  part
    .toUpperCase()
    .split(/[^A-Z]+/)
    .some((word) => PREMISES_WORDS.some((types) => types.has(word)));

/** TELECOM MAST, UNIT 3; YARD AT, UNIT 3; CAR PARK, UNIT 3: something at the unit, not the unit. */
function isBesideUnit(part: string): boolean {
  const words = part.trim().split(/[^A-Z]+/);
  const last = words.at(-1)!;
  return (
    last === 'AT' ||
    last === 'OF' ||
    FIXTURES.has(last) ||
    FIXTURES.has(`${words.at(-2)} ${last}`) ||
    BESIDE_UNIT.test(words.join(' '))
  );
}
const BESIDE_UNIT =
  /^(?:THE )?(?:ANNEXE?|ATM|(?:LOCK ?UP )?GARAGES?|BIN STORE|CAR PARK|(?:CAR )?PARKING|FORECOURT|GARDEN|LIFT|LIGHTING|METER|ROOF(?:TOP)?|SERVICE YARD|YARD)$/;
const TWO_STREETS =
  /^([^,]*?[0-9][0-9a-z]*\s+)([a-z' .-]{4,40}?)\s*(?:\/\s*([a-z' .-]{4,40})|\(([a-z' .-]{4,40})\))(?=,)/i;

/**
 * Texts with one of two names that mean the same: a unit without the business in front of it, or one text for each name
 * of a bilingual street (12 HEOL Y DDERWEN / OAK ROAD). Empty without a second name.
 */
export function withoutSecondName(address: string, signs: number): string[] {
  const business = signs & BEFORE_NUMBER_OF_UNIT ? BUSINESS_BEFORE_UNIT.exec(address)?.[1] : undefined;
  if (business !== undefined)
    return isBesideUnit(business.toUpperCase()) ? [] : [address.replace(BUSINESS_BEFORE_UNIT, '')];
  const housed = signs & BEFORE_NUMBER_OF_UNIT ? BUSINESS_BEFORE_HOUSE_OF_UNIT.exec(address)?.[1] : undefined;
  if (housed !== undefined)
    return isBesideUnit(housed.toUpperCase())
      ? []
      : [address.replace(BUSINESS_BEFORE_HOUSE_OF_UNIT, '$3,$2')];
  const joined = signs & BEFORE_NUMBER_OF_UNIT ? BUSINESS_JOINED_TO_UNIT.exec(address)?.[1] : undefined;
  if (joined !== undefined && !isOfPremises(joined)) return [address.slice(joined.length)];
  if ((signs & GIVEN.odd) === 0) return [];
  const found = TWO_STREETS.exec(address);
  if (!found) return [];
  const [whole, before, first, afterSlash, inBrackets] = found;
  const streets = [first!, afterSlash ?? inBrackets!];
  // If both names are in one language, they are two streets at a corner.
  if (streets.filter(isWelsh).length !== 1) return [];
  return streets.map((street) => `${before}${street}${address.slice(whole.length)}`);
}

const isWelsh = (street: string): boolean =>
  LEADING_STREET_TYPES.has(street.trim().toUpperCase().split(/[ .]/)[0]!);
