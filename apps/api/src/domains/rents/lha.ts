import type { RequestOf, ResponseOf } from '@domesday/contract';
import { type ApiError, notFound, unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { geographyOf, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { bedroomCount, warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { type LhaRateRow, lhaRates } from './evidence.query.ts';
import {
  MARKET_AREA_DATASETS,
  type MarketArea,
  marketAreas,
  namedArea,
  noMarketArea,
} from './market-area.ts';
import { allowanceYear, bedroomsOfCategory, categoryOf } from './model.ts';

type Request = RequestOf<'rents.lha'>;
type Response = ResponseOf<'rents.lha'>;

export async function lha(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const { bedrooms, category } = query;
  mustAgree(bedrooms, category);
  const place = await resolveLocation(context, query);
  if (!context.loaded('lha-rates')) {
    throw notFound('source_not_loaded', 'No table of allowance rates is loaded: load lha-rates.', [
      { field: null, issue: 'lha-rates is not loaded' },
    ]);
  }
  const areas = await marketAreas(context, place);
  if (areas.length === 0) throw noMarketArea(context, place);
  const all = await lhaRates.rows(context.db, { brma_keys: areas.map((area) => area.brma_key) });
  const wanted = all.filter(
    (rate) =>
      (bedrooms === undefined || rate.category === categoryOf(bedrooms)) &&
      (category === undefined || rate.category === category),
  );
  const limit = query.year ?? allowanceYear(context.today);
  const begun = all.filter((rate) => rate.year <= limit).map((rate) => rate.year);
  const year = query.year ?? (begun.length > 0 ? Math.max(...begun) : limit);
  // Refuse before any warning is added: warnings become details of the refusal.
  if (!wanted.some((rate) => rate.year === year)) throw noRates(all, areas, query.year, year);
  warnOtherBedrooms(context, 'lha-rates', bedrooms, 'areas.rates');
  const answered = areas.map((area) => ratesOf(context, area, wanted, year));
  if (query.year === undefined && year < limit) {
    context.warn(
      'old_source',
      'areas.rates',
      `The newest loaded rates are those of April ${year}; a later year has begun.`,
    );
  }
  if (areas.length > 1) {
    context.warn(
      'several_market_areas',
      'areas',
      `The place lies in ${areas.length} market areas: which rate applies depends on the address.`,
    );
  }
  const requested = geographyOf(place, place);
  return {
    areas: answered,
    currency: 'GBP',
    meta: context.meta({
      as_of: context.today,
      period: { from: `${year}-04-01`, to: `${year + 1}-03-31` },
      confidence: 'High',
      basis: 'register',
      geography:
        areas.length === 1
          ? { ...requested, used: areas[0]!.name, level: 'brma', radius_m: null }
          : requested,
      datasets: ['lha-rates', ...MARKET_AREA_DATASETS, ...placeSources(place)],
    }),
  };
}

/** The rates of one market area in a year, with those of all years as the history. */
function ratesOf(
  context: Context,
  area: MarketArea,
  wanted: readonly LhaRateRow[],
  year: number,
): Response['areas'][number] {
  const own = wanted.filter((rate) => rate.brma_key === area.brma_key);
  const rates = own.filter((rate) => rate.year === year);
  if (rates.length === 0)
    context.warn('not_covered', 'areas.rates', `No loaded table of ${year} has rates for ${area.name}.`);
  const frozen = frozenSince(own, year);
  if (frozen !== null)
    context.warn(
      'frozen_rates',
      'areas.rates',
      `The rates of ${area.name} of April ${year} are still those of April ${frozen}.`,
    );
  return {
    brma: namedArea(area),
    country: area.country,
    share_of_area_pct: area.share_pct,
    effective_from: `${year}-04-01`,
    rates: rates.map((rate) => ({
      category: rate.category,
      bedrooms: bedroomsOfCategory(rate.category),
      weekly: rate.weekly,
      monthly: rate.monthly,
    })),
    history: own.map((rate) => ({ year: rate.year, category: rate.category, weekly: rate.weekly })),
  };
}

function noRates(
  all: readonly LhaRateRow[],
  areas: readonly MarketArea[],
  asked: number | undefined,
  year: number,
): ApiError {
  const years = [...new Set(all.map((rate) => rate.year))].sort();
  const message =
    years.length === 0
      ? `No loaded table has rates for ${areas.map((area) => area.name).join(' or ')}.`
      : `No loaded table has rates of ${year} for the place. There are those of ${years.join(', ')}.`;
  const field = asked === undefined ? null : 'year';
  return notFound('not_covered', message, [{ field, issue: 'is in no loaded table' }]);
}

/** Throws if both are given and the category is not the one for these bedrooms. */
function mustAgree(bedrooms: number | undefined, category: string | undefined): void {
  if (bedrooms === undefined || category === undefined || category === categoryOf(bedrooms)) return;
  throw unprocessable(
    'invalid_parameter',
    `Category ${category} is not the one of ${bedroomCount(bedrooms)}: give one of the two.`,
    [{ field: 'category', issue: `must be ${categoryOf(bedrooms)} with these bedrooms` }],
  );
}

/**
 * The year whose rates are still in force in `year`, if every category has been frozen since; null otherwise.
 */
function frozenSince(rates: LhaRateRow[], year: number): number | null {
  const of = (at: number) =>
    rates
      .filter((rate) => rate.year === at)
      .map((rate) => `${rate.category}${rate.weekly}`)
      .sort()
      .join(' ');
  const now = of(year);
  let since = year;
  while (now !== '' && of(since - 1) === now) since--;
  return since === year ? null : since;
}
