/**
 * An area of one or two letters, a district of two digits, a digit, or a digit and a letter, then a digit and two
 * letters.
 */
const FULL = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})$/;
const USUAL = /^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$/;
const OUTCODE = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;
/** A space may stand between area and district, not inside the district. */
const OUTCODE_IN_PARTS = /^([A-Z]{1,2})[\s-]*([0-9][A-Z0-9]?)$/;
const SECTOR = /^([A-Z]{1,2}[0-9][A-Z0-9]?) ?([0-9])$/;

/** The postcode areas that lie in Scotland (TD and DG reach it too; TD15 and parts of TD12 are English). */
const SCOTTISH_AREAS = new Set('AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE XS'.split(' '));

function bare(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/**
 * The usual spelling of a full postcode: upper case, one space before the last three characters. Ignores case, spaces,
 * hyphens and dots; corrects an O or I misread for the digit of the incode or the first of the outcode. Null if the
 * text does not have the format of a postcode. It checks the format, not whether the postcode was ever in use.
 */
export function normalisePostcode(text: string | null | undefined): string | null {
  if (!text) return null;
  if (USUAL.test(text)) return text;
  const joined = bare(text);
  const found = FULL.exec(joined);
  if (found) return `${found[1]} ${found[2]}`;
  // Text without a digit is a word: VIOLA. S3 8LF F is a postcode and the beginning of a street.
  if (joined.length < 5 || joined.length > 7 || !/[0-9]/.test(joined) || !INCODE_AT_END.test(text))
    return null;
  const outcode = joined
    .slice(0, -3)
    .replace(MISREAD_DISTRICT, (_, area: string, sign: string) => area + digitOf(sign));
  const repaired = FULL.exec(outcode + digitOf(joined.at(-3)!) + joined.slice(-2));
  return repaired ? `${repaired[1]} ${repaired[2]}` : null;
}

/** The last three characters stand together: a misread incode has no space in it. */
const INCODE_AT_END = /[A-Z0-9]{3}[^A-Z0-9]*$/i;

/**
 * After two area letters an O or I is a misread digit, since a district begins with one. After one letter only an I is.
 */
const MISREAD_DISTRICT = /^([A-Z](?=I)|[A-Z]{2})([OI])(?=[A-Z0-9]?$)/;
const digitOf = (sign: string): string => (sign === 'O' ? '0' : sign === 'I' || sign === 'L' ? '1' : sign);

const DIGIT_OF = new Map([...'O0I1L1S5B8Z2G6'.matchAll(/(.)(.)/g)].map(([, sign, digit]) => [sign!, digit!]));
const LETTER_OF = new Map(
  [...'0O1L5S8B2Z6G'.matchAll(/(.)(.)/g)].map(([, sign, letter]) => [sign!, letter!]),
);
/** The forms of an outcode: A for a letter, 9 for a digit. Only districts of London end with a letter. */
const FORMS: [form: string, areas: RegExp][] = [
  ['A9', /^/],
  ['A99', /^/],
  ['AA9', /^/],
  ['AA99', /^/],
  ['A9A', /^[ENW]/],
  ['AA9A', /^(?:EC|NW|SE|SW|WC)/],
];

/**
 * Corrects a postcode in which one letter was read as a digit, or one digit as a letter: S/5, B/8, Z/2, G/6, O/0, and I
 * or L for 1. Null if the text is a postcode already, or if no correction or several are possible.
 */
export function misreadPostcode(text: string | null | undefined): string | null {
  const joined = bare(text ?? '');
  if (joined.length < 5 || joined.length > 7 || FULL.test(joined)) return null;
  if (!/[0-9]/.test(joined) || !/[A-Z]/.test(joined) || !INCODE_AT_END.test(text!)) return null;
  const found = new Set<string>();
  for (const [form, areas] of FORMS) {
    if (form.length !== joined.length - 3) continue;
    const read = withOneMisread(joined, `${form}9AA`);
    if (read !== null && areas.test(read) && !NEVER_INWARD.test(read.slice(-2)))
      found.add(`${read.slice(0, -3)} ${read.slice(-3)}`);
  }
  return found.size === 1 ? [...found][0]! : null;
}

/** The text corrected to this form if exactly one character does not fit it and may be misread; else null. */
function withOneMisread(text: string, form: string): string | null {
  let misread = 0;
  let read = '';
  for (const [i, sign] of [...text].entries()) {
    const isOfForm = /[0-9]/.test(sign) === (form[i] === '9');
    const corrected = isOfForm ? sign : (form[i] === '9' ? DIGIT_OF : LETTER_OF).get(sign);
    // The first letter may be an L or an I.
    if (corrected === undefined || (i === 0 && sign === '1')) return null;
    if (!isOfForm) misread += 1;
    read += corrected;
  }
  return misread === 1 ? read : null;
}

/** Whether the text is a full postcode, ignoring case, spaces and hyphens. */
export function isPostcode(text: string): boolean {
  return FULL.test(bare(text));
}

/** Whether the text is an outcode such as LE16 or EC2Y. */
export function isOutcode(text: string): boolean {
  return OUTCODE.test(bare(text));
}

/** `LE16` for `le16` or `le 16`; null if the text is not an outcode. `LE1 6` is a sector, not an outcode. */
export function normaliseOutcode(text: string | null | undefined): string | null {
  const found = OUTCODE_IN_PARTS.exec((text ?? '').trim().toUpperCase());
  return found ? `${found[1]}${found[2]}` : null;
}

/** `LE16 7` for `le167` or `LE16 7`, null if the text is not a sector. */
export function normaliseSector(text: string | null | undefined): string | null {
  const found = SECTOR.exec(
    (text ?? '')
      .toUpperCase()
      .trim()
      .replace(/[\s-]+/g, ' '),
  );
  return found ? `${found[1]} ${found[2]}` : null;
}

/** The outcode of a postcode in its usual spelling: `LE16` of `LE16 7AA`. */
export function outcodeOf(postcode: string): string {
  return postcode.slice(0, -4);
}

/** The sector of a postcode in its usual spelling: `LE16 7` of `LE16 7AA`. */
export function sectorOf(postcode: string): string {
  return postcode.slice(0, -2);
}

/** The leading letters of a postcode: `LE` of `LE16 7AA`. */
export function areaOf(postcode: string): string {
  return /^[A-Z]+/.exec(postcode)?.[0] ?? '';
}

export function isScottishPostcode(postcode: string): boolean {
  return SCOTTISH_AREAS.has(areaOf(postcode)) && !postcode.startsWith('TD15');
}

/** Whether the postcode is that of a forces post office (BFPO), which serves addresses abroad and no home here. */
export const isForcesPostcode = (postcode: string): boolean => postcode.startsWith('BF1 ');

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Letters that an incode never has. */
const NEVER_INWARD = /[CIKMOV]/;

/** The valid postcodes that turn into this one by one wrong, swapped, missing or doubled character. */
export function postcodesOneSlipAway(postcode: string): string[] {
  const joined = bare(postcode);
  const texts = new Set<string>();
  for (let i = 0; i < joined.length; i += 1) {
    const [before, own, after] = [joined.slice(0, i), joined[i]!, joined.slice(i + 1)];
    texts.add(before + after);
    if (i + 1 < joined.length) texts.add(before + joined[i + 1] + own + joined.slice(i + 2));
    for (const other of /[0-9]/.test(own) ? DIGITS : LETTERS) texts.add(before + other + after);
    const alike = DIGIT_OF.get(own) ?? LETTER_OF.get(own);
    if (alike !== undefined) texts.add(before + alike + after);
    if (i < joined.length - 3) for (const other of DIGITS) texts.add(before + own + other + after);
  }
  const found = new Set<string>();
  for (const text of texts) {
    const parts = FULL.exec(text);
    if (parts && text !== joined && !NEVER_INWARD.test(parts[2]!.slice(1)))
      found.add(`${parts[1]} ${parts[2]}`);
  }
  return [...found];
}
