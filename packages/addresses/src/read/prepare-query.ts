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
  /**
   * Whether the text may mean several homes: it holds two addresses, a date in place of a number, or one that is
   * unclear.
   */
  several: boolean;
  /** Whether the number of this reading is one that the home no longer has, or may not have. */
  former: boolean;
  /** Whether this reading leaves out what may be the name of the home. */
  open: boolean;
  /** Where a home must be for this reading to be that of its address; null if anywhere. */
  within: Within | null;
  /** The word that this reading takes for a number, and that may be part of a name; null if there is none. */
  said: string | null;
  borne_out: BorneOut | null;
  /** Whether the text has two names for one home, each in a reading of its own. */
  renamed: boolean;
  /** Whether two digits of the text are one number, or a flat and its house: the likelier is read first. */
  digits_apart: boolean;
  /** What has been found already of names that this reading was compared with, by their words. */
  compared: Map<string[], Names>;
}

/** Whether a reading counts only if no other is matched; no homes are looked for by it. */
export const isGuess = ({ open, said, borne_out }: PreparedQuery): boolean =>
  open || said !== null || borne_out === 'place';

/** The text of an address in a form, in a record or as it is said, on one line with its postcode in digits. */
export function plainAddress(given: string, signsOfGiven = signsIn(given)): string {
  const text = given.includes('\\') ? given.replace(WRITTEN_LINE_END, '\n') : given;
  return withPostcodeInDigits(withoutForm(text, text === given ? signsOfGiven : signsIn(text)));
}
/** The end of a line as programs write it in a text: 12 OAK ROAD\\nXANBURY. */
const WRITTEN_LINE_END = /(?:\\r)?\\n/g;

/** More than any address has. The rest of such a cell of a file is not read: the time would grow with its square. */
const LONGEST_CHARS = 1000;

/** The query in each of its readings, prepared for comparison. */
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
  // Without its sign such a text would equal the address of the home that has the digits shown.
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
  return found.map(({ parsed, text, former, open, within, said, borne_out }) => {
    const own = {
      several,
      former,
      open,
      within,
      said,
      borne_out,
      renamed,
      digits_apart,
      compared: new Map(),
    };
    return queryOf(prepareAddress(parsed, rarity), hidden ? null : text, own);
  });
}

/** Made in one place, since objects of one layout are compared more quickly. */
function queryOf(
  { parsed, words, weights, index, building, street, tail }: PreparedAddress,
  text: string | null,
  {
    several,
    former,
    open,
    within,
    said,
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
    said,
    borne_out,
    renamed,
    digits_apart,
    compared,
  };
}

/**
 * `prepareQuery` for the queries of one postcode. Those that differ only in their numbers are read once, and their
 * names are compared once with those of each home.
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

/** The shape of the text before the postcode, with the postcode if it stands there. */
function shapeOfQuery(address: string, postcode: string, signs: number): Shape | null {
  if (signs === EVERY_SIGN || splitsName(address)) return null;
  const text = address.toUpperCase();
  // Whether two numbers may be a range depends on their values.
  if (withRange(text, signs) !== null) return null;
  const end = text.endsWith(postcode) ? postcode : '';
  const shape = shapeOf(text.slice(0, text.length - end.length));
  return shape && { text: shape.text + end, numbers: shape.numbers };
}

/** A number that is part of a name, or may be that of a storey. */
function dependsOnNumbers({ words, text }: PreparedQuery): boolean {
  if (text === null || text.includes('FLOOR') || text.includes('LEVEL')) return true;
  return words.some((word) => STAND_INS.some((number) => word.includes(number)));
}
