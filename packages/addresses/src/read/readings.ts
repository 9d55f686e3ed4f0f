import type { BorneOut } from '../decide/borne-out.ts';
import { isScottishPostcode } from '../postcode.ts';
import { withOneForL, withOneName, withoutContact } from '../text/contact.ts';
import { GIVEN, signOfWords, signsIn } from '../text/given-signs.ts';
import { tokenise } from '../text/normalise.ts';
import { withoutPartInFront } from '../text/part-in-front.ts';
import { withoutParticulars } from '../text/particulars.ts';
import { flatOfNumber, withListedNumbers } from '../text/plain-numbers.ts';
import {
  withoutCompanyOrNote,
  withoutPlace,
  withoutRecipient,
  withoutSecondName,
  withoutTitledBeforeName,
  withoutUnknownName,
  withTradingName,
} from '../text/recipient.ts';
import { withNumberBehind, withNumberInDigits } from '../text/said-number.ts';
import { withPlainNumbers } from '../text/slips.ts';
import { withStreetTranslated } from '../text/welsh-streets.ts';
import { NUMBER_WORDS, TENS } from '../text/words.ts';
import { withKindApart } from './kind-at-end.ts';
import { withNameOtherwise } from './name-forms.ts';
import { holdsSplitNumber, withDigitsJoined, withRange } from './number-pairs.ts';
import { type ParsedAddress, parseTokens } from './parse.ts';
import { MOST_IN_RANGE, numberInWords } from './parse-state.ts';
import { fromTheEnd, withPlaceBehind, withPlaceLast } from './reversed.ts';

const SLASHED_PAIR = /(?:^|[\s,])[0-9]{1,3}\/[0-9]{1,3}[\s,]+[A-Za-z]{2}/;
const BARE_PAIR = /(?:^|[\s,])([0-9]+) +([0-9]+)[A-Z]? +[A-Za-z]{2}/;

/** FLAT 3 - 12 OAK ROAD: flat 3 of number 12, if no other number follows. */
const UNIT_DASH_HOUSE =
  /\b((?:flat|flt|apartment|apt|unit|room|studio)\.?\s*(?:no\.?\s*)?[0-9]+[a-z]?)\s*[-\u2013\u2014]\s*(?=[0-9]+[a-z]? +[a-z]{2}[^0-9]*(?:[0-9][a-z0-9]? ?[0-9][a-z]{2}\W*)?$)/i;

/** TEN GLOVER COURT; the name of THREE OAKS COURT and ONE HYDE COURT begins with a number. */
const IN_WORDS =
  /^\s*(?!one\b)([a-z]+(?:[ -][a-z]+)?)[ ,]+(?=[a-z]+(?<!s) +(?:court|house|mews|lodge|apartments|tower|cottages)\b)/i;

const NUMBER_IN_WORDS = signOfWords([...NUMBER_WORDS.keys(), ...TENS.keys(), 'HUNDRED'].join(' '));

/** `10 Glover Court` for `ten Glover Court`; null if the text begins with no number in words. */
function withDigits(address: string, signs: number): string | null {
  if ((signs & NUMBER_IN_WORDS) === 0) return null;
  const found = IN_WORDS.exec(address);
  if (!found) return null;
  const words = found[1]!.toUpperCase().split(/[ -]/);
  const number = numberInWords(words, 0);
  if (!number || number.words !== words.length) return null;
  return `${number.text} ${address.slice(found[0].length)}`;
}

/** F3, OAK HOUSE; FL 3, OAK HOUSE; FL A, 12 OAK ROAD: a flat or a floor. FL 3/1 is a tenement door. */
const SHORT_FLAT =
  /^\s*f(?:(?:[lt]\b)?\.? *([0-9]{1,4}[a-z]?|[0-9]{1,2}\/[0-9]{1,2})|[lt]?\.? ([a-e])|l?([a-e]),)(?= *[, ] *(?:[a-z]{2}|[0-9]{1,4}[a-z]?,? +[a-z]{2}))/i;
