import { isUtf8 } from 'node:buffer';
import type { FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet';
import { exactJson } from '../exact-json.ts';

/**
 * Parquet stores decimals and times as integers with a scale. The library would convert them to numbers and Dates: 1.15
 * becomes 1.1500000000000001, a long reference loses its last digits, and a time what is below a millisecond. This
 * module reads the integers and writes them digit by digit.
 */

/** A JavaScript number holds this many decimal digits exactly. */
const MOST_DIGITS = 15;
const UNITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;
/** The fewest digits below the second in the text of a time. */
const LEAST_BELOW_SECOND = 3;

type Meaning = Pick<SchemaElement, 'converted_type' | 'logical_type' | 'scale'>;

/** Digits after the point of a decimal; null for any other column. */
function scaleOf({ converted_type, logical_type, scale }: Meaning): number | null {
  const decimal = logical_type?.type === 'DECIMAL' ? logical_type : null;
  return converted_type === 'DECIMAL' || decimal ? (scale ?? decimal?.scale ?? 0) : null;
}

interface Time {
  /** Digits below the second. */
  below_second: number;
  /** Whether the time is in UTC; otherwise it has no time zone. */
  utc: boolean;
  /** True for a time of day without a date. */
  of_day: boolean;
}

/** How a column stores times; null if it holds none. */
function timeOf({ converted_type, logical_type }: Meaning): Time | null {
  if (logical_type?.type === 'TIMESTAMP' || logical_type?.type === 'TIME') {
    const { type, unit, isAdjustedToUTC: utc } = logical_type;
    return { below_second: UNITS[unit], utc, of_day: type === 'TIME' };
  }
  const [, kind, unit] = /^(TIME|TIMESTAMP)_(MILLIS|MICROS)$/.exec(converted_type ?? '') ?? [];
  if (unit === undefined) return null;
  return { below_second: UNITS[unit as keyof typeof UNITS], utc: true, of_day: kind === 'TIME' };
}

/** Whether a column is read as integers here. */
export const isExact = (column: Meaning): boolean => scaleOf(column) !== null || timeOf(column) !== null;

/** Whether a column has identifiers of 128 bits, which are read and written as text. */
export const isUuid = ({ logical_type }: Meaning): boolean => logical_type?.type === 'UUID';

/** Whether a column can be written again with its declared type, from the number or text that was read. */
export const isDeclared = (column: SchemaElement): boolean => isExact(column) || isUuid(column);

/** Whether a column is read in its stored form and converted by `exactValue`. */
export const isReadHere = (column: SchemaElement): boolean => isExact(column) || isUnnamedText(column);

/** A copy of the metadata without the types of the columns in `here`, so that the library returns their stored form. */
export function asStored(metadata: FileMetaData, here: ReadonlySet<SchemaElement>): FileMetaData {
  const schema = metadata.schema.map((element) => {
    if (!here.has(element)) return element;
    const { converted_type: _, logical_type: __, ...plain } = element;
    return plain;
  });
  return { ...metadata, schema };
}

/** Whether a column does not declare if it is text or bytes, as in files of older writers. */
const isUnnamedText = ({ type, converted_type, logical_type }: SchemaElement): boolean =>
  type === 'BYTE_ARRAY' && (converted_type ?? 'ENUM') === 'ENUM' && (logical_type?.type ?? 'ENUM') === 'ENUM';

/** Bytes as text; bytes that are not UTF-8 as hexadecimal digits, so that none is lost. */
const textOrBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString(isUtf8(bytes) ? 'utf8' : 'hex');

const DAY_MS = 86_400_000;
const DAY_AND_T = '1970-01-01T';
const utcText = (unit: keyof typeof UNITS) => (stored: number | bigint) =>
  timeText({ below_second: UNITS[unit], utc: true, of_day: false }, BigInt(stored));

/** How the library converts JSON, days, and those times that `exactValue` does not. */
export const PARSERS: Partial<ParquetParsers> = {
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && jsonOrText(Buffer.from(bytes).toString()),
  timestampFromMilliseconds: utcText('MILLIS'),
  timestampFromMicroseconds: utcText('MICROS'),
  timestampFromNanoseconds: utcText('NANOS'),
  dateFromDays: (days: number) => {
    const day = new Date(days * DAY_MS);
    return Number.isNaN(day.getTime()) ? String(days) : day.toISOString().split('T')[0];
  },
};

function jsonOrText(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return text;
  }
}

