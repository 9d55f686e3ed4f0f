import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { afterCarrying } from '../../statistics/carry.ts';
import type { Period } from '../../statistics/dates.ts';
import { wholeMonth } from '../../statistics/dates.ts';
import { confidenceOfLets } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, quantilesOf, twoDecimals } from '../../statistics/quantiles.ts';
import { explainThin, explainThinRows } from '../../statistics/thin.ts';
import {
  currentAllowance,
  type FeedRents,
  feedRents,
  type IndexRents,
  indexRents,
  type ListRents,
  listRents,
  matches,
  warnIfOld,
  warnOfIndexArea,
} from './evidence.ts';
import { brmaOf, knowsMarketAreas, MARKET_AREA_DATASETS, marketAreas, warnIfSeveral } from './market-area.ts';
import {
  bedroomsOfCategory,
  categoryOf,
  confidenceOf,
  meanOnly,
  type Quantiles,
  quantilesOfList,
  segmentOf,
  weekly,
} from './model.ts';
import { addedByOwnFeed, MONTHS, ONE_PERIOD, warnOfNarrowing } from './own-feed.ts';
import { indexNeedsAreas, NEEDS_AREAS, noRents } from './refused.ts';
import { explainRentOrder } from './rent-order.ts';

type Request = RequestOf<'rents.long_term'>;
type Response = ResponseOf<'rents.long_term'>;
type Query = Request['query'];

const SOURCES = ['operator-lettings', 'lha-list-of-rents', 'private-rents'];
const TYPES = ['detached', 'semi_detached', 'terraced', 'flat', 'bungalow', 'other'] as const;

export async function longTerm(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const widen = query.widen ?? true;
  const place = await resolveLocation(context, query);
  const feed = await feedRents(context, place, query, {
    widen,
    months: query.months ?? MONTHS,
    rooms: false,
  });
  const areas = await marketAreas(context, place);
  const segment = segmentOf(query) ?? 'all';
  const { history_months = 24 } = query;
  const index = await indexRents(context, place, areas, 'rent_pcm', { segment, history_months });
  const list = feed || !widen ? null : await listRents(context, place, areas);

  const answer =
    (feed && fromFeed(context, feed, query)) ?? (widen ? fromOpenData(list, index, query) : null);
  if (!answer) throw nothing(context, place, widen);
  if (!feed)
    await warnOfNarrowing(context, ['months'], ONE_PERIOD, (silent) =>
      feedRents(silent, place, query, { widen, months: MONTHS, rooms: false }),
    );
  if (!index && history_months > 0) context.ignore('history_months', 'no index of rents has the area');
  if (answer.basis === 'achieved' && !feed) warnOfList(context, list!, query);
  if (answer.basis === 'index') warnOfIndex(context, query);
  if (answer.basis === 'achieved') explainThinRents(context, answer);
  for (const [field, what] of Object.entries({
    by_bedrooms: 'bedrooms',
    by_property_type: 'kinds of dwelling',
  }))
    if (answer[field as keyof Parts].length === 0)
      context.warn('not_recorded', field, `The rents that answer do not distinguish ${what}.`);
  explainRentOrder(context, answer.by_bedrooms);

  const change_1y_pct = changeOf(context, place, index, { segment, history_months });
  if (index) {
    const index_fields = Object.entries({ change_1y_pct, history: index.history[0] ?? null });
    const fields = index_fields.flatMap(([field, value]) => (value === null ? [] : [field]));
    warnOfIndexArea(context, index, answer.geography, fields);
  }

  const allowance = await currentAllowance(context, areas);
  if (allowance.length === 0) warnNoAllowance(context, areas.length > 0);
  if (answer.geography.level === 'brma' || allowance.length > 0) warnIfSeveral(context, areas);
  return {
    rent_pcm: answer.rent_pcm,
    rent_pw: weekly(answer.rent_pcm),
    basis: answer.basis,
    by_bedrooms: answer.by_bedrooms,
    by_property_type: answer.by_property_type,
    change_1y_pct,
    history: (index?.history ?? []).map((row) => ({
      month: row.month.slice(0, 7),
      mean_pcm: row.rent_pcm,
      index: row.index_value,
    })),
    lha_pcm: allowance.map(({ category, monthly }) => ({
      category: category as Schema<'AllowanceRate'>['category'],
      bedrooms: bedroomsOfCategory(category),
      rate: monthly,
    })),
    lha_brma: brmaOf(areas, allowance),
    currency: 'GBP',
    meta: context.meta({
      datasets: [
        ...answer.datasets,
        ...(index ? ['private-rents'] : []),
        ...(allowance.length > 0 ? ['lha-rates'] : []),
        ...MARKET_AREA_DATASETS,
        ...placeSources(place),
      ].filter((id, i, all) => all.indexOf(id) === i),
      period: answer.period,
      sample_size: answer.rent_pcm.n || null,
      minimum_sample: MINIMUM_SAMPLE,
      confidence: answer.confidence,
      basis: answer.basis,
      geography: answer.geography,
      coverage: feed
        ? [addedByOwnFeed('operator-lettings', place, answer.rent_pcm.n, answer.confidence)]
        : [],
    }),
  };
}

