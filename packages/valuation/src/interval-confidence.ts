import type { Confidence } from './types.ts';

/** The widest interval that a class of confidence allows, as a share of the value. */
const WIDEST_INTERVAL = { High: 0.4, Medium: 0.8 } as const;

/** The class of confidence, lowered if the interval is too wide for it. */
export function intervalConfidence(
  confidence: Confidence,
  value: number,
  { low, high }: { low: number; high: number },
): Confidence {
  const width = (high - low) / value;
  if (width > WIDEST_INTERVAL.Medium) return 'Low';
  return confidence === 'High' && width > WIDEST_INTERVAL.High ? 'Medium' : confidence;
}