/**
 * A day in the form that Parquet stores, from its text. The text is a number of days if the day is beyond the calendar.
 */
export const dayStored = (text: string): number | Date =>
  /^-?\d+$/.test(text) ? Number(text) : new Date(text);

/** Converts a stored value: a decimal becomes a number if that holds every digit; all else becomes text. */
export function exactValue(column: SchemaElement, stored: unknown): unknown {
  if (stored === null || stored === undefined) return null;
  if (isUnnamedText(column)) return textOrBytes(stored as Uint8Array);
  const scale = scaleOf(column);
  if (scale === null) return timeText(timeOf(column)!, BigInt(stored as number));
  const text = decimalText(
    stored instanceof Uint8Array ? integerOf(stored) : BigInt(stored as number),
    scale,
  );
  return text.replace(/\D/g, '').replace(/^0+/, '').length <= MOST_DIGITS ? Number(text) : text;
}

/** Converts a key of a map, which the library returns as the name of an object's member. */
export function exactKey(column: SchemaElement, name: string): string {
  if (!isReadHere(column)) return name;
  const stored_as_bytes = column.type === 'BYTE_ARRAY' || column.type === 'FIXED_LEN_BYTE_ARRAY';
  const bytes = () => Uint8Array.from(name === '' ? [] : name.split(',').map(Number));
  return String(exactValue(column, stored_as_bytes ? bytes() : BigInt(name)));
}

/** The integer that stores a decimal or a time, from a value that `exactValue` returned. */
export function exactlyStored(
  column: Meaning & Pick<SchemaElement, 'type'>,
  value: unknown,
): bigint | number {
  const scale = scaleOf(column);
  const text = typeof value === 'number' ? value.toFixed(scale ?? 0) : String(value);
  if (scale === null) {
    const time = timeStored(timeOf(column)!, text);
    return column.type === 'INT32' ? Number(time) : time;
  }
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(scale, '0'));
}

/** The integer in bytes as Parquet stores it: big-endian, two's complement. */
function integerOf(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
}

function decimalText(stored: bigint, scale: number): string {
  const digits = String(stored < 0n ? -stored : stored).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return stored < 0n ? `-${text}` : text;
}

/** A time in ISO 8601, with Z only if it is in UTC; the stored integer if it is beyond the calendar or the day. */
function timeText({ below_second, utc, of_day }: Time, stored: bigint): string {
  const per_second = 10n ** BigInt(below_second);
  const below = ((stored % per_second) + per_second) % per_second;
  const second = new Date(Number((stored - below) / per_second) * 1000);
  const ms = second.getTime();
  if (Number.isNaN(ms) || (of_day && (ms < 0 || ms >= DAY_MS))) return String(stored);
  const digits = String(below).padStart(below_second, '0').replace(/0+$/, '').padEnd(LEAST_BELOW_SECOND, '0');
  const whole_seconds = second.toISOString().slice(of_day ? DAY_AND_T.length : 0, -'.000Z'.length);
  return `${whole_seconds}.${digits}${utc ? 'Z' : ''}`;
}

function timeStored({ below_second, of_day }: Time, text: string): bigint {
  const [whole = '', digits] = text.replace(/Z$/, '').split('.');
  if (digits === undefined) return BigInt(whole);
  const seconds = BigInt(Date.parse(`${of_day ? DAY_AND_T : ''}${whole}Z`) / 1000);
  return (
    seconds * 10n ** BigInt(below_second) + BigInt(digits.padEnd(below_second, '0').slice(0, below_second))
  );
}
