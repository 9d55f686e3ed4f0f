import { monthName, monthNumber } from '../dates.ts';
import type { SaleEvidence } from '../types.ts';

/** Thrown if an estimate under test could have used something that was not known on its day. */
export class LeakError extends Error {}

/** Limits of an estimate made on `as_of`: sales before `known_before`, certificates lodged by `as_of`. */
export interface KnownLimits {
  as_of: string;
  known_before: string;
  /** The sale under test, which must not be among the evidence. */
  transaction_id: string;
  /** Lodgement day of the certificate with the subject's floor area. */
  floor_area_lodged_on: string | null;
}

/**
 * Throws a LeakError for evidence beyond its limits: a sale of the home or of a neighbour on or after `known_before`,
 * the sale under test itself, an index with later data, or a floor area from a certificate not yet lodged. The check is
 * independent of the code that collects the evidence.
 */
export function refuseLeaks(evidence: SaleEvidence, limits: KnownLimits): void {
  for (const sale of evidence.past_sales) {
    if (sale.date >= limits.known_before) {
      throw new LeakError(`A past sale of ${sale.date} was not known before ${limits.known_before}`);
    }
    if (sale.transaction_id === limits.transaction_id)
      throw new LeakError('The sale under test is its own evidence');
  }
  for (const candidate of evidence.candidates) {
    if (candidate.date >= limits.known_before) {
      throw new LeakError(`A comparable of ${candidate.date} was not known before ${limits.known_before}`);
    }
    if (candidate.transaction_id === limits.transaction_id) {
      throw new LeakError('The sale under test is among its own comparables');
    }
  }
  const lastMonth = monthName(monthNumber(limits.known_before) - 1);
  if (evidence.index && evidence.index.data_month > lastMonth) {
    throw new LeakError(`The index rests on ${evidence.index.data_month}, later than ${lastMonth}`);
  }
  const lodged = limits.floor_area_lodged_on;
  if (evidence.subject.floor_area_sqm !== null && lodged !== null && lodged > limits.as_of) {
    throw new LeakError(`The certificate was lodged on ${lodged}, after ${limits.as_of}`);
  }
}
