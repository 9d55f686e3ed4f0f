import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { tooFew, unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { circle, middleOf } from '../../location/ladder.ts';
import { authorityOf, geographyOf, type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { twoDecimals } from '../../statistics/quantiles.ts';
import { propertyByUprn } from '../properties/get.query.ts';
import { bedroomsFromRooms, noRooms } from '../properties/model.ts';
import { indexRents, warnOfIndexArea } from '../rents/evidence.ts';
import { areaSources, marketAreas } from '../rents/market-area.ts';
import { segmentOf } from '../rents/model.ts';
import { warnNoIndexRent } from '../rents/refused.ts';
import { isOldVisit, requireCoverage } from '../str/coverage.ts';
import { currentShortLets } from '../str/market.query.ts';
import { countsTowards, FEWEST, rulesOf } from '../str/model.ts';
import { reviewsByMonth } from '../str/reviews.query.ts';
import { RENT_BY_FINISH } from './finish.ts';
import { warnOfLetAs } from './given-facts.ts';
import { warnOfPremises } from './premises.ts';
import { homeByUprn } from './sale.query.ts';
import {
  annualOf,
  type Compared,
  compare,
  monthlyOf,
  mostSimilar,
  type Subject,
} from './str-estimate-model.ts';

type Request = RequestOf<'valuations.str_estimate'>;
type Response = ResponseOf<'valuations.str_estimate'>;

const RADII_M = [500, 1000, 2000];
const SAMPLE_FOR_MEDIUM = 30;
const DAYS = 365;
const COSTS_EXCLUDED = [
  'platform and payment fees',
  'cleaning and laundry',
  'management',
  'energy, water and broadband',
  'council tax or business rates',
  'insurance, repairs and furniture',
  'licence fees',
  'mortgage and tax',
];

const KINDS = { house: 'house', apartment: 'flat' } as const;

interface Found {
  compared: Compared[];
  area: Place;
  radius_m: number;
}

export async function strEstimate(request: Request, context: Context): Promise<Response> {
  const { body } = request;
  const { uprn, postcode, lat, lng } = body;
  const query = { uprn, postcode, lat, lng, radius_m: RADII_M[0] };
  const place = await resolveLocation(context, query, { areas: false });
  await requireCoverage(context, place);
  const { bedrooms, bedrooms_source } = await bedroomsOf(context, body);
  const bathrooms = body.bathrooms ?? Math.max(1, bedrooms - 1);
  const found = await findComparables(context, place, body, { bedrooms, bathrooms });
  const n = found.compared.length;
  const geography = geographyOf(place, found.area, found.area.radius_m === RADII_M[0] ? found.area : place);
  if (n < FEWEST) {
    throw tooFew(
      `Listings found near ${middleOf(place)} (${bedrooms} ± 1 bedrooms): ${n}; ${FEWEST} are needed. Nothing is charged.`,
      {
        sample_size: n,
        minimum_sample: FEWEST,
        geography,
      },
      { field: 'bedrooms', issue: `${n} found, at least ${FEWEST} are needed` },
    );
  }
  ignoreUntold(context, found.compared);
  const annual = annualOf(found.compared, RENT_BY_FINISH[body.finish_quality ?? 'average']);
  const { licences: _, ...regulation } = rulesOf(place);
  const long_let_rent_pcm = await longLetRent(context, place, bedrooms, geography);
  explain(context, regulation);
  if (uprn !== undefined) await warnOfHome(context, Number(uprn), body);
  const newest = found.compared
    .map(({ row }) => row.seen_on)
    .sort()
    .at(-1)!;
  const monthly = await monthsOf(context, found.compared, newest, annual);
  const old = isOldVisit(context, newest);
  const confidence = n >= SAMPLE_FOR_MEDIUM && found.area.level === 'radius' && !old ? 'Medium' : 'Low';
  return {
    annual,
    monthly,
    comparables: {
      n,
      radius_m: found.radius_m,
      mean_similarity: twoDecimals(found.compared.reduce((sum, item) => sum + item.similarity, 0) / n),
      items: body.include_comparables ? found.compared.map(shown) : [],
    },
    costs_excluded: COSTS_EXCLUDED,
    bedrooms,
    bedrooms_source,
    bathrooms,
    bathrooms_source: body.bathrooms === undefined ? 'assumed' : 'request',
    long_let_rent_pcm,
    break_even_occupancy_pct:
      long_let_rent_pcm && twoDecimals(((long_let_rent_pcm * 12) / (annual.adr * DAYS)) * 100),
    regulation,
    confidence,
    currency: 'GBP',
    meta: context.meta({
      datasets: [
        'airbnb-listings',
        ...(monthly.length > 0 ? ['airbnb-reviews'] : []),
        ...(long_let_rent_pcm === null ? [] : ['private-rents', ...areaSources('private-rents', place)]),
        ...(bedrooms_source === 'certificate' ? ['epc-domestic'] : []),
        ...placeSources(place),
      ],
      as_of: newest,
      period: { from: monthsBefore(newest, 12), to: newest },
      sample_size: n,
      minimum_sample: FEWEST,
      confidence,
      basis: 'model',
      geography,
    }),
  };
}

/** Warns if the home is not an ordinary one, or if the request contradicts its record. */
async function warnOfHome(context: Context, uprn: number, body: Request['body']): Promise<void> {
  const home = await homeByUprn(context.db, uprn, context.today);
  warnOfPremises(context, home, 'annual');
  const { bedrooms = null, property_type } = body;
  const kind = property_type ? KINDS[property_type] : null;
  if (home) warnOfLetAs(context, home, { bedrooms, kind });
}

/** Warns about attributes in the request that no compared listing has. */
function ignoreUntold(context: Context, compared: Compared[]): void {
  const column_of = { bathrooms: 'bathrooms', guests: 'guests', property_type: 'property_kind' } as const;
  for (const [parameter, column] of Object.entries(column_of))
    if (compared.every(({ row }) => row[column] === null))
      context.ignore(parameter, 'no listing compared tells its own');
}

async function bedroomsOf(
  context: Context,
  body: Request['body'],
): Promise<{ bedrooms: number; bedrooms_source: 'request' | 'certificate' }> {
  if (body.bedrooms !== undefined) return { bedrooms: body.bedrooms, bedrooms_source: 'request' };
  const row = body.uprn === undefined ? null : await propertyByUprn(context.db, Number(body.uprn));
  const rooms = row?.certificate?.habitable_rooms ?? null;
  if (rooms !== null) return { bedrooms: bedroomsFromRooms(rooms), bedrooms_source: 'certificate' };
  throw unprocessable(
    'bedrooms_required',
    body.uprn === undefined
      ? 'Give bedrooms with a postcode or coordinates.'
      : noRooms(row?.certificate, 'bedrooms'),
    [{ field: 'bedrooms', issue: 'is required here' }],
  );
}

async function findComparables(
  context: Context,
  place: Place,
  body: Request['body'],
  { bedrooms, bathrooms }: Pick<Subject, 'bedrooms' | 'bathrooms'>,
): Promise<Found> {
  const subject: Subject = {
    easting: place.easting!,
    northing: place.northing!,
    bedrooms,
    bathrooms,
    property_kind: body.property_type ?? null,
    guests: body.guests ?? null,
  };
  const { night_cap } = rulesOf(place);
  const circles = RADII_M.map((radius_m) => circle(place, radius_m));
  const steps = place.local_authority_code ? [...circles, authorityOf(place)] : circles;
  let found: Found = { compared: [], area: steps[0]!, radius_m: 0 };
  for (const area of steps) {
    const compared = (await currentShortLets.rows(context.db, area, {}))
      .filter((row) => row.listing_type === 'entire_home' && row.bedrooms !== null && countsTowards(row))
      .filter((row) => Math.abs(row.bedrooms! - bedrooms) <= 1)
      .map((row) => compare(row as Compared['row'], subject, night_cap));
    const radius_m = area.radius_m ?? Math.max(0, ...compared.map((item) => item.distance_m));
    found = { compared: mostSimilar(compared), area, radius_m };
    if (compared.length >= FEWEST) break;
  }
  return found;
}

/**
 * Monthly figures from the reviews of the comparables in the last 24 whole months. Empty, with a warning, if there are
 * too few.
 */
async function monthsOf(
  context: Context,
  compared: Compared[],
  newest: string,
  annual: Response['annual'],
): Promise<Response['monthly']> {
  if (!context.loaded('airbnb-reviews')) {
    context.warn('source_not_loaded', 'monthly', 'Months: load airbnb-reviews to know when homes are let.');
    return [];
  }
  const to = `${newest.slice(0, 7)}-01`;
  const ids = compared.map(({ row }) => row.id);
  const monthly = monthlyOf(
    annual,
    await reviewsByMonth.rows(context.db, { listings: ids, from: monthsBefore(to, 24), to }),
  );
  if (monthly.length === 0)
    context.warn(
      'insufficient_sample',
      'monthly',
      'The comparables have fewer than 100 reviews of two years, or in too few months.',
    );
  return monthly;
}

async function longLetRent(
  context: Context,
  place: Place,
  bedrooms: number,
  geography: Schema<'Geography'>,
): Promise<number | null> {
  const segment = segmentOf({ bedrooms })!;
  const areas = await marketAreas(context, place);
  const index = await indexRents(context, place, areas, 'long_let_rent_pcm');
  const rent = index?.now.get(segment)?.rent_pcm ?? null;
  const fields = ['long_let_rent_pcm', 'break_even_occupancy_pct'];
  if (index && rent !== null) {
    warnOtherBedrooms(context, 'private-rents', bedrooms, 'long_let_rent_pcm');
    warnOfIndexArea(context, index, geography, fields);
  } else warnNoIndexRent(context, place, fields);
  return rent;
}

function explain(context: Context, regulation: Schema<'ShortLetEstimate'>['regulation']): void {
  if (regulation.night_cap !== null) {
    context.warn(
      'night_cap',
      'annual.revenue',
      `Nights of every comparable are limited to the ${regulation.night_cap} that need no planning permission.`,
    );
  }
  if (regulation.regime === null)
    context.warn('not_recorded', 'regulation.regime', 'Rules of single councils are not recorded here.');
}

function shown(item: Compared): Schema<'ShortLetComparable'> {
  const { row } = item;
  return {
    id: row.id,
    latitude: row.latitude,
    longitude: row.longitude,
    distance_m: item.distance_m,
    position: 'blurred',
    property_type: row.property_kind,
    bedrooms: row.bedrooms,
    bedrooms_source: row.bedrooms_source!,
    bathrooms: row.bathrooms,
    guests: row.guests,
    adr: row.price_pn,
    occupancy_pct: twoDecimals((item.nights / DAYS) * 100),
    revenue: twoDecimals(row.price_pn * item.nights),
    reviews_12m: row.reviews_12m,
    similarity: twoDecimals(item.similarity),
  };
}
