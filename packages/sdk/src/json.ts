/**
 * The JSON of a request. NaN, which `Number()` makes of a text that is not a number, and infinity are written as texts,
 * which the server refuses by name. `JSON.stringify` alone would write null, which means that the parameter is absent:
 * the answer would be for all prices, and charged.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => {
    if (typeof inner === 'bigint') return Number.isSafeInteger(Number(inner)) ? Number(inner) : String(inner);
    return typeof inner === 'number' && !Number.isFinite(inner) ? String(inner) : inner;
  });
}
