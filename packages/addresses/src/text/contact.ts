import { numberInWords } from '../read/parse-state.ts';
import { withoutCodes, withoutEntities } from './entities.ts';
import { GIVEN, signOfWords } from './given-signs.ts';
import { STREET_TYPES } from './words.ts';

/** Words that occur in the texts removed here. WORDS is the end of WHAT3WORDS, after its digit. */
const WORDS = signOfWords(`
  NOT BELL BUZZER INTERCOM TEL TELEPHONE PHONE MOB MOBILE REF REFERENCE CODE ORDER INVOICE NULL NAN NONE TBC NIL
  UNDEFINED UNKNOWN TBA APPLICABLE X WWW GRID WORDS
  OF FLATS APARTMENTS UNITS ROOMS BEDSITS BED BEDS BEDED BEDROOM BEDROOMS BEDROOMED`);
const SIGNS = WORDS | GIVEN.odd | GIVEN.long_number | GIVEN.joined_number | GIVEN.capital_after_small;
const SIGN =
  /@|:|www\.|[+0][0-9]{2}|[0-9]\.[0-9]{3}|\/\/\/|what3words|\+[2-9CFGHJMPQRVWX]{2}|grid|°|\b(not|bell|buzzer|intercom|tel|phone|mob|ref|code|order|invoice|null|n\/a|(?:nan|none)\s*,)|,\s*(?:[0x]|\(blank\))\s*(?:,|$)|^\s*0\s*,|\b(?:tb[ac]|nil|undefined|unknown|applicable)\b|£|[0-9]{8}|\bu(?:d?p|s)rn|\btitle\b/i;
