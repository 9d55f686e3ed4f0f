import { isNumberText } from '@domesday/contract';
import type { JsonSchema } from '../check/operation-schema.ts';

/** The number that a text gives. NaN for one that gives none, such as blanks, which JavaScript reads as 0. */
export function numberIn(text: string): number {
  return isNumberText(text) ? Number(text) : Number.NaN;
}

/** A text that the checker takes for no number, so that it names what the value should be. */
const NO_NUMBER = '';

/**
 * The value without what the checker would read as something that nobody gave: it takes blanks, `false` and null for 0,
 * `true` for 1 and `0x2` for 2, and null for `false` where a boolean is asked for. A member that is null is one not
 * given, as in a batch and in a tool; no request of the contract has a null of its own.
 */
export function plainValue(value: unknown, schema: JsonSchema | undefined): unknown {
  if (!schema) return value;
  if (Array.isArray(value)) return value.map((inner) => plainValue(inner, schema.items));
  if (typeof value === 'object' && value !== null) return plainObject(value, schema);
  const odd = typeof value === 'boolean' || (typeof value === 'string' && !isNumberText(value));
  return odd && isNumber(schema) ? NO_NUMBER : value;
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

/** The members of an object without those that are null, which are not given. */
export const given = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** The document that a text is in JSON; undefined where it is none. */
export function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