/** U3, OAK PARK. */
const SHORT_UNIT = /^\s*u(?=[0-9]{1,3}[a-z]?[ ,]+[a-z]{2})/i;
/** 3 (PLOT 33), OAK GARDENS: the plot on which number 3 was built. */
const PLOT_AFTER_NUMBER = /^(\s*[0-9]{1,4}[a-z]?) *\( *plot (?:no\.? *)?[0-9]{1,4}[a-z]? *\)/i;
/** 12 OAK ROAD (PLOT 33), XANBURY: the same. */
const PLOT_IN_BRACKETS =
  /^(\s*[0-9]{1,4}[a-z]? [a-z' ]{3,40}?(?:, *[a-z' ]{3,40})?)[ ,-]{0,3}\( *plot (?:no\.? *)?[0-9]{1,4}[a-z]? *\)/i;
/** PLOT 33, 12 OAK ROAD; PLOT 33 (12 OAK ROAD): number 12 is built on the plot, or the plot is land of number 12. */
const PLOT_BEFORE_NUMBER =
  /^\s*plot (?:no\.? *)?[0-9]{1,4}[a-z]?(?: *[,/(-] *| +)(?=[0-9]{1,4}[a-z]? [a-z]{2})/i;
/** 12 OAK ROAD, PLOT 33 */
const PLOT_AFTER = /^(\s*[0-9]{1,4}[a-z]? [a-z' ]{3,40}), *plot (?:no\.? *)?[0-9]{1,4}[a-z]?(?= *(?:,|$))/i;
const PLOT = GIVEN.odd | signOfWords('PLOT');
/** 12 (THE GABLES) OAK ROAD: the name of the house after its number. */
const NAME_AFTER_NUMBER =
  /^(\s*[0-9]{1,4}[a-z]?),? *[(\u201c"]([a-z][a-z' -]{2,40})[)\u201d"],? *(?=[a-z]{2})/i;
/** 14, THE GABLES, OAK ROAD: the house The Gables at number 14, or number 14 of a block or street called The Gables. */
const NAME_BETWEEN =
  /^(\s*[0-9]{1,4}[a-z]?) *, *(the [a-z']+(?: [a-z']+)?) *, *(?=[a-z' ]{2,30}\b(?:road|rd|street|st|avenue|ave|lane|ln|drive|close|crescent|terrace|place|square)\b)/i;
/** 12 ELM ROAD, 3 OAK COURT: the number and street of a block, then the home in the block. */
const HOUSE_BEFORE_FLAT =
  /^\s*([0-9]{1,4}[a-z]? [a-z' ]{2,30}\b(?:road|rd|street|st|avenue|ave|lane|ln|drive|close|crescent|terrace|place|square)) *, *((?:flat |apartment )?[0-9]{1,4}[a-z]? [a-z' ]{2,30}\b(?:court|house|mansions|lodge|tower|apartments|building|buildings|village|studios|residence|halls?|heights|point|works|mills?|wharf|quay))\b(?= *(?:,|$))/i;
/** PITCH B 4, OAK PARK; APT B/4 OAK PARK. */
const LETTER_APART = /^(\s*[a-z]{3,}\.? [a-z])(?: ([0-9]{1,4})(?= *,)| ?[/.-] ?([0-9]{1,4})(?= *[, ]))/i;
/** 5OAKLEAF ROAD and 1OAKLEAF ROAD. `repairOcr` gives the other readings, SOAKLEAF and IOAKLEAF ROAD. */
const JOINED_NUMBER = /^\s*([15])(?=[A-Z]{4,} )/;
/** 51St. Quax Drive: number 51 of St Quax Drive, or an ordinal. 1ST FLOOR and 1ST STREET are ordinals only. */
const SAINT = /^(\s*[0-9]{1,4})st\b\.?(?= +(?!fl|stor|str|ave|road|rd|left|right|front|rear)[a-z]{2})/i;
/** MOORING 4, QUAX MARINA, if the list has BERTH 4. A marina may have both. */
const MOORING = /^\s*(?:mooring|berth)(?=(?: no\.?)? [a-z]?[0-9])/i;
/** THE FLAT 3, OAK HOUSE. */
const THE_FLAT = /^\s*the +(?=flat +[0-9]{1,4}[a-z]? *,)/i;

/** FLAT L7 and FLAT IV: an L misread for 1, or a Roman numeral. */
const MISREAD_FLAT =
  /^(\s*(?:flat|flt|apartment|apt|unit)\.? +)(l[0-9]{0,2}|[0-9]{1,2}l|i{2,3}|i?[vx]i{0,3}(?<=..))(?= *[, ])/i;
/**
 * FLAT 12A, OAK ROAD and FLAT 12/3 OAK STREET: flat A or 3 of number 12, or a flat of a house that the text does not
 * give.
 */
const FLAT_OF_STREET =
  /^\s*(?:flat|flt|apartment|apt|unit)\.? +(?=[0-9]{1,4}(?:[a-z]|\/[0-9]{1,4}),? [^0-9]*\b(?:road|rd|street|st|avenue|ave|lane|ln|drive|dr|close|crescent|cres|terrace|grove|place|gardens|gdns)\b)/i;
/** SHOP 12 OAK ROAD, without a comma: the shop at number 12. */
const SHOP_OF_STREET =
  /^\s*((?:(?:retail|lock[ -]?up) )?(?:shop|office)|(?:retail|commercial|shop) unit)\.? +(?=[0-9]{1,4}[a-z]? [^0-9,]*\b(?:road|rd|street|st|avenue|ave|lane|ln|drive|close|crescent|terrace|place|parade|square)\b)/i;
/** FLAT 4B, OAK COURT: flat 4 of block B. */
const LETTER_OF_BLOCK = /^\s*(?:flat|apartment|apt)\.? +([0-9]{1,4})([a-h])[, ]+(?=[a-z])/i;
const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii'];

/** PLOT 112 NOW 12 OAK ROAD: only the present number counts. */
const PLOT_NOW = /^plot [0-9]{1,4}[a-z]?,? now (?=[0-9])/i;

/** F3 or FL 3 at the start as FLAT 3; null without one. */
function withShortFlat(address: string): string | null {
  const found = SHORT_FLAT.exec(address);
  return found && `Flat ${found[1] ?? found[2] ?? found[3]},${address.slice(found[0].length)}`;
}

/** Other meanings of a text that begins with a misread or incomplete flat, or a mooring. */
function withFlat(address: string): string[] {
  if (MOORING.test(address)) return [address.replace(MOORING, /^\s*m/i.test(address) ? 'Berth' : 'Mooring')];
  if (FLAT_OF_STREET.test(address)) return [address.replace(FLAT_OF_STREET, '')];
  if (SHOP_OF_STREET.test(address)) return [address.replace(SHOP_OF_STREET, '$1, ')];
  if (LETTER_OF_BLOCK.test(address)) return [address.replace(LETTER_OF_BLOCK, 'Flat $1, Block $2, ')];
  const misread = MISREAD_FLAT.exec(address)?.[2]?.toLowerCase();
  if (misread === undefined) return [];
  const number = ROMAN.indexOf(misread);
  return [
    address.replace(
      MISREAD_FLAT,
      (_, word: string) => word + (number > 1 ? number : misread.replace('l', '1')),
    ),
  ];
}

/** Whether all words of the text's last part were parsed as a place, and none as a part of a house. */
function endsWithLastPart(tail: readonly string[], text: string): boolean {
  const last = text
    .slice(text.lastIndexOf(',') + 1)
    .toUpperCase()
    .replaceAll("'", '');
  const words = last.split(/[^A-Z]+/).filter((word) => word !== '');
  return tail.slice(-words.length).join(' ') === words.join(' ');
}

/** Whether the address is a whole house: no unit, storey or relation, and nothing beside it. */
const isWhole = ({ unit, floors, kind, relation }: ParsedAddress): boolean =>
  unit === null && floors.length === 0 && kind === null && relation === null;

const DIGIT = /[0-9]/;

/** STAIRCASE 3, ROOM 1, OLD QUAD or ROOM 1, STAIRCASE 3, OLD QUAD: lists of colleges have either order. */
const STAIRCASE =
  /^\s*stair(?:case|way)?\.? *([0-9]{1,4}|[a-z]),? +((?:room|rm|flat|set)\.? *[0-9]{1,4}[a-z]?)(?=[, ])/i;
/** FLAT B1, FLAT B/1 and B1, OAK COURT: flat 1 of block B. Another reading is flat B1. */
const FLAT_OF_BLOCK =
  /^\s*(?:(?:flat|apartment|apt)\.? *([a-z]) ?[/-]? ?|([a-z])[/-]?)([0-9]{1,4})[, ]+(?=[a-z])/i;
const SIGNS_OF_SCHEME = signOfWords('SHELTERED CARE RETIREMENT LIVING');
/** FLAT 12, OAK COURT SHELTERED HOUSING; FLAT 12, OAK COURT (SHELTERED): words for the residents of a block. */
const SCHEME =
  /(?<=[a-z]),? *\(?\b(?:sheltered|(?:very )?extra[ -]care|retirement|(?:assisted|independent|supported) living)(?: (?:housing|living|accommodation|apartments|flats))?(?: (?:scheme|complex|development))?\)?(?= *,|$)/i;
/** PLOT 12, OAK CARAVAN PARK: a park's plot number is the home's number, unlike that of a building site. */
const PLOT_OF_PARK =
  /^\s*plot (?=[0-9]{1,4}[a-z]?[ ,].*\b(?:(?:caravan|trailer|residential|holiday|homes?) park|park homes?|caravan site)\b)/i;
/** ROOM C OF FLAT 12, OAK HALL. */
const ROOM_OF = /^(\s*(?:bed)?room [0-9a-z]{1,3}) (?:of|in) (?=(?:flat|apartment) [0-9])/i;
/** WORKSHOP UNIT 12, OAK ESTATE: a word for the use of the unit. */
const WORKSHOP_UNIT =
  /^\s*(?:(?:light )?industrial|workshop|warehouse|factory|business|trade) (?=unit [0-9])/i;
/** 3 LARCH, RICHMOND LANE, if the list has 3 LARCH HOUSE. */
const OF_BLOCK_BY_NAME =
  /^\s*([0-9]{1,4}[a-z]?) +([a-z']{3,}) *, *(?=[a-z' ]{3,30} (?:road|rd|street|st|avenue|ave|lane|ln|drive|close|way|hill|terrace|square|place|crescent) *$)/i;

/** 12 TULLYQUAX, BALLYVEX ROAD: the number before the townland. The list may have 12 BALLYVEX ROAD, TULLYQUAX. */
const BEFORE_TOWNLAND =
  /^(\s*[0-9]{1,4}[a-z]?) +([a-z']{4,}(?: [a-z']+)?) *, *([a-z' ]{3,30} (?:road|rd|street|st|avenue|lane|ln|drive|hill|brae)) *(?=,|$)/i;

export type Within = 'scotland' | 'elsewhere';

/** Forms of tenement doors: numbers with a slash, storeys by letters, sides (12/5, 2F1, TFL, 1/L). */
const DOOR_OF_TENEMENT =
  /[0-9GBT] ?\/ ?[0-9LR]|\b(?:[1-9BGPTSF]F[0-9LR]|[1-9TG][LR]|PF|[1-9T]F)\b|\bleft\b|\bright\b/i;

/**
 * 3/22 OAK ROAD as flat 22 of number 3. Other readings are a range and flat 3 of number 22. Null without such a pair.
 */
function withHouseFirst(address: string): string | null {
  const [pair = '', house, flat] = HOUSE_AND_FLAT.exec(address) ?? [];
  const gap = Number(flat) - Number(house);
  return gap > 0 && gap <= MOST_IN_RANGE ? `Flat ${flat}, ${house}${address.slice(pair.length)}` : null;
}
const HOUSE_AND_FLAT = /^\s*(?:flat )?([0-9]{1,3})\/([0-9]{1,3})(?=[\s,]+[a-z]{2})/i;

const isHouseWithFlat = ({ number, unit }: ParsedAddress): boolean =>
  number !== null && number.to === null && unit !== null && DIGITS_ALONE.test(unit);
const DIGITS_ALONE = /^[0-9]+$/;

/** One possible meaning of a text; `text` is its normalised spelling without postcode. */
export interface Reading {
  parsed: ParsedAddress;
  text: string;
  /** Whether the home may not have, or no longer have, the number of this reading. */
  former: boolean;
  /** Whether this reading leaves out words that may be the name of the home. */
  open: boolean;
  /**
   * The country that this reading is restricted to, since tenement doors are read differently in Scotland; else null.
   */
  within: Within | null;
  /** The word that this reading takes for a number and that may be part of a name: SEVEN of SEVEN SISTERS ROAD. */
  number_word: string | null;
  borne_out: BorneOut | null;
}

/** Other forms of a text that does not begin with a number. */
interface Ahead {
  /** Forms that are as likely as the text itself. */
  others: string[];
  /** Without a name that may be a person, a business or the home. */
  named: ReturnType<typeof withoutUnknownName>;
  /** With a corrected or completed flat at the start. */
  flats: string[];
  /** With F3 as FLAT 3. */
  short: string | null;
  /** With the place at the end instead of the start. */
  behind: string | null;
  /** Without a part of the premises in front of their name. */
  inFront: string | null;
}
const NOTHING_AHEAD: Ahead = { others: [], named: null, flats: [], short: null, behind: null, inFront: null };

function withoutWhatIsAhead(address: string, signs: number): Ahead {
  // Most addresses begin with a number, before which there is nothing to leave out or to turn.
  if (DIGIT.test(address[0] ?? '')) return { ...NOTHING_AHEAD, flats: flatOfNumber(address) };
  const named = withoutUnknownName(address);
  const turned = [withDigits(address, signs), fromTheEnd(address), withPlaceLast(address)];
  const others = [
    ...withTradingName(address, signs),
    ...withoutRecipient(address),
    ...withoutTitledBeforeName(address),
    ...withoutPlace(address),
    ...withNameOtherwise(address, signs),
    ...turned.filter((text) => text !== null),
    ...(named?.sure ? [named.text] : []),
    ...(LETTER_APART.test(address) ? [address.replace(LETTER_APART, '$1$2$3')] : []),
    ...(STAIRCASE.test(address) ? [address.replace(STAIRCASE, '$2, Staircase $1')] : []),
    ...(FLAT_OF_BLOCK.test(address) ? [address.replace(FLAT_OF_BLOCK, 'Flat $3, Block $1$2, ')] : []),
    ...(PLOT_OF_PARK.test(address) ? [address.replace(PLOT_OF_PARK, 'Pitch ')] : []),
    ...(ROOM_OF.test(address) ? [address.replace(ROOM_OF, '$1, ')] : []),
    ...(WORKSHOP_UNIT.test(address) ? [address.replace(WORKSHOP_UNIT, '')] : []),
    ...(PLOT_NOW.test(address) ? [address.replace(PLOT_NOW, '')] : []),
    ...(SHORT_UNIT.test(address) ? [address.replace(SHORT_UNIT, 'Unit ')] : []),
    ...(THE_FLAT.test(address) ? [address.replace(THE_FLAT, '')] : []),
  ];
  return {
    others,
    named,
    flats: withFlat(address),
    short: withShortFlat(address),
    behind: withPlaceBehind(address),
    inFront: withoutPartInFront(address),
  };
}

function plainly(given: string, signs: number): string {
  const text = withListedNumbers(withPlainNumbers(withoutContact(given, signs)), signs);
  return withKindApart(text, text === given ? signs : signsIn(text));
}

/**
 * The readings of a text. The first is the text unchanged. Others take the second meaning of two numbers (`16 18 X
 * ROAD` as flat 16 of number 18, 2/14 likewise), leave out a recipient in front, or reverse a text that begins with the
 * town.
 */
export function readings(
  given: string,
  postcode: string | null | undefined,
  signsOfGiven: number,
): Reading[] {
  const own = withoutParticulars(given, signsOfGiven);
  const plain = plainly(own, signsOfGiven);
  const in_digits = withNumberInDigits(plain, plain === given ? signsOfGiven : signsIn(plain));
  const address = in_digits?.may_be_name === null ? in_digits.text : plain;
  const signs = address === given ? signsOfGiven : signsIn(address);
  const read = (text: string, other = false, former = false, within: Within | null = null): Reading => {
    const tokens = tokenise(text, postcode, within === 'scotland');
    // The spelling is taken first, since parsing changes the words in place.
    const spelt = tokens.words.join(' ');
    const parsed = parseTokens(tokens, other);
    return { parsed, text: spelt, former, open: false, within, number_word: null, borne_out: null };
  };
  const found = [read(address)];
  const pair = signs & GIVEN.two_numbers ? BARE_PAIR.exec(address) : null;
  const gap = pair ? Number(pair[2]) - Number(pair[1]) : 0;
  const slashed =
    (signs & GIVEN.slash) !== 0 &&
    SLASHED_PAIR.test(address) &&
    !isScottishPostcode(found[0]!.parsed.postcode ?? '');
  if ((gap > 0 && gap <= 8) || slashed) found.push(read(address, true));
  if (holdsSplitNumber(address, signs)) found.push(read(withDigitsJoined(address)));
  if (slashed) {
    const turned = withHouseFirst(address);
    if (turned !== null) found.push(read(turned, false, true));
  }
  const dashed = signs & GIVEN.dash ? address.replace(UNIT_DASH_HOUSE, '$1, ') : address;
  const one = withOneForL(address, signs);
  const ahead = withoutWhatIsAhead(address, signs);
  const { named, flats, short, behind, inFront } = ahead;
  const others = [
    ...(dashed === address ? [] : [dashed]),
    ...withoutSecondName(address, signs),
    ...withoutCompanyOrNote(address, signs),
    ...(signs & SIGNS_OF_SCHEME && SCHEME.test(address) ? [address.replace(SCHEME, '')] : []),
    ...withStreetTranslated(address, found[0]!.parsed.postcode),
    ...(signs & GIVEN.letter_after_digit && JOINED_NUMBER.test(address)
      ? [address.replace(JOINED_NUMBER, '$1 ')]
      : []),
    ...(signs & GIVEN.letter_after_digit && SAINT.test(address) ? [address.replace(SAINT, '$1 St')] : []),
    ...(signs & GIVEN.odd && PLOT_AFTER_NUMBER.test(address)
      ? [address.replace(PLOT_AFTER_NUMBER, '$1')]
      : []),
    ...(signs & GIVEN.odd && PLOT_IN_BRACKETS.test(address) ? [address.replace(PLOT_IN_BRACKETS, '$1')] : []),
    ...(signs & GIVEN.odd && NAME_AFTER_NUMBER.test(address)
      ? [address.replace(NAME_AFTER_NUMBER, '$2, $1 ')]
      : []),
    ...(HOUSE_BEFORE_FLAT.test(address) ? [address.replace(HOUSE_BEFORE_FLAT, '$2, $1')] : []),
    ...(OF_BLOCK_BY_NAME.test(address) ? [address.replace(OF_BLOCK_BY_NAME, 'Flat $1, $2, ')] : []),
    ...(in_digits?.separate ?? []),
    ...ahead.others,
  ];
  if (one !== null) found.push(read(one, false, true));
  if (NAME_BETWEEN.test(address)) found.push(read(address.replace(NAME_BETWEEN, '$2, $1 '), false, true));
  const numbered = withNumberBehind(address, signs);
  if (numbered !== null) found.push(read(numbered, false, true));
  for (const { text, former } of withOneName(address, signs)) found.push(read(text, false, former));
  if (signs & PLOT && PLOT_BEFORE_NUMBER.test(address))
    found.push(read(address.replace(PLOT_BEFORE_NUMBER, ''), false, true));
  if (signs & PLOT && PLOT_AFTER.test(address))
    found.push(read(address.replace(PLOT_AFTER, '$1'), false, true));
  const { relation } = found[0]!.parsed;
  for (const text of [address, ...others]) {
    if (text !== address) {
      const other = read(text);
      // OPPOSITE QUAX PLC, 12 OAK ROAD is not number 12.
      if (relation === null || other.parsed.relation !== null) found.push(other);
    }
    const range = withRange(text, signs);
    const joined = range === null ? null : read(range);
    // In Scotland 5-12 is flat 12 of number 5.
    if (joined !== null && !isHouseWithFlat(joined.parsed)) found.push(joined);
  }
  if (short !== null) found.push({ ...read(short), borne_out: 'flat' });
  const turned = behind === null ? null : read(behind);
  if (turned && endsWithLastPart(turned.parsed.tail, behind!)) found.push({ ...turned, borne_out: 'place' });
  if (BEFORE_TOWNLAND.test(address))
    found.push({ ...read(address.replace(BEFORE_TOWNLAND, '$1 $3, $2')), borne_out: 'place' });
  // The list may contain the words that were left out, as in MOBILE UNIT, OPPOSITE THE GREEN.
  if (own !== given) found.push({ ...read(plainly(given, signsOfGiven)), open: true });
  if (named?.sure === false && isWhole(found[0]!.parsed)) found.push({ ...read(named.text), open: true });
  if (inFront !== null) found.push({ ...read(inFront, false, true), open: true });
  for (const text of flats) found.push(read(text, false, true));
  if (in_digits?.may_be_name) found.push({ ...read(in_digits.text), number_word: in_digits.may_be_name });
  // Without a postcode, only the candidate's country tells how tenement doors are written.
  if (found[0]!.parsed.postcode === null && DOOR_OF_TENEMENT.test(address)) {
    for (const reading of found) reading.within = 'elsewhere';
    for (const text of [address, ...others]) found.push(read(text, false, false, 'scotland'));
  }
  return found;
}
