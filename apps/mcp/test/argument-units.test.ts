import { tools } from '@domesday/mcp-tools';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';
import { GOOD_KEY, startStandInApi } from './stand-in-api.ts';

let api: Awaited<ReturnType<typeof startStandInApi>>;
let server: ReturnType<typeof createMcpServer>;
let url = '';

beforeAll(async () => {
  api = await startStandInApi();
  server = createMcpServer({ apiUrl: api.url });
  ({ url } = await server.listen());
});
afterEach(() => {
  api.calls.length = 0;
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const sold = { listing_type: 'sale', outcode: 'XE1' };

it('reads a number that has the unit of its argument', async () => {
  const read: [tool: string, args: object, wanted: string][] = [
    ['svc_search_listings', { ...sold, max_price: '£1.5m' }, 'max_price=1500000&'],
    ['svc_search_listings', { ...sold, max_price: '2 million' }, 'max_price=2000000&'],
    ['svc_search_listings', { ...sold, min_price: '£0.3k' }, 'min_price=300&'],
    ['svc_search_listings', { ...sold, radius_m: '2 km' }, 'radius_m=2000&'],
    ['svc_search_listings', { ...sold, min_yield_pct: '5.5%' }, 'min_yield_pct=5.5&'],
    ['svc_valuation_sale', { uprn: '1', floor_area_sqm: '85 m²' }, 'floor_area_sqm=85&'],
    ['svc_rents_hmo', { outcode: 'XE1', months: '24 months' }, 'months=24&'],
    ['svc_planning_applications', { outcode: 'XE1', days: '90 days' }, 'days=90&'],
    ['svc_valuation_sale', { uprn: 'UPRN: 998 000 000 005' }, '/valuations/998000000005/sale?'],
    ['svc_valuation_sale', { uprn: 'uprn number 998000000005' }, '/valuations/998000000005/sale?'],
    ['svc_area_profile', { uprn: '998 000 000 005 ' }, 'uprn=998000000005&'],
  ];
  for (const [tool, args] of read) await post(url, call(tool, args), GOOD_KEY);
  expect(api.calls.map(({ url: asked }) => asked)).toEqual(
    read.map(([, , wanted]) => expect.stringContaining(wanted)),
  );
});

it('refuses a number that is too large, instead of calling the tool without it', async () => {
  const digits = '9'.repeat(400);
  const line = { type: 'flat', bedrooms: 2, count: 1 };
  const cases: [tool: string, args: object, told: string][] = [
    ['svc_str_revenue_estimate', { uprn: '1', bedrooms: '1e400' }, '"bedrooms" must be of type integer'],
    ['svc_str_revenue_estimate', { uprn: '1', guests: '-1e400' }, '"guests" must be of type integer'],
    ['svc_str_revenue_estimate', { uprn: '1', bathrooms: digits }, '"bathrooms" must be of type integer'],
    ['svc_search_listings', { ...sold, max_price: `£${digits}k` }, '"max_price" must be of type number'],
    [
      'svc_valuation_development_gdv',
      { outcode: 'XE1', units: [{ ...line, floor_area_sqm: digits }] },
      '"units.0.floor_area_sqm" must be of type number',
    ],
  ];
  for (const [tool, args, told] of cases) {
    const { text, is_error } = textOf(await post(url, call(tool, args), GOOD_KEY));
    expect([is_error, text]).toEqual([true, expect.stringContaining(told)]);
  }
  expect(api.calls.filter(({ url: asked }) => asked !== '/v1/account')).toEqual([]);
});

it('reads another spelling of a closed word, another case of a boolean, and a single value for a list', async () => {
  const one = { type: 'Semi-detached', bedrooms: 3, count: 6 };
  const scheme = 'svc_valuation_development_gdv';
  const read: [tool: string, args: object, wanted: string][] = [
    ['svc_search_listings', { ...sold, property_type: 'Semi-detached' }, 'property_type=semi_detached&'],
    ['svc_search_listings', { ...sold, property_type: ' flat' }, 'property_type=flat&'],
    ['svc_search_listings', { ...sold, sort: '-Price' }, 'sort=-price&'],
    ['svc_search_listings', { ...sold, reduced: 'True' }, 'reduced=true&'],
    ['svc_rents_hmo', { outcode: 'XE1', widen: 'FALSE' }, 'widen=false&'],
    ['svc_valuation_sale', { uprn: '1', tenure: 'freehold' }, 'tenure=Freehold&'],
    ['svc_property_risks', { uprn: '1', types: ['Coal mining', ''] }, 'types=coal_mining&'],
    [scheme, { outcode: 'XE1', units: one }, 'development-gdv'],
    [scheme, { outcode: 'XE1', units: JSON.stringify(one) }, 'development-gdv'],
  ];
  for (const [tool, args] of read) await post(url, call(tool, args), GOOD_KEY);
  expect(api.calls.map(({ url: asked }) => asked)).toEqual(
    read.map(([, , wanted]) => expect.stringContaining(wanted)),
  );
  const units = [{ ...one, type: 'semi_detached' }];
  expect(api.calls.slice(-2).map(({ body }) => body)).toEqual([
    { outcode: 'XE1', units },
    { outcode: 'XE1', units },
  ]);
});

it('treats null as not given, also in a message and its params', async () => {
  const none = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const params of [null, { cursor: null }, { _meta: null }])
    expect((await post(url, { ...none, params }, GOOD_KEY)).message.result?.tools).toHaveLength(tools.length);
  api.calls.length = 0;
  const asked = { ...none, method: 'tools/call', params: { name: 'svc_api_status', arguments: null } };
  expect(textOf(await post(url, asked, GOOD_KEY)).is_error).toBe(false);
  expect(api.calls.map(({ url: path }) => path)).toEqual([expect.stringContaining('/v1/status')]);
});

it('treats an empty text as an argument that is not given, whatever its type, also if the argument is required', async () => {
  const { properties } = tools.find(({ name }) => name === 'svc_search_listings')!.inputSchema;
  const empty = Object.fromEntries(Object.keys(properties).map((name) => [name, '']));
  await post(url, call('svc_search_listings', { ...empty, ...sold }), GOOD_KEY);
  const units = [{ type: 'flat', bedrooms: 2, count: 6, floor_area_sqm: '' }];
  await post(url, call('svc_valuation_development_gdv', { outcode: 'XE1', units }), GOOD_KEY);
  expect(api.calls.map(({ url: asked, body }) => [asked, body])).toEqual([
    ['/v1/listings?listing_type=sale&outcode=XE1&meta=lean', undefined],
    [
      '/v1/valuations/development-gdv?meta=lean',
      { outcode: 'XE1', units: [{ type: 'flat', bedrooms: 2, count: 6 }] },
    ],
  ]);
  const { text } = textOf(await post(url, call('svc_property_risks', { uprn: '' }), GOOD_KEY));
  expect(text).toContain('The argument "uprn" is missing');
});

it('refuses a text that is not a number, or has a unit of another argument, by name and free', async () => {
  const refused: [tool: string, args: object][] = [
    ['svc_search_listings', { ...sold, max_price: '5%' }],
    ['svc_search_listings', { ...sold, max_price: '5 constructor' }],
    ['svc_search_listings', { ...sold, radius_m: '£500' }],
    ['svc_search_listings', { ...sold, min_bedrooms: '3m' }],
    ['svc_search_listings', { ...sold, min_yield_pct: '5k' }],
    ['svc_valuation_sale', { uprn: '1', floor_area_sqm: '850 sqft' }],
    ...[' ', '\t', '0x2', '0b1', true, false].flatMap((odd): [string, object][] => [
      ['svc_search_listings', { ...sold, min_bedrooms: odd }],
      ['svc_str_revenue_estimate', { postcode: 'XE1 1AA', bedrooms: odd }],
    ]),
  ];
  for (const [tool, args] of refused) {
    const { text } = textOf(await post(url, call(tool, args), GOOD_KEY));
    expect(text).toContain('Nothing was charged');
    expect(text).toMatch(new RegExp(`"${Object.keys(args).at(-1)}" must be of type (number|integer)`));
  }
  expect(api.calls.filter(({ url: asked }) => asked !== '/v1/account')).toEqual([]);
});

it('names the expected unit and the given text, so that a model does not only drop the unit', async () => {
  const wrong: [tool: string, args: object, told: string][] = [
    ['svc_valuation_sale', { uprn: '1', floor_area_sqm: '1200 sq ft' }, 'in square metres, not "1200 sq ft"'],
    ['svc_search_listings', { ...sold, max_price: '£300 pw' }, 'in pounds, a month for rents, not "£300 pw"'],
    ['svc_search_listings', { ...sold, radius_m: '1 mile' }, 'in metres, not "1 mile"'],
    ['svc_planning_applications', { outcode: 'XE1', days: '10 years' }, 'in days, not "10 years"'],
    ['svc_area_market_prices', { outcode: 'XE1', months: '2 years' }, 'in months, not "2 years"'],
    ['svc_valuation_sale', { uprn: '1', bedrooms: 'four' }, 'of type integer, not "four"'],
  ];
  for (const [tool, args, told] of wrong)
    expect(textOf(await post(url, call(tool, args), GOOD_KEY)).text).toContain(told);
});

it('says how to find what a model describes in words: a UPRN, a location, a member of a list', async () => {
  const wrong: [tool: string, args: object, told: RegExp][] = [
    ['svc_property_risks', { address: '9 Row' }, /"uprn" is missing; svc_match_address finds the UPRN/],
    ['svc_nearby_schools', { town: 'Sandsea' }, /no argument "town"; .* svc_search_address finds/],
    [
      'svc_nearby_schools',
      { latitude: 1, longitude: 2 },
      /no argument "latitude" or "longitude"; there are uprn/,
    ],
    [
      'svc_valuation_development_gdv',
      { outcode: 'XE1', units: [{ type: 'flat', bedrooms: 2, count: 6, floor_area_sqft: 700 }] },
      /"units\.0\.floor_area_sqft" is not known; there are type, bedrooms, count, floor_area_sqm\./,
    ],
  ];
  for (const [tool, args, told] of wrong)
    expect(textOf(await post(url, call(tool, args), GOOD_KEY)).text).toMatch(told);
});

it('shows an example of a polygon if another form is sent', async () => {
  for (const polygon of ['POLYGON((1 2,3 4,5 6,1 2))', '[[1,2],[3,4]]', 5]) {
    const { text } = textOf(await post(url, call('svc_area_profile', { polygon }), GOOD_KEY));
    expect(text).toContain('"polygon" must be a GeoJSON object, such as {"type":"Polygon"');
  }
});
