/**
 * Finds pairs of bounds, such as min_price and max_price, or bedrooms_min and bedrooms_max, whose lower bound is above
 * the upper. No record can satisfy both, so the caller would pay for an empty list.
 */
export function crossedBounds(query: Record<string, unknown>): { field: string; issue: string }[] {
  return Object.entries(query).flatMap(([name, low]) => {
    const upper = name.replace(/^min_|_min$/, (word) => word.replace('min', 'max'));
    const high = query[upper];
    return upper !== name && typeof low === 'number' && typeof high === 'number' && low > high
      ? [{ field: name, issue: `must be at most ${upper}, ${high}` }]
      : [];
  });
}
