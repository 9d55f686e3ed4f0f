import type { Confidence } from './types.ts';

/** The widest interval, as a share of the value, beside which a class of confidence may stand. */
const WIDEST_INTERVAL = { High: 0.4, Medium: 0.8 } as const;

/** A class of confidence, lowered where the interval of the value is too wide for it. */
export function intervalConfidence(
  confidence: Confidence,
  value: number,
  { low, high }: { low: number; high: number },
): Confidence {
  const width = (high - low) / value;
  if (width > WIDEST_INTERVAL.Medium) return 'Low';
  return confidence === 'High' && width > WIDEST_INTERVAL.High ? 'Medium' : confidence;
}
