import { normalisePostcode } from '@domesday/addresses';
import { isObject } from '../forms/plain-values.ts';
import type { ValidRequest } from './check-request.ts';

/** How to normalise parameters that have several spellings with one meaning. */
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
/** Default radius around a point, for operations whose contract gives `radius_m` no default. */
export const POINT_RADIUS_M = 1000;
/** List parameters whose order has no effect. */
const SETS = new Set(['exclude_licences']);

type Values = Record<string, unknown>;

/**
 * The canonical form of a checked request, with types and defaults filled in: names are sorted and values normalised,
 * so that requests with the same meaning are equal. A quote is not equal to the call that it prices, since that call
 * costs credits.
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
  // Without a point the radius has no effect, so it is left out.
  const radius = values.lat === undefined ? {} : { radius_m: POINT_RADIUS_M };
  return sorted({ ...radius, ...Object.fromEntries(read) }) as Values;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
