import { isBesideNamed } from '../compare/beside-named.ts';
import { wordAgreement } from '../compare/compare-words.ts';
import { outcodeOf } from '../postcode.ts';
import type { ParsedAddress } from '../read/parse.ts';
import { numberInWords } from '../read/parse-state.ts';
import { lengthOf, type PreparedAddress } from '../read/prepare.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';
import { numbersElse, startsWithSuffix } from '../read/repeated-number.ts';
import { isInitial } from '../text/initials.ts';
import { areasOfCityAt } from '../text/old-districts.ts';
import { isShortForPart } from '../text/short-parts.ts';
import {
  AFTER_STREET,
  BEFORE_TOWN,
  BESIDE_OR_PART,
  BUILDING_TYPES,
  COMPASS,
  COUNTIES,
  IN_HOUSE,
  NUMBER_WORDS,
  STREET_NAME_WORDS,
  TENS,
  TRADES,
} from '../text/words.ts';

/** A number, two numbers with a slash, or a single letter other than the Welsh article Y. */
const SIGN = /^(?:[A-XZ]|[0-9]{1,4}[A-Z]?(?:\/[0-9]{1,4}[A-Z]?)?)$/;
/** R3: the name of a room, or a postcode district. */
const LETTER_AND_NUMBER = /^[A-Z]{1,2}[0-9]{1,3}$/;
/** A whole part that gives the position of a home in a house. */
const POSITION_IN_HOUSE =
  /^(?:(?:PT|PART|THE) )?(OLD|HEN|NEW|FORMER|UPPER|LOWER|UPSTAIRS|DOWNSTAIRS|TOP|GROUND|FIRST|SECOND|THIRD|FOURTH|MEZZANINE|LEFT|RIGHT|FRONT|REAR|BACK|SIDE|MIDDLE|MID|NORTH|SOUTH|EAST|WEST)( (?:AND )?(HOUSE|HOME|SECOND|THIRD|FOURTH|FLOOR|PART|HALF|HAND|SIDE|BUILDING|BLOCK|PORTION|DOOR|ENTRANCE|ACCESS|LEFT|RIGHT|FRONT|REAR|BACK))*(?: AT)?$/;
/** SECOND FLOOR EAST, QUAX HOUSE. The EAST of an EAST STREET after the floor is explained by the candidate's street. */
const FLOOR_SIDE = /\bFLOOR (NORTH|SOUTH|EAST|WEST)\b/;
/** F1, QUAX SURGERY, 12 OAK ROAD: a flat or a floor; GF/L, 12 OAK ROAD: a side of a storey. */
const SHORT_FLAT = /^(?:P?F[0-9]{1,2}|[0-9A-Z]{1,3}\/[FLR])$/;
/** BED4, RM3: a short word joined to a number. */
const NUMBERED_WORD = /^[A-Z]{1,5}[0-9]{1,3}[A-Z]?$/;

/**
 * Whether the query has a number, a single letter or a storey that no part of the candidate explains, so that another
 * home may be meant: FLAT 1 2, 12 OAK ROAD is not certainly flat 1.
 */
