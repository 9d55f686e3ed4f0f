import { isNumberText } from '@domesday/contract';
import { uprnIn } from '@domesday/contract/uprn-text';
import { issuesOf, type Refusal, refusalOf, type Schema } from './argument-issues.ts';
import { isObject } from './is-object.ts';
import { MOST_VALUES, sizeProblem, tooMany } from './size-problem.ts';
import type { ReadyTool } from './toolset.ts';
import { UNITS } from './units.ts';

type Arguments = Record<string, unknown>;
export type Checked = { ok: true; values: Arguments } | ({ ok: false; issues: string[] } & Refusal);

/** Coerces the arguments to the tool's schema and checks them. Each issue is a sentence that names the argument. */
export function checkArguments({ tool, target, validate }: ReadyTool, given: Arguments): Checked {
  const values = coercedOf(tool.inputSchema as Schema, given);
  if (typeof values === 'string')
    return { ok: false, issues: [values], status: 422, code: 'invalid_parameter' };
  if (validate(values)) return { ok: true, values };
  const faults = validate.errors ?? [];
  return {
    ok: false,
    issues: issuesOf(faults, tool.inputSchema as Schema, { given, values }),
    ...refusalOf(faults, target.method),
  };
}

/**
 * Thrown if an argument is JSON text with more values or levels than a message may have. Checking it would take
 * seconds, and deep nesting would overflow the stack.
 */
class TooLarge extends Error {}

/** The arguments in the types of the schema, or a sentence about a text that is too large. */
function coercedOf(schema: Schema, given: Arguments): Arguments | string {
  try {
    const values = coerce(schema, given) as Arguments;
    return sizeProblem(values, 'The message') ?? values;
  } catch (error) {
    if (error instanceof TooLarge) return error.message;
    throw error;
  }
}

/**
 * Corrects what models commonly send: null or an empty text for an omitted argument, an object or list as JSON text, a
 * list as text with commas, one object for a list of one, "£300,000" for a price, "UPRN 100 012" for a UPRN, "True" for
 * true, "Semi-detached" for semi_detached. Anything else stays unchanged, and the check refuses it.
 */
function coerce(schema: Schema, value: unknown, name = ''): unknown {
  if (accepts(schema, 'object')) {
    const object = typeof value === 'string' ? parsed(value, '{', name) : value;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return value;
    const coerced = Object.create(null) as Arguments;
    for (const [name, inner] of Object.entries(object)) {
      const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties![name]! : {};
      if (inner === '' || (inner === null && !accepts(known, 'null'))) continue;
      coerced[name] = coerce(known, inner, name);
    }
    return coerced;
  }
  if (accepts(schema, 'array')) {
    const items = schema.items ?? {};
    const list = listOf(value, items, name);
    return Array.isArray(list)
      ? list.filter((item) => item !== '').map((item) => coerce(items, item, name))
      : list;
  }
  const is_number = accepts(schema, 'number') || accepts(schema, 'integer');
  // The check would accept false as 0 and true as 1.
  if (typeof value === 'boolean' && is_number) return NO_NUMBER;
  if (typeof value !== 'string') return value;
  if (name === 'uprn') return uprnIn(value)?.digits ?? value;
  // People write the letters of a title number apart from its digits.
  if (name === 'title_number') return value.replaceAll(/\s/g, '');
  if (accepts(schema, 'boolean')) return BOOLEANS.get(value.trim().toLowerCase()) ?? value;
  if (schema.enum) return schema.enum.find((word) => plainWord(word) === plainWord(value)) ?? value;
  return is_number ? numberIn(value, name) : value;
}

/** A text that the check refuses as a number. It would accept blanks as 0 and `0x2` as 2. */
const NO_NUMBER = '';

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
  ['yes', true],
  ['y', true],
  ['on', true],
  ['no', false],
  ['n', false],
  ['off', false],
]);

/**
 * A word in lower case, with `_` for blanks and hyphens inside it. A leading hyphen stays: `-price` is another order
 * than `price`.
 */
function plainWord(word: unknown): string {
  return String(word)
    .trim()
    .toLowerCase()
    .replaceAll(/(?<=\w)[\s-]+(?=\w)/g, '_');
}

/**
 * Reads "£300,000", "300k" and "£1.5m" as a price, "5 %" as a percentage, "500 m" as metres. Text with a unit of
 * another kind is refused.
 */
function numberIn(text: string, name: string): unknown {
  const found = /^(£?)\s*(-?\d+|-?\d{1,3}(?:,\d{3})+)(\.\d+)?\s*([^\d\s]*2?)$/.exec(text.trim());
  if (!found) return isNumberText(text) ? finite(Number(text)) : NO_NUMBER;
  const [, pounds, whole, fraction = '', unit = ''] = found;
  if (pounds && !name.endsWith('_price')) return NO_NUMBER;
  const units = UNITS.find(({ ending }) => name.endsWith(ending))?.times;
  const times = unit === '' ? 1 : units?.get(unit.toLowerCase());
  return times === undefined ? NO_NUMBER : finite(multiplied(whole!.replaceAll(',', '') + fraction, times));
}

/** A number that is too large is refused: JSON would write infinity as null, and the call would be made without it. */
const finite = (number: number): unknown => (Number.isFinite(number) ? number : NO_NUMBER);

/** 0.1 k is 100; the last digits, which binary fractions get wrong, are rounded away. */
function multiplied(number: string, times: number): number {
  return Number((Number(number) * times).toPrecision(12));
}

function accepts(schema: Schema, type: string): boolean {
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type;
}

function listOf(value: unknown, items: Schema, name: string): unknown {
  const takes_objects = accepts(items, 'object');
  if (typeof value !== 'string') return takes_objects && isObject(value) ? [value] : value;
  const list = parsed(value, '[', name);
  if (Array.isArray(list)) return list;
  if (takes_objects) return isObject(parsed(value, '{', name)) ? [value] : value;
  if (accepts(items, 'array')) return value;
  const parts = value.split(',', MOST_VALUES + 1);
  if (parts.length > MOST_VALUES) throw new TooLarge(tooMany(argumentNamed(name)));
  return parts.map((part) => part.trim()).filter(Boolean);
}

function parsed(text: string, opening: '{' | '[', name: string): unknown {
  if (!text.trimStart().startsWith(opening)) return text;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return text;
  }
  const problem = sizeProblem(document, argumentNamed(name));
  if (problem) throw new TooLarge(problem);
  return document;
}

const argumentNamed = (name: string): string => `The argument "${name}"`;
