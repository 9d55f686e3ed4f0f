import { normalisePostcode } from '@domesday/addresses';
import { isObject } from '../forms/plain-values.ts';
import type { ValidRequest } from './check-request.ts';

/** Parameters of which several spellings are one value to every operation that takes them. */
const SPELLINGS: Record<string, (text: string) => string> = {
  uprn: (text) => String(Number(text)),
  // The space of a sector stays: without it the text may be an outcode.
  postcode: (text) =>
    normalisePostcode(text) ??
    text
      .trim()
      .toUpperCase()
      .replace(/[\s-]+/g, ' '),
  outcode: (text) => text.trim().toUpperCase(),
  title_number: (text) => text.toUpperCase(),
};
/**
 * Radius around a point where none is given, in every operation whose contract gives `radius_m` no default of its own.
 */
export const POINT_RADIUS_M = 1000;
/** Lists whose order changes nothing. */
const SETS = new Set(['exclude_licences']);

type Values = Record<string, unknown>;

/**
 * A checked request, whose values have their types and their defaults, in the one form that all requests have that ask
 * the same: names in the order of the alphabet, spellings as they are read. A quote is not the same as its answer,
 * which costs.
 */
export function canonicalRequest({ path, query, body }: Pick<ValidRequest, 'path' | 'query' | 'body'>): {
  path: Values;
  query: Values;
  body: unknown;
} {
  return {
    path: spelt(path),
    query: spelt(query),
    body: isObject(body) ? spelt(body) : sorted(body ?? null),
  };
}

function spelt(values: Values): Values {
  const { quote, ...others } = values;
  const asked = quote === false ? others : values;
  const read = Object.entries(asked).map(([name, value]) => {
    const spell = typeof value === 'string' ? SPELLINGS[name] : undefined;
    if (spell) return [name, spell(value as string)];
    return [name, SETS.has(name) && Array.isArray(value) ? [...value].sort() : value];
  });
  // Left out without a point, where it has no effect and a warning says so.
  const radius = values.lat === undefined ? {} : { radius_m: POINT_RADIUS_M };
  return sorted({ ...radius, ...Object.fromEntries(read) }) as Values;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