export function leavesUnread(query: PreparedQuery, candidate: PreparedAddress): boolean {
  const { parsed, words, tail } = query;
  if (hasNumberOfNothing(query, candidate) || isPartOfNamed(query, candidate)) return true;
  if (isOfOtherDistrict(query, candidate)) return true;
  if (numbersElse(query, candidate) || startsWithSuffix(query, candidate)) return true;
  const afterBusiness = isOfBusiness(query, candidate) ? query.building[1] : 0;
  const open = [
    ...parsed.unread,
    ...words.slice(afterBusiness).filter((word, i) => {
      const at = afterBusiness + i;
      return SIGN.test(word) && !isOfCounty(words, at) && !isInitial(query, at);
    }),
  ];
  const first = words[tail[0]];
  if (first && LETTER_AND_NUMBER.test(first) && !isDistrict(query, candidate, first)) open.push(first);
  if (endsWithFlat(query, candidate)) open.push(words[tail[1] - 1]!);
  for (const text of [parsed.building.join(' '), parsed.locality ?? '', parsed.town ?? '']) {
    const where = POSITION_IN_HOUSE.exec(text);
    if (where) open.push(where[1]!);
  }
  if (saysNumber(parsed.building)) open.push(parsed.building[0]!);
  if (parsed.building.every((word) => NUMBERED_WORD.test(word))) open.push(...parsed.building);
  else if (LETTER_AND_NUMBER.test(parsed.building.at(-1)!)) open.push(parsed.building.at(-1)!);
  if (first && AFTER_STREET.has(first)) open.push(first);
  // QUAX CHURCH OF ENGLAND SCHOOL is parsed as a church and a street that begins with OF.
  if (parsed.street[0] === 'OF') open.push('OF');
  const begins = parsed.building[parsed.building[0] === 'THE' ? 1 : 0];
  if (begins === 'UPPER' || begins === 'LOWER') open.push(begins);
  if (parsed.floors.length > 0 && SIDES.has(parsed.building[0]!)) open.push(parsed.building[0]!);
  const closes = parsed.building.at(-1);
  if (closes && WITHIN.has(closes)) open.push(closes);
  if (begins && (IN_HOUSE.has(begins) || (begins.length < 5 && SHORT_FLAT.test(begins)))) open.push(begins);
  for (const word of parsed.tail) if (IN_HOUSE.has(word)) open.push(word);
  open.push(...shortForPart(parsed));
  if (first && (saysWhere(query, candidate) || isLeftAlone(parsed))) open.push(first);
  if (words.includes('MEZZANINE')) open.push('MEZZANINE');
  const side = FLOOR_SIDE.exec(query.text ?? '')?.[1];
  if (side) open.push(side);
  const ends = parsed.after_street > 0 ? words[tail[0] + parsed.after_street - 1]! : '';
  if (STREET_NAME_WORDS.has(ends)) open.push(ends);
  return open.some((sign) => !explains(candidate, sign) && !isCutOff(query, candidate, sign));
}

/** The short form of a part of a house, alone before the number or between street and town: SHWRM, 12 OAK ROAD. */
function shortForPart({ number, number_of, building, tail }: ParsedAddress): string[] {
  if (number === null || number_of !== 'street') return [];
  const [before, behind] = [building.length === 1 ? building[0]! : '', tail.length > 1 ? tail[0]! : ''];
  if (isShortForPart(before) || SHORT_IN_FRONT.has(before)) return [before];
  return isShortForPart(behind) ? [behind] : [];
}
/**
 * STR, TERR and GDNS, which `tokenise` expands to street types, mean store, terrace and gardens in front; OFF means
 * office.
 */
const SHORT_IN_FRONT = new Set(['STREET', 'TERRACE', 'GARDENS', 'OFF']);

/**
 * OAK COURT, XANBURY, A1 ends with a flat. OAK COURT, LONDON EC1 does not: it ends with a postcode district, whose
 * letters are the area of the query's postcode.
 */
function endsWithFlat(
  { parsed: { postcode }, words, tail: [from, to] }: PreparedQuery,
  { parsed }: PreparedAddress,
) {
  const last = words[to - 1];
  if (postcode === null || to - from < 2 || !LETTER_AND_NUMBER.test(last!)) return false;
  return (
    parsed.number === null && !parsed.unit && words[to - 2] !== 'LONDON' && areaOf(last!) !== areaOf(postcode)
  );
}

/**
 * 12 OAK ROAD, LONDON N1 with the postcode SE1 1AA; 12 OAK ROAD, LEEDS 6 with LS9 1AA: district and postcode differ.
 */
function isOfOtherDistrict(query: PreparedQuery, candidate: PreparedAddress): boolean {
  const { words, tail, parsed } = query;
  const last = words[tail[1] - 1] ?? '';
  if (parsed.postcode === null || tail[1] - tail[0] < 2 || !LETTER_AND_NUMBER.test(last)) return false;
  const areas = areasOfCityAt(words.slice(tail[0], tail[1] - 1));
  if (!areas.includes(areaOf(last)) || !areas.includes(areaOf(parsed.postcode))) return false;
  return !candidate.index.has(last) && !isDistrict(query, candidate, last);
}

const areaOf = (postcode: string): string => postcode.replace(/[0-9].*/, '');

/** REAR OFFICE, FIRST FLOOR, OAK HOUSE: a part of the storey. */
const SIDES = new Set(['REAR', 'FRONT', 'BACK', 'SIDE', 'LEFT', 'RIGHT', 'MIDDLE', 'CORNER']);
/** QUAX STORES (UPSTAIRS), 12 OAK ROAD. */
const WITHIN = new Set(['UPSTAIRS', 'DOWNSTAIRS', 'BASEMENT', 'ATTIC', 'MEZZANINE']);

