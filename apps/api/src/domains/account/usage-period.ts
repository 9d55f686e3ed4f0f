import { openDay } from '../../accounts/recount.ts';
import type { Services } from '../../http/services.ts';
import { monthsCountedWrongly } from './usage.query.ts';

interface UsagePeriod {
  account_id: string;
  key_id: string | null;
  from: string;
  to: string;
}

/** The parameters for statements of usage, after the counters of the period's months have been corrected. */
export async function countedPeriod(
  { db, clock, usage, recount }: Pick<Services, 'db' | 'clock' | 'usage' | 'recount'>,
  asked: UsagePeriod,
): Promise<UsagePeriod & { open: string }> {
  await usage.flush();
  const period = { ...asked, open: openDay(clock.now()) };
  const wrong = await monthsCountedWrongly.rows(db, period);
  await recount.months(wrong.map(({ month }) => month));
  return period;
}