/** A field without a value: N/A, 12 OAK ROAD; FLAT NULL, 12 OAK ROAD; 12 OAK ROAD, 0, XANBURY. */
const EMPTY =
  /(^|,)\s*(?:(?:flat|apartment|unit) )?(?:#?n\/a|null|nan|none|undefined)\s*(?=,)|(^|,)\s*(?:0|tb[ac]|nil|undefined|unknown|not (?:applicable|known))\s*(?=,)|(,)\s*(?:[0x]|tb[ac]|nil|undefined|unknown|not (?:applicable|known)|\(blank\))\s*(?=,|$)/gi;
/**
 * Texts to remove: RING BELL TWICE, but not RING BELL 2; excluded numbers (NOT 14); e-mail and web addresses; telephone
 * numbers with the word before them; positions; prices; reference numbers; identifiers of registers (UPRN 100 012 345
 * 678). A number of eight digits is no house number, but 101,103,105 are three houses.
 */
const CONTACT = [
  /\b(?:please +)?(?:ring|press|use) +(?:the +)?(?:door ?)?(?:bell|buzzer|intercom)\b(?: +(?:once|twice|on arrival))?(?=\s*(?:$|[,.;)\n]))/gi,
  /[,(]?\s*\b(?:(?:and|but) +)?not +(?:at +|to +)?(?:(?:flat|unit|apartment|no\.?|number) *)?[0-9]+[a-z]?\b\)?/gi,
  /[([]?\bu(?:d?p|s)rn(?: no| number)?[ .:=#'-]*(?:[0-9]{4,13}|[0-9]{1,3}(?:[ ,][0-9]{3}){1,3})(?![0-9])[)\]]?[,;:]?/gi,
  /[([]?\b(?:(?:as |and )?registered (?:at|with|in) (?:the )?(?:h\.?m\.? )?land registry (?:(?:under|with|by) )?)?title(?: no| number)?[ .:#]{1,3}[a-z]{1,4}[0-9]{1,6}\b[)\]]?[,;:]?/gi,
  // Removes the word REF too: if it stayed, the house number after it would be removed as the reference.
  /\b(?:ref(?:erence)?|code|order|invoice)(?: no| number)?[.:# ]{1,3}[0-9]{8,16}(?:[/-][0-9a-z]+)?(?![0-9a-z])[,;:]?/gi,
  /[([']?(?<![0-9a-z])(?:toid[ .:]*)?(?:osgb)?[0-9]{8,16}(?![0-9a-z])[)\]]?[,;:]?/gi,
  /(?:\be(?:-?mail)?[.:]+\s*)?\S{1,64}@\S{1,64}\.\S+|(?:\bw(?:eb)?[.:]+\s*)?(?:https?:\/\/|www\.)\S+/gi,
  /(?:\(?\b(?:(?:tel|telephone|phone|mob|mobile|fax)\b[).:]*|[tmpf](?:[).:]+|(?= *\+44)))\s*)?(?:(?:\+|\b00)44(?:[ -]*\(?0\)?)?|\b0)(?:[ ()-]*[0-9]){9,10}\b(?:,?\s*\b(?:ext(?:ension|n)?|x)[.: ]*[0-9]{1,6}\b)?/gi,
  /\(?-?[0-9]{1,2}\.[0-9]{3,}(?:, *| +)-?[0-9]{1,3}\.[0-9]{3,}\)?,?/g,
  /(?:\bwhat3words\b:? *)?\/\/\/ *[a-z]+\.[a-z]+\.[a-z]+,?|\bwhat3words\b:? *[a-z]+\.[a-z]+\.[a-z]+,?/gi,
  /(?:^|(?<=[\s,]))[([]?[2-9CFGHJMPQRVWX]{4,8}\+[2-9CFGHJMPQRVWX]{2,3}[)\]]?(?=[\s,]|$),?/gi,
  /\b(?:os )?grid(?: ref(?:erence)?)?\.?:? *[a-z]{2} ?[0-9]{3,5} ?[0-9]{3,5}\b,?/gi,
  /[NSEW]? ?[0-9]{1,3}° ?[0-9.]+['′’]?(?: ?[0-9.]+["″”]?)? ?[NSEW]?,?/gi,
  /\b(?:our |your )?ref(?:erence)?(?: no| number)?[.:]+ *[a-z]*[/-]?[0-9][a-z0-9/-]*(?: *[-–]+ )?/gi,
  /£ ?[0-9][0-9,.]*(?:k|m|pcm|pw)?\b|\b(?:ref|code|order|invoice)(?: no| number)?[.:# ]{1,3}[0-9]+\b/gi,
];

/** Removes contact details, positions, prices and references that were pasted with an address. */
export function withoutContact(address: string, signs: number): string {
  if ((signs & SIGNS) === 0 && !address.startsWith('0,')) return address.replace(LIVING, ' ');
  const line = address.includes('\n') ? address.replace(BROKEN_WORD, '') : address;
  const given = withSpaces(withoutCodes(withoutEntities(line)));
  const text = withoutRepetition(withoutDescription(given))
    .replace(LIVING, ' ')
    .replace(LAND_ADJACENT, ' Land adjoining ');
  if (!SIGN.test(text)) return text;
  const plain = CONTACT.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
  return plain.replace(EMPTY, '$1$2$3');
}

/** A word hyphenated at the end of a line: CROM-, WELL ROAD. */
const BROKEN_WORD = /(?<=[a-z]{2})-[ \t]*\r?\n\s*(?=[a-z]{2})/gi;

/** L/A 14 OAK ROAD, as registers of planning applications shorten LAND ADJACENT TO. */
const LAND_ADJACENT = /\bL\/A(?:DJ)?\b(?: to\b)?/i;

const JOINED =
  /[a-z](?:Road|Street|Lane|Avenue|Close|Drive|Court|House|Way|Place|Terrace|Gardens|Crescent|Cottage|Farm|Square|Grove|Mews)(?![a-z])/;

const CAMEL = /[a-z][A-Z]/;
/** XanburyXE1 1AA. */
const JOINED_POSTCODE = /(?<=[a-z]{2})(?=[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}\s*$)/;

/** 12OakRoadXanburyXE11AA as 12 Oak Road Xanbury XE11AA. */
function withSpaces(address: string): string {
  // A regular expression for the words alone would try all of them at each letter.
  if (!CAMEL.test(address)) return address;
  const spaced = address.replace(JOINED_POSTCODE, ' ');
  if (!JOINED.test(spaced)) return spaced;
  return spaced
    .split(' ')
    .map((word) =>
      JOINED.test(word)
        ? word
            .replace(/([a-z])(?=[A-Z])/g, '$1 ')
            .replace(/(?<=[A-Za-z]{3})(?=[0-9])/g, ' ')
            .replace(/([0-9][a-z]?)(?=[A-Z][a-z]{2})/g, '$1 ')
        : word,
    )
    .join(' ');
}

/** 3 BED SEMI, 2 BEDROOM FLAT: FLAT stays, since it tells a part of the house from the house. */
const BEDROOMS =
  /\b[0-9]+[ -]?bed(?:room)?(?:ed|s)?\b(?:[ -]+(?:semi|detached|terraced?|end|mid|house|bungalow|property)\b)*/gi;
/** FLAT 1 OF 4, 22 OAK ROAD. */
const ONE_OF = /\b((?:flat|apartment|apt|unit|room|plot) +)?([0-9]+) +of +[0-9]+(?= *, *[0-9])/gi;

/** 3 FLATS AT 12 OAK ROAD: 3 is a count, not the number of a flat. */
const HOW_MANY = /\b[0-9]+ +((?:self[ -]contained +)?(?:flat|apartment|unit|room|bedsit)s\b)(?! *[0-9])/gi;

/** 12 (TWELVE) OAK ROAD, as lawyers and banks write numbers. */
const IN_WORDS_TOO = /\b([0-9]{1,3}) *\(([a-z][a-z -]*)\)/gi;

function withoutRepetition(address: string): string {
  if (!address.includes('(')) return address;
  return address.replace(IN_WORDS_TOO, (whole, digits: string, inWords: string) => {
    const words = inWords.toUpperCase().split(/[ -]+/);
    const number = numberInWords(words, 0);
    return number?.text === digits && number.words === words.length ? digits : whole;
  });
}

const PREMISES_KNOWN_AS =
  '(?:(?:all +)?(?:that|the|our|my) +)?(?:(?:free|lease)hold +)?(?:(?:property|premises|dwelling(?: ?house)?|house(?= .{0,20}known)|(?:flat|apartment|maisonette)(?= .{0,20}known +as +(?:flat|apartment|maisonette)\\b)) +(?:(?:situated? +)?(?:at +)?(?:and +)?known +as|at|being|situated?(?: +at)?)|(?:land +and +)?buildings? +known +as)';
/** Phrases of messages before an address: WE ARE AT, MY ADDRESS IS, CAN YOU COME TO. */
const PLACE_IS =
  "(?:(?:i|we) (?:rent|own|let)|(?:i'?m|we'?re|(?:i|we) a(?:m|re)) (?:renting|buying|selling|letting))(?! *(?:at|in)\\b)|(?:(?:i|we) (?:live|stay|rent)|i'?m|we'?re|(?:i|we) a(?:m|re)|living|residing|located) at|(?:(?:my|our|the) +)?(?:new +)?address +is|(?:can you +|please +)?(?:come|deliver|send +(?:it +)?|go) *to|collect +from";
/**
 * Phrases at the start of a text to remove: I LIVE AT; HI, MY ADDRESS IS; THE FREEHOLD PROPERTY KNOWN AS; TENANCY OF;
 * the markers 1) and a) of a list. IT'S and RE are removed before a number only, because names begin with them too.
 */
const LIVING = new RegExp(
  `^\\s*(?:(?:(?:hi|hello|hey|yes|ok(?:ay)?|sure|thanks)\\b[\\s,.!]*(?=(?:it'?s|my|the|our|we|i'?m|i|address|can|please|\\d)\\b)|(?:hi|hello|hey|yes|ok(?:ay)?|sure)[,.!]\\s+)(?:it'?s +(?:at +)?|(?:${PLACE_IS})\\b)?|(?:${PLACE_IS})\\b|it'?s +(?=(?:flat +|number +|no\\.? *)?[0-9])|re +(?=(?:flat +)?[0-9])|(?:tenancy|letting|purchase|sale|management) +of\\b|${PREMISES_KNOWN_AS}\\b|[a-z]\\)\\s|[0-9]{1,3}\\)\\s+(?=(?:(?:flat|apartment|apt|unit|no|number)\\.?\\s+)?[0-9]))`,
  'i',
);

const DESCRIBED =
  /[0-9](?: +of +[0-9]|[ -]?bed| +(?:self[ -]contained +)?(?:flat|apartment|unit|room|bedsit)s\b)|\((?:even|odd)/i;

function withoutDescription(address: string): string {
  if (!DESCRIBED.test(address)) return address;
  return address
    .replace(HOW_MANY, ' $1')
    .replace(/\((?:even|odd)s?(?: only)?\)/gi, ' ')
    .replace(BEDROOMS, ' ')
    .replace(ONE_OF, (_, word: string | undefined, number: string) => `${word ?? 'flat '}${number}`);
}

const SIGNS_OF_FORMER = GIVEN.odd | signOfWords('FORMERLY PREVIOUSLY KNOWN AKA FKA');
/**
 * The lookbehind allows one start for each run of blanks; without it the time is quadratic in the length of the run.
 */
const FORMER =
  /(?<![\s,(])[\s,(]*(?:\b(?:formerly|previously|(?:also|now) known as|a\.?k\.?a\b\.?|f\.?k\.?a\b\.?)|(?<=\()(?:now|was)\b)(?:\s+known\s+as)?[\s:]+([^,()]+)\)?/i;
const NUMBER_ALONE = /^\s*(?:no\.? *|number +)?([0-9]+[a-z]?)\s*$/i;

/** The text of an address reduced to one of the two names or numbers that it gives. */
export interface OneName {
  text: string;
  /** Whether the text has the home's former number, which another home may have by now. */
  former: boolean;
}

const IS_PRESENT = /\bnow\b/i;

/** For THE OLD MILL (FORMERLY QUAX HOUSE), OAK ROAD, one text for each of its names. Empty without a second name. */
export function withOneName(address: string, signs: number): OneName[] {
  const found = signs & SIGNS_OF_FORMER ? FORMER.exec(address) : null;
  if (!found) return [];
  const rest = address.slice(found.index + found[0].length);
  const before = address.slice(0, found.index);
  const number = /[0-9][a-z]? +[a-z]{2}/i.test(before) ? NUMBER_ALONE.exec(found[1]!)?.[1] : undefined;
  // 12A OAK ROAD (FORMERLY 12B) has the street before the number.
  const second = number === undefined ? `${found[1]}${rest}` : before.replace(/[0-9]+[a-z]?/i, number) + rest;
  const present = IS_PRESENT.test(found[0].slice(0, -found[1]!.length));
  const beginsAsFormer =
    /^\s*(?:(?:land|sites?|plots?|garages?|buildings?)(?: (?:at|of))?\s+)?(?:formerly|previously)/i.test(
      address,
    );
  const numbered = (beginsAsFormer || /[0-9]/.test(before)) && /^\D{0,8}[0-9]/.test(found[1]!);
  const other = { text: second, former: numbered && !present };
  return found.index === 0 ? [other] : [{ text: before + rest, former: numbered && present }, other];
}

const SECOND_NUMBER = /(?:[,;\n/&+]|\b(?:or|and|to)\b)\s*[0-9]/i;
const HOUSE =
  /(?:^|[,;\n/&+]|\b(?:or|and|to|at|from)\b)\s*([0-9]+[a-z]?)[ ,]+([a-z' ]{0,40}\b(?:road|rd|street|st|avenue|ave|lane|ln|drive|dr|close|crescent))\b(?=\s*(?:[,;\n/&+]|$|(?:or|and|to|has|is|was)\b))/gi;

const AND = signOfWords('AND');
/** 12 OAK ROAD AND COACH HOUSE. */
const AND_BESIDE =
  /(?:&|\band)\s+(?:the\s+)?(?:coach house|annexe?|lodge|bungalow|cottage)\s*(?:$|[,;\n]|[a-z]+ (?:road|street|lane)\b)/i;

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
/** The source of a regular expression, for use with the flag `i`: a date where a house number would stand. */
export const DATED_NUMBER = `(?:^|[\\s,])(?:[0-3]?[0-9]-${MONTH}|${MONTH}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2})(?=[\\s,]|$)`;
const DATE = new RegExp(DATED_NUMBER, 'i');

/** Whether the text holds a date. Spreadsheets turn the house number 2-1 into 02-Jan, Jan-02 or 02/01/2026. */
export const holdsDate = (address: string): boolean =>
  (address.includes('-') || address.includes('/')) && DATE.test(address);

/** 1. 12 OAK ROAD: the first number may be a flat's, or number the line of a list. */
const LINE_OF_LIST = /^\s*[0-9]{1,3}\.\s+(?:(?:flat|apartment|apt|unit)\s+)?[0-9]+[a-z]?[ ,]+[a-z]{3}/i;
/** 1l OAK ROAD, where the letter may be a one. */
const MAY_BE_ONE = /(?:^|[\s,])[0-9]{1,3}l(?=[ ,]+[A-Z][a-z])/;

/** 1* OAK ROAD, 1? OAK ROAD: some digits of the number are hidden or unknown. */
const HIDDEN_DIGITS = /(?:^|[\s,])[0-9]+[a-z]?[*?]/i;
export const hidesDigits = (address: string, signs: number): boolean =>
  (signs & GIVEN.odd) !== 0 && HIDDEN_DIGITS.test(address);

/** 1/2/22 OAK ROAD: a door of number 22, two flats, or a date. In Scotland it is always the door. */
const THREE_BY_SLASH = /(?:^|,)\s*[0-9]{1,3}\/[0-9]{1,3}\/[0-9]{1,4}(?=[\s,])/;

/** Whether a number in the text has two readings that are equally likely. */
export const isOpen = (address: string, signs: number, scottish: boolean): boolean =>
  ((signs & GIVEN.odd) !== 0 && LINE_OF_LIST.test(address)) ||
  ((signs & GIVEN.l_after_digit) !== 0 && MAY_BE_ONE.test(address)) ||
  (!scottish && (signs & GIVEN.slash) !== 0 && THREE_BY_SLASH.test(address));

/** 11 OAK ROAD for 1l OAK ROAD; null if no letter may be a one. */
export const withOneForL = (address: string, signs: number): string | null => {
  if (ONE_LETTER.test(address)) return address.replace(ONE_LETTER, '1');
  return signs & GIVEN.l_after_digit && MAY_BE_ONE.test(address)
    ? address.replace(MAY_BE_ONE, (number) => number.replace('l', '1'))
    : null;
};
/** I OAK ROAD, l Oak Road: the digit 1 as some people type it and OCR reads it. */
const ONE_LETTER = /^[Il](?=,? +[A-Z][A-Za-z]{2})/;

/** Whether the text holds two addresses, each a number and a street: 12 Oak Road, Xanbury; 14 Oak Road, Xanbury. */
export function namesTwoHomes(address: string, signs: number): boolean {
  if (signs & (AND | GIVEN.odd) && /[0-9]/.test(address) && AND_BESIDE.test(address)) return true;
  if (signs & GIVEN.number_behind_word && namesTwoInARow(address)) return true;
  if ((signs & GIVEN.joined_number) === 0 || !SECOND_NUMBER.test(address)) return false;
  const numbers = new Set([...address.matchAll(HOUSE)].map(([, number]) => number!.toUpperCase()));
  return numbers.size > 1 || repeatsName(address);
}

/** 12 OAK ROAD 14 OAK ROAD; FLAT 1 OAK COURT FLAT 2 OAK COURT. FLAT 2 OAK COURT 12 OAK COURT is one home. */
const WITHOUT_SIGN_BETWEEN =
  /(?<!\b(?:flat|apartment|apt|unit|room|plot) +)\b((?:(?:flat|apartment|apt|unit|room|plot) +)?)([0-9]+[a-z]?),? +([a-z']+(?: +[a-z']+)+)((?:,? +[a-z']+){0,3}) +\1(?!\2\b)[0-9]+[a-z]?,? +\3\b *([a-z]*)/i;

/**
 * 12 OAK ROAD 14 OAK ROAD is two homes; 6 OAK PARK VILLAGE 200 OAK PARK ROAD is one, in a village named after a road.
 */
function namesTwoInARow(address: string): boolean {
  const found = WITHOUT_SIGN_BETWEEN.exec(address);
  if (!found) return false;
  const [nextWord = ''] = found[4]!.toUpperCase().match(/[A-Z']+/) ?? [];
  return nextWord === '' || STREET_TYPES.has(nextWord) || !STREET_TYPES.has(found[5]!.toUpperCase());
}

const BETWEEN_HOMES = /[,;\n/&+]|\b(?:or|and|to)\b/i;
const NUMBER_AND_NAME = /^([0-9]+[A-Z]?) +([A-Z][A-Z']*(?: [A-Z']+)*)$/;

/** Whether the text gives two numbers for one name, with or without a street type: 12 Oak Gardens; 14 Oak Gardens. */
function repeatsName(address: string): boolean {
  const numbers = new Map<string, string>();
  let alone = '';
  for (const piece of address.toUpperCase().split(BETWEEN_HOMES)) {
    const text = piece.trim().replace(/ +/g, ' ');
    // In 12, OAK GARDENS the number is a piece of its own.
    const [, number = '', name = ''] =
      NUMBER_AND_NAME.exec(/^[A-Z]/.test(text) ? `${alone} ${text}` : text) ?? [];
    alone = NUMBER_ALONE.exec(text)?.[1] ?? '';
    if (number === '') continue;
    if ((numbers.get(name) ?? number) !== number) return true;
    numbers.set(name, number);
  }
  return false;
}