/** Warns of small samples. Not for an index, which gives means and publishes no samples. */
function explainThinRents(context: Context, { rent_pcm, by_bedrooms, by_property_type }: Answer): void {
  explainThin(context, rent_pcm, 'rent_pcm', 'rents');
  for (const [field, rows] of Object.entries({ by_bedrooms, by_property_type }))
    explainThinRows(
      context,
      rows.map((row) => row.rent_pcm),
      field,
      'such rents',
    );
}

type Parts = Pick<Response, 'by_bedrooms' | 'by_property_type'>;

interface Answer extends Pick<Response, 'rent_pcm' | 'basis'>, Parts {
  datasets: string[];
  period: Period;
  confidence: Schema<'Confidence'>;
  geography: Schema<'Geography'>;
}

/**
 * The answer of the list of rents if it is recent, else of the index, else of an old list. Only the index distinguishes
 * types of dwelling.
 */
function fromOpenData(list: ListRents | null, index: IndexRents | null, query: Query): Answer | null {
  const byKind = query.property_type !== undefined && query.bedrooms === undefined;
  if (byKind) return fromIndex(index, query) ?? fromList(list, query);
  return fromList(list?.recent ? list : null, query) ?? fromIndex(index, query) ?? fromList(list, query);
}

function fromFeed(context: Context, feed: FeedRents, query: Query): Answer {
  const period = { from: feed.from, to: context.today };
  const rents = (asked: Parameters<typeof matches>[1]) =>
    quantilesOf(feed.all.filter((letting) => matches(letting, asked)).map((letting) => letting.rent_pcm));
  return {
    rent_pcm: quantilesOf(feed.chosen.map((letting) => letting.rent_pcm)),
    basis: 'achieved',
    by_bedrooms: [0, 1, 2, 3, 4, 5]
      .map((bedrooms) => ({
        bedrooms,
        rent_pcm: rents({ bedrooms, property_type: query.property_type }),
      }))
      .filter((row) => row.rent_pcm.n > 0),
    by_property_type: TYPES.map((property_type) => ({
      property_type,
      rent_pcm: rents({ bedrooms: query.bedrooms, property_type }),
    })).filter((row) => row.rent_pcm.n > 0),
    datasets: ['operator-lettings'],
    period,
    confidence: confidenceOfLets(context, confidenceOf(feed.chosen.length), 'rent_pcm', period),
    geography: feed.geography,
  };
}

/** The list of rents has bedrooms but no types of dwelling. */
function fromList(list: ListRents | null, query: Query): Answer | null {
  if (!list) return null;
  const category = query.bedrooms === undefined ? 'B-E' : categoryOf(query.bedrooms);
  const row = list.rows.find((candidate) => candidate.category === category);
  if (!row || row.n < MINIMUM_SAMPLE) return null;
  return {
    rent_pcm: quantilesOfList(row),
    basis: 'achieved',
    by_bedrooms: list.rows
      .filter((candidate) => 'BCDE'.includes(candidate.category))
      .map((candidate) => ({
        bedrooms: bedroomsOfCategory(candidate.category)!,
        rent_pcm: quantilesOfList(candidate),
      })),
    by_property_type: [],
    datasets: ['lha-list-of-rents'],
    period: list.period,
    confidence: list.recent ? 'Medium' : 'Low',
    geography: list.geography,
  };
}

