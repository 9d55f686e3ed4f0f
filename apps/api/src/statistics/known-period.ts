import type { Schema } from '@domesday/contract';
import { lowered } from '@domesday/valuation';
import type { Context } from '../http/handler.ts';
import { daysBetween, LAG_MONTHS, monthsBefore, type Period } from './dates.ts';

/** If less than this share of a period is known, more of it is unknown than known. */
const LEAST_KNOWN = 0.5;

/**
 * The share of a period that is covered by records, which begin and end on days of their own; 1 if only the usual lag
 * is missing.
 */
export function shareKnown(period: Period, covered: Period): number {
  const from = [period.from, covered.from].sort()[1]!;
  const to = covered.to >= monthsBefore(period.to, LAG_MONTHS) ? period.to : covered.to;
  return Math.max(0, daysBetween(from, to)) / daysBetween(period.from, period.to);
}

/** A class of confidence: one lower if a part of the period is unknown, Low if most of it is. */
export function confidenceKnown(confidence: Schema<'Confidence'>, share: number): Schema<'Confidence'> {
  if (share >= 1) return confidence;
  return share < LEAST_KNOWN ? 'Low' : lowered(confidence);
}

/** The same for lets in the operator's feed; warns on `field` if the feed ends long before the period does. */
export function confidenceOfLets(
  context: Context,
  confidence: Schema<'Confidence'>,
  field: string,
  period: Period,
): Schema<'Confidence'> {
  const [source] = context.meta({ datasets: ['operator-lettings'] }).sources;
  const to = source?.newest_record ?? period.to;
  const share = shareKnown(period, { from: period.from, to });
  if (share < 1)
    context.warn(
      'ends_before_period',
      field,
      `The lettings end on ${to}: only a part of the period is known.`,
    );
  return confidenceKnown(confidence, share);
}
