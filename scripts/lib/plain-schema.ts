import { type Contract, referred, type Schema } from './contract.ts';

/**
 * Merges a schema with the schemas that it refers to or is composed of: `allOf`, and `oneOf` or `anyOf` of a schema and
 * null. Other alternatives become entries of `properties`, named by their position.
 */
export function plainSchema(contract: Contract, schema: Schema): Schema {
  const { allOf = [], oneOf, anyOf, ...own } = referred(contract, schema) as Parts;
  const alternatives = oneOf ?? anyOf ?? [];
  const others = alternatives.filter(({ type }) => type !== 'null');
  const nullable = others.length < alternatives.length;
  const merged = allOf.map((part) => plainSchema(contract, part)).reduce(both, own);
  if (others.length === 0) return merged;
  if (others.length > 1)
    return both(merged, { properties: Object.fromEntries(others.map((one, i) => [`form ${i + 1}`, one])) });
  const one = both(merged, plainSchema(contract, others[0]!));
  const types = [one.type ?? []].flat();
  return nullable && types.length > 0 ? { ...one, type: [...types, 'null'] } : one;
}

type Parts = Schema & Partial<Record<'allOf' | 'oneOf' | 'anyOf', Schema[]>>;

function both(one: Schema, other: Schema): Schema {
  const required = [one.required ?? [], other.required ?? []].flat();
  return {
    ...other,
    ...one,
    ...(one.properties || other.properties ? { properties: { ...other.properties, ...one.properties } } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}
