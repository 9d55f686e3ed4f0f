import type { ResponseOf, Schema } from '@domesday/contract';
import { LIST_ERRORS, type RentErrors, testLettings } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import { firstEnough, ladderOf } from '../../location/ladder.ts';
import { geographyOf, type Place } from '../../location/place.ts';
import { andMore, bedroomsIn, warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { afterCarrying } from '../../statistics/carry.ts';
import { monthsBefore, type Period, wholeMonth } from '../../statistics/dates.ts';
import { confidenceOfLets } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, quantilesOf, twoDecimals } from '../../statistics/quantiles.ts';
import { currentAllowance, indexRents, listRents, warnIfOld, wider, yearOfRate } from '../rents/evidence.ts';
import { areaSources, MARKET_AREA_DATASETS, type MarketArea, warnIfSeveral } from '../rents/market-area.ts';
import { categoryOf, type Quantiles, quantilesOfList, segmentOf } from '../rents/model.ts';
import { warnUnplacedLettings } from '../rents/unplaced.ts';
import { type PriceLevel, pricePerSqmOfAuthority, pricePerSqmOfSector } from './rental.query.ts';
import type { LettingsWithin, NearLetting } from './rental-lettings.ts';
import { enoughSales, localFactor, P30_OVER_MEDIAN } from './rental-model.ts';
import type { Recorded } from './rental-yield.ts';
import type { HomeRow } from './sale.query.ts';

type Response = ResponseOf<'valuations.rental'>;
type Homes = Schema<'Homes'>;

const SAMPLE_FOR_HIGH = 10;
const RADIUS_FOR_HIGH_M = 1300;
const MONTHS_FOR_HIGH = 12;
const PRICE_MONTHS = 24;

export interface Subject {
  place: Place;
  /** The row that a sale value needs. */
  home: HomeRow | null;
  bedrooms: number;
  bedrooms_source: Response['bedrooms_source'];
  property_type: Schema<'PropertyType'> | null;
  /** What is recorded about the home, whatever the request says. */
  recorded: Recorded;
}

export interface Estimate {
  rent_pcm: number;
  stats: Quantiles | null;
  comparable_count: number;
  search_radius_m: number | null;
  confidence: Schema<'Confidence'>;
  method: Response['method'];
  basis: Schema<'Basis'>;
  geography: Schema<'Geography'>;
  datasets: string[];
  period: Period;
  of: Homes;
  back_test: BackTest;
}

/** Measured errors, or the reason why there are none. */
type BackTest = RentErrors | { code: 'not_measured' | 'insufficient_sample'; why: string };

export interface Limits {
  months: number;
  max_radius_m: number;
  /** Reads the operator's lettings around the home. */
  within: LettingsWithin;
}

/** From the operator's own lets near the home with the same bedrooms: flats for a flat, houses for a house. */
export async function fromLettings(
  context: Context,
  subject: Subject,
  { months, max_radius_m, within: lettingsWithin }: Limits,
): Promise<Estimate | null> {
  const { place } = subject;
  if (!context.loaded('operator-lettings') || place.easting === null) return null;
  const from = monthsBefore(context.today, months);
  const steps = ladderOf(place, { widen: true, max_radius_m });
  const within = async (area: Place) =>
    (await lettingsWithin(area.radius_m!)).filter((letting) => isComparable(letting, subject));
  const close = steps.filter((step) => step.radius_m! <= RADIUS_FOR_HIGH_M);
  const many = await firstEnough(close, within, (lettings) => lettings.length >= SAMPLE_FOR_HIGH);
  const found = many.enough
    ? many
    : await firstEnough(steps, within, (lettings) => lettings.length >= MINIMUM_SAMPLE);
  if (!found.enough) return null;
  await warnUnplacedLettings(context, found.area, { from, rooms: false, bedrooms: subject.bedrooms });
  const stats = quantilesOf(found.result.map((letting) => letting.rent_pcm));
  return {
    rent_pcm: stats.median!,
    stats,
    comparable_count: found.result.length,
    search_radius_m: found.area.radius_m,
    confidence: confidenceOfLets(
      context,
      many.enough && months <= MONTHS_FOR_HIGH ? 'High' : 'Medium',
      'rent_pcm',
      { from, to: context.today },
    ),
    method: 'listing_comparables',
    basis: 'achieved',
    geography: geographyOf(place, found.area, steps[0]),
    datasets: ['operator-lettings'],
    period: { from, to: context.today },
    of: {
      bedrooms: subject.bedrooms,
      and_more: false,
      property_type:
        subject.property_type === null ? 'all' : subject.property_type === 'flat' ? 'flat' : 'house',
      source: 'operator-lettings',
      area: found.area.label,
      period: { from, to: context.today },
    },
    back_test: testLettings(found.result) ?? {
      code: 'insufficient_sample',
      why: 'Fewer than 10 of these lettings have 5 before them to be estimated from.',
    },
  };
}

function isComparable(letting: NearLetting, subject: Subject): boolean {
  if (letting.bedrooms !== subject.bedrooms) return false;
  if (subject.property_type === null || letting.property_type === null) return true;
  return (letting.property_type === 'flat') === (subject.property_type === 'flat');
}

