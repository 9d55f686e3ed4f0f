import { isNumberText } from '@domesday/contract';
import type { JsonSchema } from '../http/check/operation-schema.ts';
import { invalidParameter } from '../http/errors.ts';

/** What spreadsheets, data frames and databases write for a missing value. */
const MISSING_VALUE = /^(na|n\/a|#n\/a|<na>|nan|nat|null|none|\\n)$/i;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[T ]00:00(:00(\.0+)?)?$/;
const SHORTENED = /^\d(\.\d+)?e\+?\d+$/i;
/** A text parameter that may be this long is free text, which could be any of those words. */
const WORDS_FROM = 100;

/**
 * The value of a table's cell as the contract writes it: trimmed, `TRUE` as `true`, `2.0` as `2` where digits are
 * expected, a time at midnight as its day. Undefined where the cell says that there is no value. Throws 422 for a cell
 * with two possible meanings, saying what to write instead.
 */
export function textInCell(name: string, cell: string, given: JsonSchema | undefined): string | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  const schema = given?.allOf?.length === 1 ? given.allOf[0]! : (given ?? {});
  const types = [schema.type ?? []].flat();
  if (MISSING_VALUE.test(text) && !schema.enum?.includes(text)) {
    if (isWords(schema))
      throw invalidParameter(name, `is "${text}": leave the cell empty where there is no value`);
    return undefined;
  }
  if (types.includes('boolean')) return /^(true|false)$/i.test(text) ? text.toLowerCase() : text;
  if (types.includes('number') || types.includes('integer')) return numberInCell(name, text);
  if (schema.format === 'date') return MIDNIGHT.exec(text)?.[1] ?? text;
  return schema.pattern === undefined ? text : digitsInCell(name, text, new RegExp(schema.pattern));
}

function isWords({ type, enum: values, pattern, format, maxLength = Number.POSITIVE_INFINITY }: JsonSchema) {
  return type === 'string' && !values && !pattern && !format && maxLength >= WORDS_FROM;
}

/** Refuses numbers with a comma: it precedes the decimals in some countries and separates thousands in others. */
function numberInCell(name: string, text: string): string {
  if (isNumberText(text) || !/\d/.test(text)) return text;
  throw invalidParameter(name, 'must be a number without separators and units, such as 100000 or 2.5');
}

/** Programs write whole numbers as decimals in a column with a gap, and long numbers in exponential form. */
function digitsInCell(name: string, text: string, pattern: RegExp): string {
  if (pattern.test(text)) return text;
  const whole = text.replace(/\.0+$/, '');
  if (pattern.test(whole)) return whole;
  if (SHORTENED.test(text) && pattern.test('1'))
    throw invalidParameter(name, 'was shortened by a spreadsheet: format its column as whole numbers');
  return text;
}