/** 12 OAK ROAD LT: LT was expanded to LITTLE, but no name of a place follows, so it means LEFT. */
const isLeftAlone = ({ tail, after_street }: ParsedAddress): boolean =>
  tail[0] === 'LITTLE' && (tail.length === 1 || after_street === 1);

/**
 * 12 OAK ROAD TOP XANBURY: TOP is a place in the house if the candidate's town is Xanbury. It might begin the name of a
 * village such as TOP VALLEY otherwise.
 */
function saysWhere({ words, tail: [from, to] }: PreparedQuery, { words: listed, tail }: PreparedAddress) {
  if (!BEFORE_TOWN.has(words[from]!) || from + 1 >= to) return false;
  return listed.includes(words[from + 1]!, tail[0]);
}

/**
 * Whether the query names something that may not be the house, and the candidate does not: THE COACH HOUSE, 12 OAK ROAD
 * or 12 OAK ROAD, LAND AT REAR against 12 OAK ROAD. In FLAT 2, THE LODGE, 12 OAK ROAD the lodge is the block of the
 * flat.
 */
export function namesAnother(
  query: PreparedQuery,
  candidate: PreparedAddress,
  candidates: readonly Listed[],
): boolean {
  const { parsed, words, text } = query;
  if (isBesideNamed(query, candidate)) return true;
  if (isOfNameInWords(query, candidate) || hasNumberInWords(query, candidate)) return true;
  const shelter = SHELTER.exec(text ?? '') ?? BESIDE.exec(text ?? '');
  if (shelter && !candidate.words.join(' ').includes(shelter[0])) return true;
  for (const word of words) if (BESIDE_OR_PART.has(word) && !candidate.index.has(word)) return true;
  if (endsWithKind(query, candidate)) return true;
  if (parsed.kind === null && isPartOfOther(query, candidate)) return true;
  if (parsed.kind === null || parsed.unit || parsed.floors.length > 0) return false;
  if (candidate.parsed.kind !== null) return !isOneKind(parsed.kind, candidate.parsed.kind);
  if (saysKind(candidate, plainKind(parsed.kind))) return false;
  return !isTradeOfHouse(query, candidate, candidates);
}

interface Listed {
  prepared: PreparedAddress;
}

/**
 * CAFE, 12 OAK ROAD, as food hygiene registers write it, if the list has only one home at number 12 and no name for the
 * house. With a name or flats, the cafe could be a part of the house.
 */
function isTradeOfHouse(
  { parsed, text }: PreparedQuery,
  { parsed: house }: PreparedAddress,
  candidates: readonly Listed[],
): boolean {
  if (!TRADES.has(parsed.kind!) || !text?.startsWith(`${parsed.kind} `)) return false;
  if (house.number === null || house.building.length > 0) return false;
  const sameNumber = candidates.filter(
    ({ prepared: { parsed: other } }) => other.number?.from === house.number!.from,
  );
  return sameNumber.length === 1;
}

/** QUAX BARN against THE BARN, QUAX FARM: another barn may have the name QUAX BARN. */
const isPartOfOther = (
  { parsed, index }: PreparedAddress,
  { parsed: other, words }: PreparedAddress,
): boolean =>
  other.kind !== null &&
  other.number === null &&
  parsed.number === null &&
  words.some((word) => BUILDING_TYPES.has(word) && !index.has(word));

/** ROSE COTTAGE, OAK LANE, XANBURY GARAGE; XANBURY - THE BARN: a part of the house after the town, not in its name. */
function endsWithKind({ words, tail: [from, to] }: PreparedAddress, { index }: PreparedAddress): boolean {
  for (let i = from + 1; i < to; i += 1) {
    const word = words[i]!;
    if (index.has(word)) continue;
    if (i === to - 1 && LAST_OF_PART.has(word)) return true;
    if (KINDS_OF_PART.has(word) || (words[i - 1] === 'COACH' && word === 'HOUSE')) return true;
    if (i > from + 1 && i === to - 1 && words[i - 1] === 'THE' && BUILDING_TYPES.has(word)) return true;
  }
  return false;
}
const KINDS_OF_PART = new Set(
  'ANNEXE BEDSIT CARPORT FLAT FLATS GARAGE GARAGES MAISONETTE OUTBUILDING OUTBUILDINGS OUTHOUSE REAR SHED SHOP STUDIO WORKSHOP'.split(
    ' ',
  ),
);