/** From the official mean for the authority and bedrooms, adjusted to the sector by the ratio of prices. */
export async function fromIndex(
  context: Context,
  subject: Subject,
  areas: MarketArea[],
): Promise<Estimate | null> {
  const { place, bedrooms } = subject;
  const segment = segmentOf({ bedrooms })!;
  const index = await indexRents(context, place, areas, 'rent_pcm');
  const mean = index?.now.get(segment)?.rent_pcm ?? null;
  if (!index || mean === null) return null;
  const factor = await factorOf(context, place);
  if (factor === null) {
    const scottish = place.country === 'Scotland';
    const without = scottish
      ? 'sale prices, by which the neighbourhood would be compared with it, are not open data in Scotland.'
      : 'too few sales with a floor area to compare the neighbourhood with it.';
    const code = scottish ? 'not_in_jurisdiction' : 'insufficient_sample';
    context.warn(code, 'rent_pcm', `The mean of the whole area answers: ${without}`);
  }
  warnOtherBedrooms(context, 'private-rents', bedrooms, 'rent_pcm');
  return {
    rent_pcm: twoDecimals(mean * (factor ?? 1)),
    stats: null,
    comparable_count: 0,
    search_radius_m: null,
    confidence: afterCarrying(factor === null ? 'Low' : 'Medium', index.months),
    method: 'index_local',
    basis: factor === null ? 'index' : 'model',
    geography: index.geography,
    datasets: [
      'private-rents',
      ...areaSources('private-rents', place),
      ...(factor === null ? [] : ['price-paid', 'hmlr-uprn-lookup']),
    ],
    period: wholeMonth(index.newest),
    of: {
      bedrooms: Number(segment),
      and_more: andMore('private-rents', Number(segment)),
      property_type: 'all',
      source: 'private-rents',
      area: index.area_name,
      period: wholeMonth(index.newest),
    },
    back_test: {
      code: 'not_measured',
      why: 'No open data has rents of single homes with which the index could be compared.',
    },
  };
}

const authorityLevels = releaseCache<PriceLevel>();
const factors = releaseCache<number | null>();

/**
 * Ratio of a sector's rents to those of its authority. Cached: all homes of a sector share it, and all sectors of an
 * authority share the read of its many sales.
 */
async function factorOf(context: Context, place: Place): Promise<number | null> {
  const { local_authority_code: authority_code, sector } = place;
  if (authority_code === null || sector === null || !context.loaded('price-paid')) return null;
  const within = { authority_code, from: monthsBefore(context.today, PRICE_MONTHS), to: context.today };
  return factors(context, JSON.stringify([within, sector]), async () => {
    const local = await pricePerSqmOfSector.one(context.db, { ...within, sector });
    if (!enoughSales(local)) return null;
    const whole = authorityLevels(context, JSON.stringify(within), () =>
      pricePerSqmOfAuthority.one(context.db, within),
    );
    return localFactor(local, await whole);
  });
}

/** From the list of rents or, if that has too few, from the allowance. */
export async function fromMarketArea(
  context: Context,
  subject: Subject,
  areas: MarketArea[],
): Promise<Estimate | null> {
  const { place, bedrooms } = subject;
  const category = categoryOf(bedrooms);
  const list = await listRents(context, place, areas);
  const row = list?.rows.find(
    (candidate) => candidate.category === category && candidate.n >= MINIMUM_SAMPLE,
  );
  const rate = row
    ? undefined
    : (await currentAllowance(context, areas)).find((candidate) => candidate.category === category);
  if (!row && !rate) return null;
  warnOtherBedrooms(context, row ? 'lha-list-of-rents' : 'lha-rates', bedrooms, 'rent_pcm');
  if (row) warnIfOld(context, list!, 'rent_pcm');
  warnIfSeveral(context, areas);
  const stats = row ? quantilesOfList(row) : null;
  const source = row ? 'lha-list-of-rents' : 'lha-rates';
  const period = row ? list!.period : yearOfRate(rate!);
  return {
    rent_pcm: stats?.median ?? twoDecimals(rate!.monthly / P30_OVER_MEDIAN),
    stats,
    comparable_count: 0,
    search_radius_m: null,
    confidence: 'Low',
    method: 'brma_quantile',
    basis: row ? 'achieved' : 'model',
    geography: wider(place, areas[0]!.name, 'brma'),
    datasets: [source, ...MARKET_AREA_DATASETS],
    period,
    of: {
      bedrooms: bedroomsIn(source, bedrooms),
      and_more: false,
      property_type: 'all',
      source,
      area: areas[0]!.name,
      period,
    },
    back_test: listBackTest(context, category, row ? list!.year : null),
  };
}

/** The measured errors of the list of rents, which were measured against the rents of the following year. */
function listBackTest(context: Context, category: keyof typeof LIST_ERRORS, year: number | null): BackTest {
  const not = (why: string) => ({ code: 'not_measured' as const, why });
  if (context.fictional) return not('Only real rents have been compared with their estimates.');
  if (year === null)
    return not('Allowances have been frozen in some years and have not been compared with rents.');
  if (context.today > `${year + 1}-09-30`)
    return not('Only rents of the year before have been compared with rents.');
  return LIST_ERRORS[category];
}
