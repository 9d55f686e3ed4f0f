import { isUtf8 } from 'node:buffer';
import type { FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet';
import { exactJson } from '../exact-json.ts';

/**
 * Decimals and times of Parquet are integers with a scale. The reader makes numbers and Dates of them: 1.15 becomes
 * 1.1500000000000001, a long reference loses its last digits, a time what is below a millisecond. Here they are read as
 * integers and written down digit by digit.
 */

/** Digits of which a number holds each. */
const MOST_DIGITS = 15;
const UNITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;
/** Digits below the second that a time has at least. */
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
  /** Whether it is one of UTC; otherwise it is of no zone. */
  utc: boolean;
  /** Without a day. */
  of_day: boolean;
}

/** Null for a column that holds no times. */
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

/** Whether a column is written again as it was, from the number or the text that is read of each value. */
export const isDeclared = (column: SchemaElement): boolean => isExact(column) || isUuid(column);

/** Whether a column is read as it is stored, and given its meaning by `exactValue`. */
export const isReadHere = (column: SchemaElement): boolean => isExact(column) || isUnnamedText(column);

/** What a file says of its columns, so that the reader gives those of `here` as they are stored. */
export function asStored(metadata: FileMetaData, here: ReadonlySet<SchemaElement>): FileMetaData {
  const schema = metadata.schema.map((element) => {
    if (!here.has(element)) return element;
    const { converted_type: _, logical_type: __, ...plain } = element;
    return plain;
  });
  return { ...metadata, schema };
}

/** Whether a column is text, or bytes, and does not say which: older writers name no kind of text. */
const isUnnamedText = ({ type, converted_type, logical_type }: SchemaElement): boolean =>
  type === 'BYTE_ARRAY' && (converted_type ?? 'ENUM') === 'ENUM' && (logical_type?.type ?? 'ENUM') === 'ENUM';

/** Bytes that are no text as hexadecimal text, so that none of them is lost. */
const textOrBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString(isUtf8(bytes) ? 'utf8' : 'hex');

const DAY_MS = 86_400_000;
const DAY_AND_T = '1970-01-01T';
const utcText = (unit: keyof typeof UNITS) => (stored: number | bigint) =>
  timeText({ below_second: UNITS[unit], utc: true, of_day: false }, BigInt(stored));

/** How the reader gives JSON, days, and the times that it does not leave to `exactValue`. */
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

/** The number by which a day is stored, from its text; a number of days where no calendar reaches so far. */
export const dayStored = (text: string): number | Date =>
  /^-?\d+$/.test(text) ? Number(text) : new Date(text);

/** What is stored as a value: a decimal as a number where that has each digit, and anything else as text. */
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

/** The same of a key of a map, which the reader gives as the name of a member. */
export function exactKey(column: SchemaElement, name: string): string {
  if (!isReadHere(column)) return name;
  const of_bytes = column.type === 'BYTE_ARRAY' || column.type === 'FIXED_LEN_BYTE_ARRAY';
  const bytes = () => Uint8Array.from(name === '' ? [] : name.split(',').map(Number));
  return String(exactValue(column, of_bytes ? bytes() : BigInt(name)));
}

/** The integer by which a decimal or a time is stored, from a value of `exactValue`. */
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

/** Bytes as Parquet stores an integer: the highest first, in two's complement. */
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

/**
 * ISO 8601, with Z only where the file says that it is a time of UTC; the integer where no calendar or day reaches so
 * far.
 */
function timeText({ below_second, utc, of_day }: Time, stored: bigint): string {
  const per_second = 10n ** BigInt(below_second);
  const below = ((stored % per_second) + per_second) % per_second;
  const second = new Date(Number((stored - below) / per_second) * 1000);
  const ms = second.getTime();
  if (Number.isNaN(ms) || (of_day && (ms < 0 || ms >= DAY_MS))) return String(stored);
  const digits = String(below).padStart(below_second, '0').replace(/0+$/, '').padEnd(LEAST_BELOW_SECOND, '0');
  const whole = second.toISOString().slice(of_day ? DAY_AND_T.length : 0, -'.000Z'.length);
  return `${whole}.${digits}${utc ? 'Z' : ''}`;
}

function timeStored({ below_second, of_day }: Time, text: string): bigint {
  const [whole = '', digits] = text.replace(/Z$/, '').split('.');
  if (digits === undefined) return BigInt(whole);
  const seconds = BigInt(Date.parse(`${of_day ? DAY_AND_T : ''}${whole}Z`) / 1000);
  return (
    seconds * 10n ** BigInt(below_second) + BigInt(digits.padEnd(below_second, '0').slice(0, below_second))
  );
}