/**
 * Words that mean a part of the house only at the end: 12 OAK ROAD, XANBURY UPPER. In the middle is SEA FRONT a name.
 */
const LAST_OF_PART = new Set(
  'APARTMENT UNIT ROOM PENTHOUSE SUITE OFFICE OFFICES STORE STORAGE PARKING CABIN CARAVAN CHALET POD HUT KIOSK EXTENSION EXT EXTN FORECOURT ROOF ROOFTOP STAIRWELL STAIRCASE HALLWAY DRIVEWAY DWELLING UPPER LOWER LEFT RIGHT FRONT FR BACK ABOVE PT LHS RHS GROUND FIRST SECOND THIRD FOURTH TOP'.split(
    ' ',
  ),
);

/** SEVEN SISTERS ROAD, read as number 7, against 7 SEVEN SISTERS ROAD. */
function isOfNameInWords(
  { number_word, text, parsed, index }: PreparedQuery,
  candidate: PreparedAddress,
): boolean {
  if (number_word !== null) return candidate.index.has(number_word);
  if (parsed.number === null || text === null || DIGIT.test(text)) return false;
  return text
    .split(' ')
    .some(
      (word) => (NUMBER_WORDS.has(word) || TENS.has(word)) && !index.has(word) && candidate.index.has(word),
    );
}
const DIGIT = /[0-9]/;

/**
 * QUAX SURGERY, FORTY OAK ROAD against QUAX SURGERY, 64 OAK ROAD: a number in words that the candidate lacks. FOUR of
 * FOUR OAKS does not count if the candidate lacks OAKS too.
 */
function hasNumberInWords({ words, parsed }: PreparedQuery, candidate: PreparedAddress): boolean {
  if (parsed.number !== null) return false;
  return words.some((word, i) => {
    const number = NUMBER_WORDS.get(word) ?? TENS.get(word);
    if (number === undefined || explains(candidate, word) || explains(candidate, number)) return false;
    const next = words[i + 1];
    return next !== undefined && candidate.index.has(next);
  });
}

/** Places to live or stay beside a house or in a part of it, and cash machines in its wall. */
const SHELTER =
  /\b(?:PENT HOUSE|BED SIT(?:TER)?|ROOF SP(?:ACE)?|CAR (?:SP|PK)|STAT CARAVAN|LOCK UP|CASH ?MACHINE|CASH ?POINT|YURT|TIPI|TEPEE|WIGWAM|CONSERVATORY|MOTOR ?HOME|CAMPER ?VAN|SHEPHERD ?S? HUT|TREE ?HOUSE|TINY HOUSE|BELL TENT)\b/;

/**
 * Starts of texts that mean something at or beside an address: SIDE OF QUAX HALL, GARDEN OF 12 OAK ROAD, NEW HOUSE AT
 * 12 OAK ROAD, and the STREET RECORD of a register. No name begins with these words.
 */
const BESIDE =
  /^(?:STREET RECORD|(?:THE )?(?:CARETAKER|WARDEN|MANAGER|STEWARD|PORTER|MATRON|HEADMASTER)S (?:FLAT|HOUSE|COTTAGE|BUNGALOW|LODGE|ACCOMMODATION)\b|PLOT (?:AT|OF|TO)|(?:GARAGE|CARPORT|STORE|SHED|PARKING(?: SPACE)?)(?: (?:FOR|OF|TO|AT))? (?:PLOT|UNIT|FLAT|APARTMENT) (?=[0-9])|PT (?=(?:BASEMENT|GROUND|FIRST|SECOND|THIRD|FOURTH|FIFTH|NUMBER|[0-9]))|(?:FORMERLY|PREVIOUSLY|CYN|CYNT|GYNT|WAS|EX|HALF(?: OF)?|BACK ADDITION(?: AT| TO)?) (?:NUMBER )?(?=[0-9])|(?:REPLACEMENT|PROPOSED) (?:HOUSE|DWELLING|BUNGALOW)|(?:A |THE )?(?:NEW|OLD|ADDITIONAL|SECOND|ORIGINAL|DERELICT) (?:HOUSE|HOME|DWELLING|BUNGALOW|PROPERTY|BUILD|COTTAGE) (?:AT|ON|IN|TO)|(?:THE )?(?:SIDE|FRONT|BACK|TOP|BOTTOM|GARDENS?|VERGE|PAVEMENT|FORECOURT|CORNER|END) (?:OF|OUTSIDE|AT|TO|BY))\b/;

