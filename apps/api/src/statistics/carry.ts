import type { Schema } from '@domesday/contract';
import { CARRY_MONTHS, carriedConfidence, mayCarry, monthsCarried } from '@domesday/valuation';
import type { Context } from '../http/handler.ts';

/** An index as far as carrying goes; `data_month` is YYYY-MM or a day of that month. */
export interface Ended {
  id: string;
  area: string;
  data_month: string;
}

/**
 * Asks whether an index may stand for a day, by the one rule for all operations, and says so: how far it is carried
 * goes into `meta.carried`; where it ended too long ago each field is named with the reason. Null where it may not,
 * else the months it is carried.
 */
export function carriedMonths(
  context: Context,
  fields: string | readonly string[],
  index: Ended,
  day: string = context.today,
): number | null {
  const months = monthsCarried(index, day);
  const last_month = index.data_month.slice(0, 7);
  const warn = (code: string, message: string) => {
    for (const field of [fields].flat()) context.warn(code, field, message);
  };
  if (!mayCarry(index, day)) {
    warn('not_covered', endedTooEarly(index, day));
    return null;
  }
  if (months > 0) context.carry({ index: index.id, area: index.area, last_month, months });
  if (months > CARRY_MONTHS.lowers_after) {
    const how = `is carried ${months} months: the confidence is a class lower for it`;
    warn('index_carried_forward', `${endOf(index)} and ${how}.`);
  }
  return months;
}

/** Why an index does not stand for a day. */
export function endedTooEarly(index: Ended, day: string): string {
  const gap = `${monthsCarried(index, day)} months before ${day.slice(0, 7)}`;
  return `${endOf(index)}, ${gap}; beyond ${CARRY_MONTHS.refused_after} months nothing is carried. Load a newer release.`;
}

function endOf(index: Ended): string {
  return `The index ${index.id} of ${index.area} ends in ${index.data_month.slice(0, 7)}`;
}

/** A class of confidence with the months that an index behind it was carried. */
export function afterCarrying(
  confidence: Schema<'Confidence'>,
  months: number | null | undefined,
): Schema<'Confidence'> {
  return carriedConfidence(confidence, months ?? 0);
}
