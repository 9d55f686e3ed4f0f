import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const samples = sandboxSamples();
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
}, 180_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const warned = (body: { meta: { warnings: { code: string; field: string | null }[] } }) =>
  body.meta.warnings.map((one) => `${one.code} ${one.field}`);
const estimate = () =>
  api.call('/valuations/str-estimate', {
    method: 'POST',
    body: { postcode: samples.house.postcode, bedrooms: 2 },
  });

it('gives whole months as the period of a monthly index', async () => {
  await database.db.query("truncate lettings; delete from dataset_loads where dataset = 'operator-lettings'");
  const bare = await startTestApi(database);
  try {
    const { body } = await bare.call('/rents/yields?outcode=XE1&property_type=terraced');
    const { from, to } = body.rent_of.period;
    expect(body.rent_of.source).toBe('private-rents');
    expect([from.slice(8), to.slice(0, 7)]).toEqual(['01', from.slice(0, 7)]);
    expect(new Date(Date.parse(to) + 86_400_000).toISOString().slice(8, 10)).toBe('01');
    const scottish = await bare.call(`/rents/yields?uprn=${samples.scottishFlat.uprn}&months=6`);
    expect(scottish.body.price_of.source).toBe('uk-hpi');
    expect(scottish.body.meta.period.from <= scottish.body.price_of.period.from).toBe(true);
    expect(scottish.body.meta.period.to >= scottish.body.price_of.period.to).toBe(true);
    expect(scottish.body.meta.period.to.slice(8)).not.toBe('01');
    expect(warned(scottish.body)).toContain('parameter_ignored months');
    const scheme = await bare.call('/valuations/development-gdv', {
      method: 'POST',
      body: { uprn: String(samples.scottishFlat.uprn), units: [{ type: 'flat', bedrooms: 2, count: 3 }] },
    });
    expect(scheme.body.meta.period).toEqual(scottish.body.price_of.period);
  } finally {
    await bare.close();
  }
});

it('names as the source of a home’s value the sales that it is computed from', async () => {
  const { body } = await api.call(`/valuations/${samples.house.uprn}/rental`);
  expect(body.value_of.source).toBe('price-paid');
});

it('warns that a home without a position is measured from the centre of its postcode', async () => {
  const { uprn } = samples.house;
  const path = `/location/schools?uprn=${uprn}`;
  expect(warned((await api.call(path)).body)).not.toContain('measured_from_middle null');
  await database.db.query("update addresses set position_source = 'postcode' where uprn = $1", [uprn]);
  for (const one of [path, `/prices/${uprn}/comparables?months=60`, `/planning/hmo-register?uprn=${uprn}`])
    expect([one, warned((await api.call(one)).body)]).toEqual([
      one,
      expect.arrayContaining(['measured_from_middle null']),
    ]);
});

it('gives null, not none, for domains of deprivation that no loaded file has', async () => {
  const path = `/location/profile?uprn=${samples.house.uprn}&sections=deprivation`;
  expect((await api.call(path)).body.sections.deprivation.data.indices[0].domains).not.toBeNull();
  await database.db.query("update deprivation_areas set domains = '{}'");
  const bare = await startTestApi(database);
  const { body } = await bare.call(path);
  await bare.close();
  expect(body.sections.deprivation.data.indices[0].domains).toBeNull();
  expect(warned(body)).toContain('not_recorded sections.deprivation.data.indices.domains');
});

it('warns how old short lets, listings and applications are, and answers 404 free if none lies in the period', async () => {
  const listings = '/listings?listing_type=rent&limit=1';
  const market = '/str/market?outcode=XE1';
  const applications = `/planning/applications?uprn=${samples.house.uprn}&days=180`;
  for (const path of [listings, market])
    expect((await api.call(path)).body.meta.warnings.map((one: { code: string }) => one.code)).not.toContain(
      'old_source',
    );
  expect((await api.call(applications)).status).toBe(200);
  expect(warned((await estimate()).body)).not.toContain('old_source null');

  api.clock.advance(400 * 86_400_000);
  expect(warned((await api.call(listings)).body)).toContain('old_source results.status');
  const old = (await api.call(market)).body;
  expect([warned(old).includes('old_source null'), old.meta.confidence]).toEqual([true, 'Low']);
  const estimated = (await estimate()).body;
  expect([warned(estimated).includes('old_source null'), estimated.confidence]).toEqual([true, 'Low']);
  const none = await api.call(applications, { key: api.liveKey });
  expect([none.status, none.body.error.code, none.headers.get('x-credits-charged')]).toEqual([
    404,
    'not_covered',
    '0',
  ]);
});
