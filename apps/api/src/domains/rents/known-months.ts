import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import { LAG_MONTHS, monthsBefore } from '../../statistics/dates.ts';
import { firstLets } from './demand.query.ts';
import { LISTING_FEEDS } from './own-feed.ts';

/** Length of the period of rents.demand, months. */
export const MONTHS = 12;

const firstOfFeeds = cachedRows(firstLets);

/**
 * For how many months of the year the feed has lets: days before its first let and after its newest record are unknown.
 * `share` is their share of the year, where the usual lag of the newest months counts as known.
 */
export async function knownMonths(
  context: Context,
  basis: 'achieved' | 'asking',
): Promise<{ months: number; share: number }> {
  const { today } = context;
  const datasets = basis === 'achieved' ? ['operator-lettings'] : LISTING_FEEDS;
  const ends = context.meta({ datasets }).sources.flatMap((source) => source.newest_record ?? []);
  const newest = ends.sort().at(-1) ?? today;
  const [of] = await firstOfFeeds(context, {});
  const first = (basis === 'achieved' ? of!.lettings : of!.listings) ?? today;
  let until = 0;
  while (until < MONTHS - 1 && newest < monthsBefore(today, until + 1)) until++;
  let since = MONTHS;
  while (since > until + 1 && first >= monthsBefore(today, since - 1)) since--;
  const known_months = since - until;
  const shown = `lets a month are those of the ${known_months === 1 ? 'month' : `${known_months} months`} that they tell of.`;
  const warn = (code: string, message: string) => context.warn(code, 'lets_per_month', message);
  if (until > 0) warn('ends_before_period', `The feeds end on ${newest}: ${shown}`);
  if (since < MONTHS) warn('begins_in_period', `The first let of the feeds is of ${first}: ${shown}`);
  return { months: known_months, share: (since - (until < LAG_MONTHS ? 0 : until)) / MONTHS };
}
