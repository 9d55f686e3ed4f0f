/**
 * The JSON of a request. NaN, which `Number()` makes of a text that is no number, and infinity stand in it as texts,
 * which the server refuses by name. `JSON.stringify` alone would write null, which is a parameter not given: the answer
 * would be for all prices, and charged.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => {
    if (typeof inner === 'bigint') return Number.isSafeInteger(Number(inner)) ? Number(inner) : String(inner);
    return typeof inner === 'number' && !Number.isFinite(inner) ? String(inner) : inner;
  });
}
