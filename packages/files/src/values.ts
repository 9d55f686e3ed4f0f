function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const d = text.charCodeAt(i) - 48;
    if (!(d >= 0 && d <= 9)) return -1;
    value = value * 10 + d;
  }
  return value;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function dayExists(year: number, month: number, day: number): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]!) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** `2015-12-09`, `2015-12-09 00:00` and similar as an ISO date; null if there is no such day. */
export function isoDate(text: string | undefined): string | null {
  if (text === undefined || text.length < 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45)
    return null;
  const next = text.charCodeAt(10);
  // Only a time may follow the date.
  if (text.length > 10 && next !== 32 && next !== 84) return null;
  if (!dayExists(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))) return null;
  return text.length === 10 ? text : text.slice(0, 10);
}

/** An ISO date or a British one (`09/12/2015`, `9-12-2015`), with or without a time. */
export function anyDate(text: string | undefined): string | null {
  if (!text) return null;
  const iso = isoDate(text);
  if (iso) return iso;
  const british = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:[ T].*)?$/.exec(text.trim());
  if (!british) return null;
  const [day, month, year] = [Number(british[1]), Number(british[2]), Number(british[3])];
  if (!dayExists(year, month, day)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const LARGEST_ID = 2n ** 63n - 1n;

/** A whole number within bigint, as digits, since JavaScript numbers hold fewer; null otherwise. */
export function idOf(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,19}$/.test(trimmed) && BigInt(trimmed) <= LARGEST_ID ? trimmed : null;
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Every digit can match in only one way, since backtracking over a long cell that is no number would take minutes. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/;

/** A number, with or without thousands commas; null otherwise. `12,5` is null, since its comma may be a decimal one. */
export function numberOf(text: string | undefined): number | null {
  if (!text) return null;
  const plain = PLAIN_NUMBER.test(text);
  const trimmed = plain ? text : withoutThousands(text.trim());
  const value = plain || NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (!Number.isFinite(value)) return null;
  // A whole number beyond 2^53 would lose digits. A number with an exponent is left to the check of its column.
  return plain && Number.isInteger(value) && !Number.isSafeInteger(value) ? null : value;
}

/** A count, with or without thousands commas; null for anything else, such as `-1`, `..` or `12.5`. */
export function countOf(text: string | undefined): number | null {
  const value = numberOf(text);
  return value !== null && Number.isInteger(value) && value >= 0 ? value : null;
}

/** An amount of pounds, with or without the pound sign; null otherwise. `1.250` is null, since it may mean 1,250. */
export function poundsOf(text: string | null | undefined): number | null {
  const plain = text?.replace('£', '').trim();
  return plain === undefined || /^\d{1,3}(\.\d{3})+$/.test(plain) ? null : numberOf(plain);
}

function withoutThousands(text: string): string {
  return THOUSANDS.test(text) ? text.replace(THOUSANDS, (whole) => whole.replaceAll(',', '')) : text;
}

const GUID = /^\{?[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\}?$/;

/** Whether a text is a GUID, with or without braces, which PostgreSQL accepts as a uuid. */
export function isGuid(text: string | undefined): boolean {
  if (text === undefined) return false;
  return (text.length === 38 && text[0] === '{') || text.length === 36 ? GUID.test(text) : false;
}

const ODD_SPACE = /[^\S ]| {2}|^ | $/;

const HASH = 35;
/** Error texts that spreadsheets show and save for a formula without a result. */
const NO_RESULT = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;

/** The text unchanged; null if it is empty or the error of a formula. */
export function textOrNull(text: string | undefined): string | null {
  return !text || (text.charCodeAt(0) === HASH && NO_RESULT.test(text)) ? null : text;
}

/** Trimmed, with runs of white space reduced to one blank; null if nothing is left, or the error of a formula. */
export function cleanText(text: string | undefined): string | null {
  if (!text) return null;
  const clean = ODD_SPACE.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return clean === '' || (clean.charCodeAt(0) === HASH && NO_RESULT.test(clean)) ? null : clean;
}

/**
 * The beginning of a text, at most `length` UTF-16 units. It never ends with half a character, which could not be
 * stored.
 */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/\p{Cs}$/u, '');
}

/** The entry of an object for a text from a file; undefined for inherited members such as `constructor`. */
export function entryOf<T>(table: Readonly<Record<string, T>>, text: string): T | undefined {
  return Object.hasOwn(table, text) ? table[text] : undefined;
}
