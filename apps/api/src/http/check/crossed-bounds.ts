/**
 * Bounds such as min_price and max_price, or bedrooms_min and bedrooms_max, of which the lower is above the upper: no
 * record can satisfy both, so an answer would be an empty list that costs as much as another.
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
