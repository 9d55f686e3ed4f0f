import type { Db } from '@domesday/db';

/** One call of an operation. */
export interface Ask {
  path: string;
  json?: string;
}

interface Home {
  uprn: number;
  address: string;
  postcode: string;
  outcode: string;
  lat: number;
  lng: number;
}

/**
 * Calls of every priced operation with its default parameters, each over the homes, places and titles of a database.
 */
export async function variedAsks(db: Db, most: number): Promise<Map<string, Ask[]>> {
  const { rows: homes } = await db.query<Home>(
    `select uprn, address, postcode, split_part(postcode, ' ', 1) as outcode, latitude as lat, longitude as lng
       from addresses where latitude is not null order by md5(uprn::text) limit $1`,
    [most],
  );
  const { rows: titles } = await db.query<{ title_number: string }>(
    'select distinct title_number from company_titles order by 1 limit $1',
    [most],
  );
  const bedrooms = (i: number) => 1 + (i % 3);
  // Area operations are called with outcodes, postcodes and circles in turn.
  const place = (home: Home, i: number) =>
    [`outcode=${home.outcode}`, `postcode=${encodeURIComponent(home.postcode)}`, spot(home)][i % 3]!;
  const spot = ({ lat, lng }: Home) => `lat=${lat}&lng=${lng}`;
  const get = (path: (home: Home, i: number) => string) =>
    homes.map((home, i) => ({ path: `/v1${path(home, i)}` }));
  const post = (path: string, body: (home: Home, i: number) => object) =>
    homes.map((home, i) => ({ path: `/v1${path}`, json: JSON.stringify(body(home, i)) }));
  return new Map<string, Ask[]>([
    [
      'addresses.search',
      get((h, i) => `/addresses/search?q=${encodeURIComponent(h.address.slice(0, 8 + (i % 12)))}`),
    ],
    ['addresses.match', post('/addresses/match', ({ address, postcode }) => ({ address, postcode }))],
    ['properties.get', get((h) => `/properties/${h.uprn}`)],
    ['valuations.sale', get((h) => `/valuations/${h.uprn}/sale`)],
    ['valuations.rental', get((h, i) => `/valuations/${h.uprn}/rental?bedrooms=${bedrooms(i)}`)],
    ['valuations.hmo', get((h, i) => `/valuations/${h.uprn}/hmo?rooms=${3 + (i % 3)}`)],
    [
      'valuations.development_gdv',
      post('/valuations/development-gdv', (h, i) => ({
        outcode: h.outcode,
        units: [{ type: i % 2 ? 'flat' : 'terraced', bedrooms: bedrooms(i), count: 1 + (i % 9) }],
      })),
    ],
    [
      'valuations.str_estimate',
      post('/valuations/str-estimate', (h, i) => ({ postcode: h.postcode, bedrooms: bedrooms(i) })),
    ],
    ['rents.long_term', get((h, i) => `/rents/long-term?${place(h, i)}&bedrooms=${bedrooms(i)}`)],
    ['rents.hmo', get((h, i) => `/rents/hmo?${place(h, i)}`)],
    ['rents.lha', get((h, i) => `/rents/lha?${place(h, i)}&bedrooms=${bedrooms(i)}`)],
    ['rents.yields', get((h, i) => `/rents/yields?${place(h, i)}`)],
    ['rents.demand', get((h, i) => `/rents/demand?${place(h, i)}`)],
    ['listings.search', get((h, i) => `/listings?listing_type=${i % 2 ? 'sale' : 'rent'}&${place(h, i)}`)],
    ['str.market', get((h, i) => `/str/market?${place(h, i)}`)],
    ['location.schools', get((h) => `/location/schools?${spot(h)}`)],
    ['location.infrastructure', get((h) => `/location/infrastructure?${spot(h)}`)],
    ['risks.get', get((h) => `/risks/${h.uprn}`)],
    ['prices.comparables_by_uprn', get((h) => `/prices/${h.uprn}/comparables`)],
    ['prices.comparables', get((h, i) => `/prices/comparables?${place(h, i)}`)],
    ['prices.market', get((h, i) => `/prices/market?${place(h, i)}`)],
    ['location.profile', get((h, i) => `/location/profile?${place(h, i)}`)],
    ['planning.applications', get((h) => `/planning/applications?${spot(h)}`)],
    ['planning.hmo_register', get((h) => `/planning/hmo-register?${spot(h)}&status=any`)],
    ['titles.get', titles.map((t) => ({ path: `/v1/property/title/${t.title_number}` }))],
  ]);
}