function fromIndex(index: IndexRents | null, query: Query): Answer | null {
  const mean = index?.now.get(segmentOf(query) ?? '')?.rent_pcm ?? null;
  if (!index || mean === null) return null;
  const of = (segment: string): Quantiles => meanOnly(index.now.get(segment)?.rent_pcm ?? null);
  return {
    rent_pcm: meanOnly(mean),
    basis: 'index',
    by_bedrooms: [1, 2, 3, 4]
      .map((bedrooms) => ({ bedrooms, rent_pcm: of(String(bedrooms)) }))
      .filter((row) => row.rent_pcm.mean !== null),
    by_property_type: TYPES.map((property_type) => ({ property_type, rent_pcm: of(property_type) })).filter(
      (row) => row.rent_pcm.mean !== null,
    ),
    datasets: ['private-rents'],
    period: wholeMonth(index.newest),
    confidence: afterCarrying('Medium', index.months),
    geography: index.geography,
  };
}

function changeOf(
  context: Context,
  place: Place,
  index: IndexRents | null,
  { segment, history_months }: { segment: string; history_months: number },
): number | null {
  const change = index?.now.get(segment)?.annual_change_pct ?? null;
  if (change === null) {
    const [code, why] = !context.loaded('private-rents')
      ? (['source_not_loaded', 'load private-rents to know it'] as const)
      : index
        ? (['not_recorded', 'the official index gives none for this segment'] as const)
        : indexNeedsAreas(context, place)
          ? (['source_not_loaded', NEEDS_AREAS] as const)
          : (['not_covered', 'the official index does not have this area'] as const);
    context.warn(code, 'change_1y_pct', `Change of rents over a year: ${why}.`);
    if (!index && history_months > 0) context.warn(code, 'history', `History of rents: ${why}.`);
  }
  return change === null ? null : twoDecimals(change);
}

function warnOfList(context: Context, list: ListRents, query: Query): void {
  warnIfOld(context, list, 'rent_pcm');
  if (query.property_type !== undefined) {
    context.warn(
      'not_recorded',
      'property_type',
      'The list of rents does not distinguish kinds of dwelling: the figures are of all kinds.',
    );
  }
  warnOtherBedrooms(context, 'lha-list-of-rents', query.bedrooms, 'rent_pcm');
}

function warnOfIndex(context: Context, query: Query): void {
  context.warn(
    'stock_mean',
    'rent_pcm',
    'A mean over all tenancies, old and new, as published; its distribution and sample are not.',
  );
  if (query.bedrooms !== undefined && query.property_type !== undefined) {
    context.warn(
      'not_recorded',
      'property_type',
      'The index gives bedrooms and kinds of dwelling apart, not together: all kinds answer.',
    );
  }
  if (query.property_type !== undefined)
    context.warn('mix_differs', 'by_bedrooms', 'By bedrooms the index gives all kinds of dwelling together.');
  if (query.bedrooms !== undefined)
    context.warn('mix_differs', 'by_property_type', 'By kind the index gives all bedrooms together.');
  warnOtherBedrooms(context, 'private-rents', query.bedrooms, 'rent_pcm');
}

function warnNoAllowance(context: Context, placed: boolean): void {
  const none = (code: string, why: string) => {
    for (const field of ['lha_pcm', 'lha_brma']) context.warn(code, field, `Housing allowance: ${why}.`);
  };
  if (!context.loaded('lha-rates')) none('source_not_loaded', 'load lha-rates to know it');
  else if (!placed && !knowsMarketAreas(context))
    none('source_not_loaded', 'load brma-lookup or brma-boundaries to know the market area');
  else
    none(
      'not_covered',
      placed ? 'no loaded table has this market area' : 'the place is in no loaded market area',
    );
}

/** The refusal if no source answers. */
function nothing(context: Context, place: Place, widen: boolean): ApiError {
  if (!widen && SOURCES.some((id) => context.loaded(id))) {
    return notFound(
      'insufficient_data',
      `Fewer than ${MINIMUM_SAMPLE} lettings lie in the area itself. Omit widen=false to let a wider area answer.`,
      [{ field: 'widen', issue: 'keeps wider areas from answering' }],
    );
  }
  return noRents(context, place, SOURCES, 'rents of what is asked for');
}
