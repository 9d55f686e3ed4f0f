/** A past sale: its time, its log price minus location and index, and the variance of its noise. */
export interface EffectObservation {
  years: number;
  residual: number;
  noise: number;
  /** The share of its weight that the sale keeps if all else contradicts it in part. Default: 1. */
  counts?: number;
}

export interface PropertyEffect {
  mean: number;
  variance: number;
}

/**
 * The deviation of a dwelling from its neighbours, estimated from all its past sales: a constant with variance
 * `property`, a random walk of `drift_per_year`, and the noise of each sale. Observations are in order of time; `years`
 * is any common clock. A Kalman filter in one dimension is exact here. `above`, the deviation that is known already, is
 * subtracted from each residual.
 */
export function propertyEffect(
  observations: readonly EffectObservation[],
  at_years: number,
  variance: { property: number; drift_per_year: number },
  above = 0,
): PropertyEffect {
  let mean = 0;
  let spread = variance.property;
  let clock = observations[0]?.years ?? at_years;
  for (const seen of observations) {
    spread += variance.drift_per_year * Math.max(0, seen.years - clock);
    clock = seen.years;
    const gain = spread / (spread + seen.noise);
    mean += gain * (seen.residual - above - mean);
    spread *= 1 - gain;
  }
  return { mean, variance: spread + variance.drift_per_year * Math.max(0, at_years - clock) };
}
