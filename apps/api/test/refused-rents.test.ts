import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { house, scottishFlat, sparse } = sandboxSamples();
const OPEN = ['private-rents', 'lha-list-of-rents', 'lha-rates', 'brma-lookup', 'brma-boundaries'];
const FEEDS = ['operator-lettings', 'listings-blm', 'listings-rtdf', 'listings-zpg', 'listings-csv'];
const OPERATIONS = [
  '/rents/long-term?outcode=XE1',
  '/rents/hmo?outcode=XE1',
  '/rents/demand?outcode=XE1',
  '/rents/yields?outcode=XE1',
  `/valuations/${house.uprn}/rental?bedrooms=3`,
];

/**
 * One database with everything loaded, one with feeds that have no record here, and one without any source of rents.
 */
let whole: TestDatabase;
let feeds: TestDatabase;
let bare: TestDatabase;
let fromAll: TestApi;
let fromFeeds: TestApi;
let fromNothing: TestApi;
beforeAll(async () => {
  [whole, feeds, bare] = await Promise.all([sandboxDatabase(), sandboxDatabase(), sandboxDatabase()]);
  await feeds.db.query('delete from dataset_loads where dataset = any ($1)', [OPEN]);
  await feeds.db.query('delete from lettings');
  await feeds.db.query("delete from listings where listing_type = 'rent'");
  await bare.db.query('delete from dataset_loads where dataset = any ($1)', [[...OPEN, ...FEEDS]]);
  [fromAll, fromFeeds, fromNothing] = await Promise.all([
    startTestApi(whole),
    startTestApi(feeds),
    startTestApi(bare),
  ]);
}, 300_000);
afterAll(async () => {
  await Promise.all([fromAll, fromFeeds, fromNothing].map((one) => one?.close()));
  await Promise.all([whole, feeds, bare].map((one) => one?.drop()));
});

const fieldsOf = (details: { field: string | null }[]) =>
  details.flatMap(({ field }) => (field === 'rent_pcm' || field === 'median_price' ? [field] : []));

describe.each(OPERATIONS)('%s', (path) => {
  it('says that no source is loaded only if none is', async () => {
    const [loaded, none] = [await fromFeeds.call(path), await fromNothing.call(path)];
    expect([loaded.status, loaded.body.error?.code]).toEqual([404, 'insufficient_data']);
    expect([none.status, none.body.error?.code]).toEqual([404, 'source_not_loaded']);
    expect(none.body.error.message).toMatch(/load /);
  });
});

it('says that no source is loaded before it asks for any parameter', async () => {
  await bare.db.query("delete from dataset_loads where dataset = 'airbnb-listings'");
  fromNothing.clock.advance(3000);
  const { uprn } = sandboxSamples().bare;
  const answers = await Promise.all([
    fromNothing.call(`/valuations/${uprn}/rental`),
    fromNothing.call(`/valuations/${uprn}/hmo`),
    fromNothing.call('/valuations/str-estimate', { body: { uprn: String(uprn) } }),
  ]);
  for (const { status, body } of answers)
    expect([status, body.error?.code]).toEqual([404, 'source_not_loaded']);
});

describe('without the look-up of market areas', () => {
  let unplaced: TestDatabase;
  let api: TestApi;
  beforeAll(async () => {
    unplaced = await sandboxDatabase();
    const areas = ['brma-lookup', 'brma-boundaries'];
    await unplaced.db.query('delete from dataset_loads where dataset = any ($1)', [[...areas, ...FEEDS]]);
    api = await startTestApi(unplaced);
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    await unplaced?.drop();
  });

  it('names it if only market areas have rents of the requested type', async () => {
    const path = '/rents/yields?outcode=XE1&bedrooms=2&property_type=flat';
    const { status, body } = await api.call(path);
    expect([status, body.error.code]).toEqual([404, 'insufficient_data']);
    expect(body.error.message).toContain('lha-list-of-rents');
    expect(body.error.details).toContainEqual({ field: 'rent_pcm', issue: 'brma-lookup is not loaded' });
  });

  it('names it in Scotland, where the rent index needs it too, and does not say that the index lacks the place', async () => {
    const { uprn, postcode } = scottishFlat;
    const outcode = postcode.split(' ')[0];
    for (const path of [
      `/rents/long-term?outcode=${outcode}`,
      `/rents/yields?outcode=${outcode}`,
      `/valuations/${uprn}/rental?bedrooms=2`,
      `/rents/demand?outcode=${outcode}`,
    ]) {
      const { status, body } = await api.call(path);
      expect([path, status]).toEqual([path, 404]);
      expect(JSON.stringify(body.error)).toContain('brma-lookup');
      if (!path.startsWith('/rents/demand'))
        expect([path, body.error.code]).toEqual([path, 'source_not_loaded']);
      expect(JSON.stringify(body.error)).not.toMatch(
        /holds too few|tells none of today|does not have this area/,
      );
    }
    const scheme = { outcode, units: [{ type: 'flat', bedrooms: 2, count: 1 }] };
    const { body } = await api.call('/valuations/development-gdv', { body: scheme });
    const why = body.meta.warnings.find(({ field }: { field: string }) => field === 'rent_pcm');
    expect(why).toMatchObject({ code: 'source_not_loaded', message: expect.stringContaining('brma-lookup') });
  });

  it.each(OPERATIONS.filter((path) => !path.startsWith('/rents/demand')))(
    'names it if all loaded rents need it: %s',
    async (path) => {
      await unplaced.db.query("delete from dataset_loads where dataset in ('private-rents', 'lha-rates')");
      api.clock.advance(3000);
      const { status, body } = await api.call(path);
      expect([status, body.error?.code]).toEqual([404, 'source_not_loaded']);
      const issues = body.error.details.map((one: { issue: string }) => one.issue).join();
      expect(issues).toContain('brma-lookup is not loaded');
    },
  );
});

describe('rents.yields', () => {
  it('says that rents are missing if sales are known', async () => {
    const { rows } = await feeds.db.query<{ n: number }>(
      `select count(*) as n from sales where postcode like 'XE1 %' and category = 'standard'
        and property_type <> 'other' and date between '2025-11-15' and '2026-11-15'`,
    );
    expect(rows[0]!.n).toBeGreaterThanOrEqual(5);
    const { body } = await fromFeeds.call('/rents/yields?outcode=XE1&widen=false');
    expect(fieldsOf(body.error.details)).toEqual(['rent_pcm']);
    expect(body.error.message).toContain(`${rows[0]!.n} sales`);
  });

  it('says that prices are missing if rents are known', async () => {
    expect(sparse.sales).toBeLessThan(5);
    const { status, body } = await fromAll.call(`/rents/yields?outcode=${sparse.outcode}&widen=false`);
    expect(status).toBe(404);
    expect(fieldsOf(body.error.details)).toEqual(['median_price']);
    expect(body.error.message).toMatch(/rents are known from/);
  });
});
