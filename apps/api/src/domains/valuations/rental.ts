import type { RequestOf, ResponseOf } from '@domesday/contract';
import { lowered, withBounds } from '@domesday/valuation';
import { unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { bedroomCount } from '../../statistics/bedrooms.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { MINIMUM_SAMPLE, twoDecimals } from '../../statistics/quantiles.ts';
import { explainThin } from '../../statistics/thin.ts';
import { bedroomsFromRooms, noRooms } from '../properties/model.ts';
import { type MarketArea, marketAreas } from '../rents/market-area.ts';
import { WEEKS_PER_MONTH } from '../rents/model.ts';
import { addedByOwnFeed, MONTHS, warnOfNarrowing } from '../rents/own-feed.ts';
import { noRents, requireRents } from '../rents/refused.ts';
import { warnOfLetAs } from './given-facts.ts';
import { warnOfPremises } from './premises.ts';
import { recordedKind, warnOfTwoKinds } from './recorded-kind.ts';
import { readLettingsOnce } from './rental-lettings.ts';
import {
  type Estimate,
  fromIndex,
  fromLettings,
  fromMarketArea,
  type Limits,
  type Subject,
} from './rental-sources.ts';
import { homeOf, isAlike, isOldForYield, valuedAs } from './rental-yield.ts';
import { homeByUprn } from './sale.query.ts';
import { SALE_VALUE_SOURCES, saleValueOrWarn } from './sale-value.ts';

type Request = RequestOf<'valuations.rental'>;
type Response = ResponseOf<'valuations.rental'>;

const SOURCES = ['operator-lettings', 'private-rents', 'lha-list-of-rents', 'lha-rates'];
const RENTS = 'rents of such homes';
const MAX_RADIUS_M = 2000;

export async function rental(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const uprn = Number(request.path.uprn);
  const subject = await subjectOf(context, request);
  const { place, bedrooms } = subject;
  const areas = await marketAreas(context, place);
  const limits = { months: query.months ?? MONTHS, max_radius_m: query.max_radius_m ?? MAX_RADIUS_M };
  const from = monthsBefore(context.today, limits.months);
  const within = readLettingsOnce(context, subject, { from, max_radius_m: limits.max_radius_m });
  const estimate = await estimateOf(context, subject, areas, { ...limits, within });
  if (!estimate) throw noRents(context, place, SOURCES, RENTS);
  const odd = warnOfPremises(context, subject.home, 'rent_pcm');
  const confidence = odd ? lowered(estimate.confidence) : estimate.confidence;
  if (estimate.method !== 'listing_comparables') await warnOfLimits(context, subject);
  if (subject.home) warnOfLetAs(context, subject.home, letAs(query, estimate));
  await explainOrder(context, subject, areas, { ...limits, within }, estimate);

  const { rent_pcm, stats, back_test } = estimate;
  if (stats) explainThin(context, stats, 'stats', 'rents');
  const bounds = withBounds(rent_pcm, stats?.p10 ?? null, stats?.p90 ?? null);
  if ('why' in back_test) context.warn(back_test.code, 'back_test', back_test.why);
  const value = await saleValueOrWarn(context, subject.home, ['gross_yield_pct'], ['value_of']);
  const value_of = value && homeOf(context, place, valuedAs(subject.recorded, value.property_type));
  const yield_pct = value && twoDecimals((rent_pcm * 1200) / value.value);
  const by_record = query.property_type === undefined && estimate.of.property_type !== 'all';
  const taken = by_record ? 'rent_of' : value_of && 'value_of';
  if (subject.home && taken) warnOfTwoKinds(context, subject.home, `${taken}.property_type`);
  const alike = value_of && isAlike(context, estimate.of, value_of, yield_pct!);
  const priced = value ? SALE_VALUE_SOURCES : [];
  return {
    uprn: String(uprn),
    postcode: place.postcode!,
    bedrooms,
    bedrooms_source: subject.bedrooms_source,
    rent_pcm,
    lower_pcm: twoDecimals(bounds.low),
    upper_pcm: twoDecimals(bounds.high),
    rent_pw: twoDecimals(rent_pcm / WEEKS_PER_MONTH),
    stats,
    comparable_count: estimate.comparable_count,
    search_radius_m: estimate.search_radius_m,
    confidence,
    method: estimate.method,
    back_test: 'why' in back_test ? null : back_test,
    gross_yield_pct: alike ? yield_pct : null,
    rent_of: estimate.of,
    value_of,
    currency: 'GBP',
    meta: context.meta({
      datasets: [...new Set([...estimate.datasets, 'epc-domestic', ...priced, ...placeSources(place)])],
      period: estimate.period,
      sample_size: stats?.n ?? null,
      minimum_sample: MINIMUM_SAMPLE,
      confidence,
      basis: estimate.basis,
      geography: estimate.geography,
      coverage:
        estimate.method === 'listing_comparables'
          ? [addedByOwnFeed('operator-lettings', place, estimate.comparable_count ?? 0, confidence)]
          : [],
    }),
  };
}

/** Warns what the limits in the request do if the operator's lettings do not answer. */
function warnOfLimits(context: Context, subject: Subject): Promise<void> {
  const recorded_subject = { ...subject, property_type: subject.recorded.property_type };
  const limits = { months: MONTHS, max_radius_m: MAX_RADIUS_M };
  return warnOfNarrowing(
    context,
    ['months', 'max_radius_m', 'property_type'],
    'too few such lettings of your own are loaded, and open data do not tell it apart',
    (silent) => {
      const from = monthsBefore(context.today, limits.months);
      const within = readLettingsOnce(silent, subject, { from, max_radius_m: limits.max_radius_m });
      return fromLettings(silent, recorded_subject, { ...limits, within });
    },
  );
}

/** The bedrooms and the kind that the request gives, as far as they count. */
function letAs({ bedrooms, property_type }: Request['query'], { method }: Estimate) {
  const counts = method === 'listing_comparables' && property_type && property_type !== 'other';
  const kind = property_type === 'flat' ? ('flat' as const) : ('house' as const);
  return { bedrooms: bedrooms ?? null, kind: counts ? kind : null };
}

async function estimateOf(
  context: Context,
  subject: Subject,
  areas: MarketArea[],
  limits: Limits,
): Promise<Estimate | null> {
  return (
    (await fromLettings(context, subject, limits)) ??
    (await fromIndex(context, subject, areas)) ??
    (await fromMarketArea(context, subject, areas))
  );
}

/** Words for the basis of an estimate that has no rents of its own. */
const BASES: Record<Estimate['method'], string> = {
  listing_comparables: 'lettings nearby',
  index_local: 'the official rents of the area',
  brma_quantile: 'the housing allowance of its market area',
};

/** Warns if, for this home, more bedrooms would rent for less. */
async function explainOrder(
  context: Context,
  subject: Subject,
  areas: MarketArea[],
  limits: Limits,
  estimate: Estimate,
): Promise<void> {
  const silent: Context = { ...context, warn: () => {}, carry: () => {} };
  for (const step of [-1, 1]) {
    const bedrooms = subject.bedrooms + step;
    if (bedrooms < 0) continue;
    const other = await estimateOf(silent, { ...subject, bedrooms }, areas, limits);
    if (!other || (other.rent_pcm - estimate.rent_pcm) * step >= 0) continue;
    const rent = `£${Math.round(other.rent_pcm).toLocaleString('en-GB')} a month`;
    const basis = other.stats ? `${other.stats.n} rents` : BASES[other.method];
    const { from, to } = other.period;
    // Rents of past years differ from present ones in more than bedrooms, so name the period.
    const when =
      isOldForYield(context, other.period) === isOldForYield(context, estimate.period)
        ? ''
        : ` of ${from} to ${to}`;
    context.warn(
      'not_in_order',
      'rent_pcm',
      `With ${bedroomCount(bedrooms)} it would be ${rent}, by ${basis}${when}: ${step < 0 ? 'more' : 'less'}, not ${step < 0 ? 'less' : 'more'}.`,
    );
  }
}

async function subjectOf(context: Context, request: Request): Promise<Subject> {
  const { query } = request;
  const place = await resolveLocation(context, { uprn: request.path.uprn });
  requireRents(context, place, SOURCES, RENTS);
  const home = await homeByUprn(context.db, Number(request.path.uprn), context.today);
  const rooms = home?.certificate?.habitable_rooms ?? null;
  const modelled = rooms === null ? null : bedroomsFromRooms(rooms);
  const bedrooms = query.bedrooms ?? modelled;
  if (bedrooms === null) {
    throw unprocessable('bedrooms_required', noRooms(home?.certificate, 'bedrooms'), [
      { field: 'bedrooms', issue: 'is required for this property' },
    ]);
  }
  const given = query.property_type === 'other' ? null : query.property_type;
  if (given === null) context.ignore('property_type', 'a rent is that of a house or a flat');
  const recorded = home && recordedKind(home);
  return {
    place,
    home,
    bedrooms,
    bedrooms_source: query.bedrooms === undefined ? 'modelled' : 'input',
    property_type: given ?? recorded,
    recorded: { bedrooms: modelled, property_type: recorded },
  };
}
