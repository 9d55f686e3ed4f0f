import { isNumberText } from '@domesday/contract';
import type { JsonSchema } from '../check/operation-schema.ts';

/** The number in a text; NaN for text that is not a number, such as blanks, which JavaScript reads as 0. */
export function numberIn(text: string): number {
  return isNumberText(text) ? Number(text) : Number.NaN;
}

/** A text that the checker cannot coerce to a number, so that its refusal says what the value should be. */
const NO_NUMBER = '';

/**
 * The value with everything replaced that the checker would coerce to something nobody gave: blanks, `false` and null
 * to 0, `true` to 1, `0x2` to 2, and null to `false` for a boolean. A null member counts as not given, as in a batch
 * and in a tool call; no request of the contract has a null with a meaning.
 */
export function plainValue(value: unknown, schema: JsonSchema | undefined): unknown {
  if (!schema) return value;
  if (Array.isArray(value)) return value.map((inner) => plainValue(inner, schema.items));
  if (typeof value === 'object' && value !== null) return plainObject(value, schema);
  const notNumber = typeof value === 'boolean' || (typeof value === 'string' && !isNumberText(value));
  return notNumber && isNumber(schema) ? NO_NUMBER : value;
}

function plainObject(value: object, { properties = {} }: JsonSchema): object {
  const known = Object.entries(value).map(([name, inner]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return { name, schema, inner };
  });
  const given = known.filter(({ schema, inner }) => inner !== null || schema === undefined);
  return Object.fromEntries(given.map(({ name, schema, inner }) => [name, plainValue(inner, schema)]));
}

function isNumber({ type }: JsonSchema): boolean {
  return type === 'number' || type === 'integer';
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object that are not null; null counts as not given. */
export const given = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** The value of a JSON text; undefined if the text is not valid JSON. */
export function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
