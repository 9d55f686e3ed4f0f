import type { Names } from '../compare/compare.ts';
import type { BorneOut } from '../decide/borne-out.ts';
import { isScottishPostcode } from '../postcode.ts';
import { hidesDigits, holdsDate, isOpen, namesTwoHomes, withOneName } from '../text/contact.ts';
import { withoutForm } from '../text/form.ts';
import { EVERY_SIGN, signsIn } from '../text/given-signs.ts';
import { deniesAddress } from '../text/notes-of-clerks.ts';
import { saysTwoNumbers } from '../text/said-number.ts';
import { withPostcodeInDigits } from '../text/said-postcode.ts';
import { splitsName } from '../text/slips.ts';
import { holdsSplitNumber, withRange } from './number-pairs.ts';
import { type PreparedAddress, prepareAddress, type Rarity, withOwnNumbers } from './prepare.ts';
import { readings, type Within } from './readings.ts';
import { type Shape, STAND_INS, shapeOf, withNumbers } from './shape.ts';

/** One reading of the query, prepared for comparison. */
export interface PreparedQuery extends PreparedAddress {
  /** The text in normalised spelling, without its postcode; null if unknown. */
  text: string | null;
  /** Whether the text may mean several homes: it has two addresses, a date for a number, or an unclear number. */
  several: boolean;
  /** Whether the home may not have, or no longer have, the number of this reading. */
  former: boolean;
  /** Whether this reading leaves out words that may be the name of the home. */
  open: boolean;
  /** The country that this reading is restricted to; null if it is not restricted. */
  within: Within | null;
  /** The word that this reading takes for a number and that may be part of a name; null if there is none. */
  number_word: string | null;
  borne_out: BorneOut | null;
  /** Whether the text has two names or numbers for one home, each with a reading of its own. */
  renamed: boolean;
  /** Whether two digits of the text are one number or a flat and its house. The likelier reading is the first. */
  digits_apart: boolean;
  /** Cache of the name comparisons with this reading, by the candidates' word arrays. */
  compared: Map<string[], Names>;
}

/** Whether a reading counts only if no other reading matches. No candidates are searched for such a reading. */
export const isGuess = ({ open, number_word, borne_out }: PreparedQuery): boolean =>
  open || number_word !== null || borne_out === 'place';

/** The address of a form, a record or a dictated text, on one line and with its postcode in the usual form. */
export function plainAddress(given: string, signsOfGiven = signsIn(given)): string {
  const text = given.includes('\\') ? given.replace(WRITTEN_LINE_END, '\n') : given;
  return withPostcodeInDigits(withoutForm(text, text === given ? signsOfGiven : signsIn(text)));
}
/** A line end that a program wrote as an escape: 12 OAK ROAD\\nXANBURY. */
const WRITTEN_LINE_END = /(?:\\r)?\\n/g;

/** More characters than any address has. The rest is ignored, since the time is quadratic in the length. */
const LONGEST_CHARS = 1000;

/** Every reading of the query, prepared for comparison. The first is the likeliest. */
export function prepareQuery(
  whole: string,
  postcode?: string | null,
  rarity?: Rarity,
  signsOfWhole?: number,
): PreparedQuery[] {
  const cut = whole.length > LONGEST_CHARS;
  const given = cut ? whole.slice(0, LONGEST_CHARS) : whole;
  const signsOfGiven = signsOfWhole ?? signsIn(given);
  const address = plainAddress(given, signsOfGiven);
  const signs = address === given ? signsOfGiven : signsIn(address);
  const found = readings(address, postcode, signs);
  const scottish = isScottishPostcode(found[0]!.parsed.postcode ?? '');
  // Normalising removes the * or ?, so the text would equal the address of the home with the digits that are visible.
  const hidden = hidesDigits(address, signs);
  const several =
    cut ||
    hidden ||
    deniesAddress(address, signs) ||
    namesTwoHomes(address, signs) ||
    holdsDate(address) ||
    isOpen(address, signs, scottish);
  const digits_apart = holdsSplitNumber(address, signs) || saysTwoNumbers(address, signs);
  // Each name or number has a reading of its own.
  const renamed = found.length > 1 && (digits_apart || withOneName(address, signs).length > 0);
  return found.map(({ parsed, text, former, open, within, number_word, borne_out }) => {
    const own = {
      several,
      former,
      open,
      within,
      number_word,
      borne_out,
      renamed,
      digits_apart,
      compared: new Map(),
    };
    return queryOf(prepareAddress(parsed, rarity), hidden ? null : text, own);
  });
}

/** Builds every query in one place: property access is faster if all objects have the same layout. */
function queryOf(
  { parsed, words, weights, index, building, street, tail }: PreparedAddress,
  text: string | null,
  {
    several,
    former,
    open,
    within,
    number_word,
    borne_out,
    renamed,
    digits_apart,
    compared,
  }: Omit<PreparedQuery, keyof PreparedAddress | 'text'>,
): PreparedQuery {
  return {
    parsed,
    words,
    weights,
    index,
    building,
    street,
    tail,
    text,
    several,
    former,
    open,
    within,
    number_word,
    borne_out,
    renamed,
    digits_apart,
    compared,
  };
}

/**
 * `prepareQuery` for queries of one postcode. Queries that differ only in their numbers are parsed once and share the
 * cache of name comparisons.
 */
export function queryReader(postcode: string): (address: string) => PreparedQuery[] {
  const shapes = new Map<string, PreparedQuery[] | null>();
  return (address) => {
    const signs = signsIn(address);
    const shape = shapeOfQuery(address, postcode, signs);
    if (!shape) return prepareQuery(address, postcode, undefined, signs);
    let alike = shapes.get(shape.text);
    if (alike === undefined) {
      alike = prepareQuery(shape.text, postcode);
      if (alike.some(dependsOnNumbers)) alike = null;
      shapes.set(shape.text, alike);
    }
    if (alike === null) return prepareQuery(address, postcode, undefined, signs);
    return alike.map((one) => {
      const text = one.text === null ? null : withNumbers(one.text, shape.numbers);
      return queryOf(withOwnNumbers(one, shape.numbers), text, one);
    });
  };
}

/** The shape of the query, see `shapeOf`; a postcode at the end stays in the text. Null if it has no shape. */
function shapeOfQuery(address: string, postcode: string, signs: number): Shape | null {
  if (signs === EVERY_SIGN || splitsName(address)) return null;
  const text = address.toUpperCase();
  // Whether two numbers may be a range depends on their values.
  if (withRange(text, signs) !== null) return null;
  const end = text.endsWith(postcode) ? postcode : '';
  const shape = shapeOf(text.slice(0, text.length - end.length));
  return shape && { text: shape.text + end, numbers: shape.numbers };
}

/** Whether the parse depends on the values of the numbers: one is part of a name, or may be a storey's. */
function dependsOnNumbers({ words, text }: PreparedQuery): boolean {
  if (text === null || text.includes('FLOOR') || text.includes('LEVEL')) return true;
  return words.some((word) => STAND_INS.some((number) => word.includes(number)));
}
