import type { Schema } from '@domesday/contract';
import { CARRY_MONTHS, carriedConfidence, mayCarry, monthsCarried } from '@domesday/valuation';
import type { Context } from '../http/handler.ts';

/** An index with its newest month; `data_month` is YYYY-MM or a day of that month. */
export interface Ended {
  id: string;
  area: string;
  data_month: string;
}

/**
 * Decides whether an index may be carried to a day, by the one rule for all operations, and reports it. The months go
 * into `meta.carried`; if the index ended too long ago, each field gets the reason. Returns the months, or null if the
 * index may not be carried.
 */
export function carriedMonths(
  context: Context,
  fields: string | readonly string[],
  index: Ended,
  day: string = context.today,
): number | null {
  const months = monthsCarried(index, day);
  const last_month = index.data_month.slice(0, 7);
  const all = [fields].flat();
  const warn = (code: string, message: string) => {
    for (const field of all) context.warn(code, field, message);
  };
  if (!mayCarry(index, day)) {
    warn('not_covered', endedTooEarly(index, day));
    return null;
  }
  if (months > 0) context.carry({ index: index.id, area: index.area, last_month, months }, all);
  if (months > CARRY_MONTHS.lowers_after) {
    const how = `is carried ${months} months: the confidence is a class lower for it`;
    warn('index_carried_forward', `${endOf(index)} and ${how}.`);
  }
  return months;
}

/** Why an index cannot be carried to a day. */
export function endedTooEarly(index: Ended, day: string): string {
  const gap = `${monthsCarried(index, day)} months before ${day.slice(0, 7)}`;
  const newer = index.id.startsWith('repeat-sales') ? 'newer sales, or uk-hpi' : 'a newer release';
  return `${endOf(index)}, ${gap}; beyond ${CARRY_MONTHS.refused_after} months nothing is carried. Load ${newer}.`;
}

function endOf(index: Ended): string {
  return `The index ${index.id} of ${index.area} ends in ${index.data_month.slice(0, 7)}`;
}

/** A confidence class, lowered by the months that its index was carried. */
export function afterCarrying(
  confidence: Schema<'Confidence'>,
  months: number | null | undefined,
): Schema<'Confidence'> {
  return carriedConfidence(confidence, months ?? 0);
}
