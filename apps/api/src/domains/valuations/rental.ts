import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { LIST_ERRORS, lowered, type RentErrors, testLettings, withBounds } from '@domesday/valuation';
import { unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/release-cache.ts';
import { firstEnough, ladderOf } from '../../location/ladder.ts';
import { geographyOf, type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { andMore, bedroomsIn, warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { afterCarrying } from '../../statistics/carry.ts';
import type { Period } from '../../statistics/dates.ts';
import { monthsBefore, wholeMonth } from '../../statistics/dates.ts';
import { confidenceOfLets } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, quantilesOf, twoDecimals } from '../../statistics/quantiles.ts';
import { bedroomsFromRooms } from '../properties/model.ts';
import { currentAllowance, indexRents, listRents, warnIfOld, wider, yearOfRate } from '../rents/evidence.ts';
import { MARKET_AREA_DATASETS, type MarketArea, marketAreas, warnIfSeveral } from '../rents/market-area.ts';
import { categoryOf, type Quantiles, quantilesOfList, segmentOf, WEEKS_PER_MONTH } from '../rents/model.ts';
import { addedByOwnFeed } from '../rents/own-feed.ts';
import { noRents } from '../rents/refused.ts';
import { warnUnplacedLettings } from '../rents/unplaced.ts';
import { tellOfPremises } from './premises.ts';
import { type PriceLevel, pricePerSqmOfAuthority, pricePerSqmOfSector } from './rental.query.ts';
import { type LettingsWithin, type NearLetting, readLettingsOnce } from './rental-lettings.ts';
import { enoughSales, localFactor, P30_OVER_MEDIAN } from './rental-model.ts';
import { homeOf, isAlike, type Recorded, valuedAs } from './rental-yield.ts';
import { type HomeRow, homeByUprn } from './sale.query.ts';
import { SALE_VALUE_SOURCES, saleValueOrWarn } from './sale-value.ts';

type Request = RequestOf<'valuations.rental'>;
type Response = ResponseOf<'valuations.rental'>;
type Homes = Schema<'Homes'>;

interface Subject {
  place: Place;
  /** What a sale value is made of. */
  home: HomeRow | null;
  bedrooms: number;
  bedrooms_source: Response['bedrooms_source'];
  property_type: Schema<'PropertyType'> | null;
  /** What is recorded of the home, whatever the request says. */
  recorded: Recorded;
}

interface Estimate {
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

/** Measured errors, or why there are none. */
type BackTest = RentErrors | { code: 'not_measured' | 'insufficient_sample'; why: string };

const SOURCES = ['operator-lettings', 'private-rents', 'lha-list-of-rents', 'lha-rates'];
const SAMPLE_FOR_HIGH = 10;
const RADIUS_FOR_HIGH_M = 1300;
const MONTHS_FOR_HIGH = 12;
const PRICE_MONTHS = 24;

export async function rental(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const uprn = Number(request.path.uprn);
  const subject = await subjectOf(context, request);
  const { place, bedrooms } = subject;
  const areas = await marketAreas(context, place);
  const limits = { months: query.months ?? 12, max_radius_m: query.max_radius_m ?? 2000 };
  const from = monthsBefore(context.today, limits.months);
  const within = readLettingsOnce(context, subject, { from, max_radius_m: limits.max_radius_m });
  const estimate = await estimateOf(context, subject, areas, { ...limits, within });
  if (!estimate) throw noRents(context, SOURCES, 'rents of such homes');
  const odd = tellOfPremises(context, subject.home, 'rent_pcm');
  const confidence = odd ? lowered(estimate.confidence) : estimate.confidence;
  if (estimate.method !== 'listing_comparables')
    for (const name of ['months', 'max_radius_m', 'property_type'])
      context.ignore(
        name,
        'too few such lettings of your own are loaded, and open data do not tell it apart',
      );
  await explainOrder(context, subject, areas, { ...limits, within }, estimate);

  const { rent_pcm, stats, back_test } = estimate;
  const bounds = withBounds(rent_pcm, stats?.p10 ?? null, stats?.p90 ?? null);
  if ('why' in back_test) context.warn(back_test.code, 'back_test', back_test.why);
  const value = await saleValueOrWarn(context, subject.home, ['gross_yield_pct']);
  const value_of = value && homeOf(context, place, valuedAs(subject.recorded, value.property_type));
  const alike = value_of && isAlike(context, estimate.of, value_of);
  const priced = value ? SALE_VALUE_SOURCES : [];
  if (!value) context.warn('insufficient_sample', 'value_of', 'The home has no value: see gross_yield_pct.');
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
    gross_yield_pct: value && alike ? twoDecimals((rent_pcm * 1200) / value.value) : null,
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

interface Limits {
  months: number;
  max_radius_m: number;
  /** The operator's lettings around the home. */
  within: LettingsWithin;
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

/** In one home more bedrooms should not rent for less: a warning says so if the evidence does. */
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
    const basis = other.stats ? `${other.method} of ${other.stats.n} rents` : other.method;
    context.warn(
      'not_in_order',
      'rent_pcm',
      `With ${bedrooms} bedrooms it would be ${other.rent_pcm} by ${basis}: ${step < 0 ? 'more' : 'less'}, not ${step < 0 ? 'less' : 'more'}.`,
    );
  }
}

async function subjectOf(context: Context, request: Request): Promise<Subject> {
  const { query } = request;
  const place = await resolveLocation(context, { uprn: request.path.uprn });
  const home = await homeByUprn(context.db, Number(request.path.uprn), context.today);
  const rooms = home?.certificate?.habitable_rooms ?? null;
  const modelled = rooms === null ? null : bedroomsFromRooms(rooms);
  const bedrooms = query.bedrooms ?? modelled;
  if (bedrooms === null) {
    throw unprocessable(
      'bedrooms_required',
      'No energy certificate tells the rooms of this property: give bedrooms.',
      [{ field: 'bedrooms', issue: 'is required for this property' }],
    );
  }
  const given = query.property_type === 'other' ? null : query.property_type;
  if (given === null) context.ignore('property_type', 'a rent is that of a house or a flat');
  // The registry's `other` is neither a house nor a flat, and tells nothing of the home.
  const told = [home?.certificate?.property_type, home?.sales.at(-1)?.property_type];
  const recorded = told.find((type) => type && type !== 'other') ?? null;
  return {
    place,
    home,
    bedrooms,
    bedrooms_source: query.bedrooms === undefined ? 'modelled' : 'input',
    property_type: given ?? recorded,
    recorded: { bedrooms: modelled, property_type: recorded },
  };
}

/** The operator's own lets near the home with the same bedrooms: flats for a flat, houses for a house. */
async function fromLettings(
  context: Context,
  subject: Subject,
  { months, max_radius_m, within: lettingsWithin }: Limits,
): Promise<Estimate | null> {
  const { place } = subject;
  if (!context.loaded('operator-lettings') || place.easting === null) return null;
  const from = monthsBefore(context.today, months);
  const steps = ladderOf(place, { widen: true, max_radius_m });
  const within = async (area: Place) =>
    (await lettingsWithin(area.radius_m!)).filter((letting) => alike(letting, subject));
  const close = steps.filter((step) => step.radius_m! <= RADIUS_FOR_HIGH_M);
  const many = await firstEnough(close, within, (lettings) => lettings.length >= SAMPLE_FOR_HIGH);
  const found = many.enough
    ? many
    : await firstEnough(steps, within, (lettings) => lettings.length >= MINIMUM_SAMPLE);
  if (!found.enough) return null;
  await warnUnplacedLettings(context, found.area, { from, rooms: false });
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

function alike(letting: NearLetting, subject: Subject): boolean {
  if (letting.bedrooms !== subject.bedrooms) return false;
  if (subject.property_type === null || letting.property_type === null) return true;
  return (letting.property_type === 'flat') === (subject.property_type === 'flat');
}

/** The official mean for the authority and bedrooms, adjusted to the sector by the ratio of prices. */
async function fromIndex(context: Context, subject: Subject, areas: MarketArea[]): Promise<Estimate | null> {
  const { place, bedrooms } = subject;
  const segment = segmentOf({ bedrooms })!;
  const index = await indexRents(context, place, areas, 'rent_pcm');
  const mean = index?.now.get(segment)?.rent_pcm ?? null;
  if (!index || mean === null) return null;
  const factor = await factorOf(context, place);
  if (factor === null) {
    context.warn(
      place.country === 'Scotland' ? 'not_in_jurisdiction' : 'insufficient_sample',
      'rent_pcm',
      'The mean of the whole area answers: too few sales with a floor area to compare the neighbourhood with it.',
    );
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
    datasets: ['private-rents', ...(factor === null ? [] : ['price-paid', 'hmlr-uprn-lookup'])],
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
      why: 'No rents of single homes are open that the index could be compared with.',
    },
  };
}

const authorityLevels = releaseCache<PriceLevel>();
const factors = releaseCache<number | null>();

/** All homes of a sector share it, and all sectors of an authority the read of its many sales. */
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

/** The list of rents; if it is not loaded, the allowance. */
async function fromMarketArea(
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

/** The errors of a list were measured on the rents of the following year. */
function listBackTest(context: Context, category: keyof typeof LIST_ERRORS, year: number | null): BackTest {
  const not = (why: string) => ({ code: 'not_measured' as const, why });
  if (context.fictional) return not('Real rents alone have been compared with their estimates.');
  if (year === null)
    return not('Allowances have been frozen in some years and have not been compared with rents.');
  if (context.today > `${year + 1}-09-30`)
    return not('Only rents of the year before have been compared with rents.');
  return LIST_ERRORS[category];
}
