import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import { addDays, monthsBefore, type Period } from '../../statistics/dates.ts';
import { shareKnown } from '../../statistics/known-period.ts';
import type { Windows } from './market-evidence.ts';
import { PROVISIONAL_MONTHS } from './refuse.ts';
import { oldestSale } from './sales.query.ts';

/**
 * England and Wales have sales every week: if the loaded sales begin later in a period, they do not cover all of it.
 */
const FIRST_WITHIN_DAYS = 7;

const oldest = cachedRows(oldestSale);

/** The days that the loaded sales cover. */
export interface Known {
  /** The day of the oldest loaded sale; null if all years are loaded. */
  from: string | null;
  /** The day of the newest loaded sale. */
  to: string;
}

export async function knownSales(context: Context, to: string): Promise<Known> {
  const [row] = await oldest(context, {});
  return { from: row!.day, to };
}

/** Whether the loaded sales cover a period from its first day. */
export function coversFrom(known: Known, day: string): boolean {
  return known.from === null || addDays(known.from, -FIRST_WITHIN_DAYS) <= day;
}

/** The share of a period that the loaded sales cover. If it is less than 1, warns on `field`. */
export function shareOfSales(context: Context, known: Known, period: Period, field: string): number {
  const since = coversFrom(known, period.from) ? period.from : known.from!;
  const share = shareKnown(period, { from: since, to: known.to });
  const part = 'only a part of the period is known.';
  if (since > period.from) context.warn('begins_in_period', field, `Sales are loaded from ${since}: ${part}`);
  if (share < 1 && !isWhole(known, period.to))
    context.warn('ends_before_period', field, `Sales are loaded to ${known.to}: ${part}`);
  return share;
}

/**
 * The first and last month of a history. Months that the loaded sales do not cover are left out, not given as empty.
 */
export function coveredMonths(known: Known, today: string, months: number): { first: string; last: string } {
  const first_month = monthsBefore(firstOf(today), months - 1);
  const begins = known.from !== null && !coversFrom(known, first_month) ? known.from : first_month;
  const whole = coversFrom(known, firstOf(begins)) ? begins : monthsBefore(firstOf(begins), -1);
  return { first: whole.slice(0, 7), last: [known.to, today].sort()[0]!.slice(0, 7) };
}

/** The first of the newest loaded months, whose sales are not all registered yet. */
export function firstProvisional(known: Known, today: string): string {
  return monthsBefore(firstOf([known.to, today].sort()[0]!), PROVISIONAL_MONTHS - 1).slice(0, 7);
}

function firstOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Warns which days are not covered, and which fields are null because of that. */
export function explainKnown(context: Context, known: Known, windows: Windows): void {
  const { from, to } = known;
  const warn = (field: string, message: string) => context.warn('not_recorded', field, message);
  if (windows.history && to.slice(0, 7) < context.today.slice(0, 7))
    warn('history', `Sales are loaded to ${to}: later months are left out.`);
  if (windows.history && !coversFrom(known, windows.history.from))
    warn('history', `Sales are loaded from ${from}: earlier months are left out.`);
  if (!isWhole(known, context.today)) {
    const message = `Sales are loaded to ${to}: only a part of the period is known.`;
    for (const field of ['volume_change_pct', 'raw_change_1y_pct']) warn(field, message);
    return;
  }
  const before = `Sales are loaded from ${from}: the time before is known in part or not at all.`;
  if (!coversFrom(known, windows.prior.from))
    for (const field of ['sales_count_prior', 'volume_change_pct']) warn(field, before);
  if (!coversFrom(known, windows.year_ago.from)) warn('raw_change_1y_pct', before);
}

/** Whether the newest months are loaded. If not, the period is not compared with the complete one before it. */
export function isWhole(known: Known, today: string): boolean {
  return known.to >= monthsBefore(today, PROVISIONAL_MONTHS);
}
