/**
 * The number of bedrooms in a feed, or null. 0, or the word, is a studio. A studio is a flat: for any other home 0
 * means that the feed does not know the number.
 */
export function bedroomsOf(given: unknown, property_type: string | null | undefined): number | null {
  const text = typeof given === 'string' ? given.trim() : given;
  const studio = typeof text === 'string' && /^(studio|bedsit)\b/i.test(text);
  const count = studio ? 0 : text === '' || text === null || text === undefined ? Number.NaN : Number(text);
  if (!Number.isInteger(count) || count < 0 || count > MOST_BEDROOMS) return null;
  const may_be_a_studio = property_type === 'flat' || property_type === null || property_type === undefined;
  return count === 0 && !may_be_a_studio ? null : count;
}

const MOST_BEDROOMS = 99;
