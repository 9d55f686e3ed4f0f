import { indexLevel } from './index-level.ts';
import type { SaleEvidence } from './types.ts';

/** Floor areas outside these bounds are probably typing errors. */
export const FLOOR_AREA_SQM = { least: 15, most: 1000 } as const;

export function plausibleFloorArea(sqm: number | null): sqm is number {
  return sqm !== null && sqm >= FLOOR_AREA_SQM.least && sqm <= FLOOR_AREA_SQM.most;
}

/**
 * Log value from floor area and the local price per square metre, with the elasticity of price to area, since a fixed
 * rate overvalues large homes. Null without a plausible area, a price per area or an index.
 */
export function sqftEstimate(evidence: SaleEvidence): { log_value: number } | null {
  const { subject, price_per_area: rate, index, settings } = evidence;
  if (!rate || !index || !plausibleFloorArea(subject.floor_area_sqm)) return null;
  const size = Math.log(subject.floor_area_sqm);
  const reference = Math.log(rate.reference_area_sqm);
  const level = rate.log_price_per_sqm + reference + rate.elasticity * (size - reference);
  const premium = subject.new_build ? settings.new_build_premium : 0;
  return { log_value: level + premium + indexLevel(index, evidence.as_of) };
}