/** S YORKS, W SUSSEX. */
const isOfCounty = (words: readonly string[], i: number): boolean =>
  COMPASS.has(words[i]!) && COUNTIES.has(words[i + 1] ?? '');

/** ONE, 40 OAK ROAD: flat 1, or a business called One. */
const saysNumber = (words: readonly string[]): boolean =>
  words.length > 0 && numberInWords(words, 0)?.words === words.length;

/** Whether a name has the kind: LODGE in OAK LODGE, COACHHOUSE in OAK COACH HOUSE; not BAR in BARBERS or BARN ROAD. */
const saysKind = ({ words, street: [from, to] }: PreparedAddress, kind: string): boolean =>
  words.some((word, i) => {
    if (i >= from && i < to) return false;
    const own = word.replace(/S$/, '');
    return own.endsWith(kind) || (i > 0 && i !== to && words[i - 1] + own === kind);
  });

const plainKind = (kind: string): string => kind.replace(' ', '').replace(/S$/, '');
const isOneKind = (one: string, other: string): boolean => plainKind(one) === plainKind(other);

/**
 * FLAT 1, 2 OAK HOUSE against FLAT 1, OAK HOUSE: the 2 is no house number of a street, which a list might leave out, so
 * another home may be meant.
 */
function hasNumberOfNothing(
  { parsed, building }: PreparedAddress,
  { parsed: other }: PreparedAddress,
): boolean {
  if (!parsed.number || other.number || (parsed.unit || '') !== (other.unit || '')) return false;
  if (!parsed.unit && parsed.floors.length === 0) return false;
  return parsed.number_of === 'building' || lengthOf(building) === 0;
}

/**
 * PONTOON C, QUAX MARINA for BERTH 3, PONTOON C, QUAX MARINA: the candidate has a number in its name that the query
 * lacks.
 */
function isPartOfNamed({ parsed, index }: PreparedAddress, candidate: PreparedAddress): boolean {
  if (parsed.number || candidate.parsed.number || parsed.unit || candidate.parsed.unit) return false;
  return candidate.words.some((word) => COUNTED.test(word) && !index.has(word));
}
const COUNTED = /^[0-9]{1,3}[A-Z]?$/;

/**
 * Whether the 21 of CAFE 21, 10 OAK ROAD belongs to the business; the candidate must have no other number in its name.
 */
const isOfBusiness = ({ parsed }: PreparedQuery, { parsed: other }: PreparedAddress): boolean =>
  parsed.of_business && !other.building.some((word) => /[0-9]/.test(word));

/** Whether the word is the postcode district of the query or the candidate. */
function isDistrict(query: PreparedAddress, candidate: PreparedAddress, word: string): boolean {
  return [query, candidate].some(({ parsed: { postcode } }) => {
    const outcode = postcode && outcodeOf(postcode);
    // SW1 is the district of SW1A.
    return outcode && (outcode === word || outcode.replace(/(?<=[0-9])[A-Z]$/, '') === word);
  });
}

/** Whether the address has the number, letter or word, in a name, its unit or its house number. */
function explains({ parsed, words }: PreparedAddress, sign: string): boolean {
  return (
    parsed.unread.includes(sign) ||
    partsOf(parsed).includes(sign) ||
    words.some((word) => wordAgreement(sign, word) >= 0.5)
  );
}

/** Whether the text ends with a cut-off word of the candidate: 12 OAK ROAD, XANBURY, W. */
function isCutOff({ text }: PreparedQuery, { words }: PreparedAddress, sign: string): boolean {
  if (!/^[A-Z]/.test(sign) || !text?.endsWith(` ${sign}`)) return false;
  const before = text.slice(0, -sign.length - 1);
  const last = before.slice(before.lastIndexOf(' ') + 1);
  return words.some(
    (word, i) => word.startsWith(sign) && (i === 0 || wordAgreement(last, words[i - 1]!) >= 0.5),
  );
}

/** The pieces of unit and house number as a query may write them. */
function partsOf({ unit, number }: ParsedAddress): string[] {
  const found = unit === null ? [] : unit.split('/');
  if (number) found.push(`${number.from}${number.suffix}`, number.suffix, `${number.to}${number.to_suffix}`);
  return found;
}
