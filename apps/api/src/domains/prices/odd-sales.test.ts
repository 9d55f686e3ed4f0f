import { buildMarket } from '@domesday/builds/packed-sales';
import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { beforeAll, describe, expect, it } from 'vitest';

const { house, unsoldWithFloorArea } = sandboxSamples();
const place = `postcode=${encodeURIComponent(house.postcode)}`;
const around = `lat=${house.latitude}&lng=${house.longitude}&radius_m=2000`;
const ODD = [
  { price: 1 },
  { price: 9_999 },
  { price: 20_000_001 },
  { price: 400_000, property_type: 'other' },
  { price: 400_000, property_type: 'other', category: 'additional' },
];
const COPIES = 20;
const PLAIN = 4;
const TODAY = '2026-11-15';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  return async () => {
    await api.close();
    await database.drop();
  };
});

/**
 * Records odd sales of the sandbox house. The packed sales are then built again, or belong to other loads than those
 * served.
 */
async function plant(packed: boolean): Promise<void> {
  await api.close();
  await database.db.query(
    `insert into sales select (jsonb_populate_record(s, o || jsonb_build_object('transaction_id', gen_random_uuid(),
        'date', '2026-07-01'))).*
      from sales s, generate_series(1, $2), jsonb_array_elements($3::jsonb) o
      where s.transaction_id = (select max(transaction_id::text) from sales
        where uprn = $1 and category = 'standard')::uuid`,
    [house.uprn, COPIES, JSON.stringify(ODD)],
  );
  await database.db.query("delete from derived_builds where name = 'market'");
  if (packed) await buildMarket(database.db);
  api = await startTestApi(database);
}

async function restore(packed: boolean): Promise<void> {
  await api.close();
  await database.db.query("delete from sales where date = '2026-07-01' and postcode = $1", [house.postcode]);
  await database.db.query("delete from derived_builds where name = 'market'");
  if (packed) await buildMarket(database.db);
  api = await startTestApi(database);
}

const TOGETHER = { price: 4_000_000, date: '2026-07-01', new_build: false };

/** Records one sale price for all homes of the postcode except the one without a sale; returns the number of homes. */
async function plantTogether(packed: boolean): Promise<number> {
  await api.close();
  const { rowCount } = await database.db.query(
    `insert into sales select (jsonb_populate_record(s, $3 || jsonb_build_object('transaction_id', gen_random_uuid(),
        'uprn', a.uprn))).*
      from sales s, addresses a
      where s.transaction_id = (select max(transaction_id::text) from sales
        where uprn = $1 and category = 'standard')::uuid and a.postcode = s.postcode and a.uprn <> $2`,
    [house.uprn, unsoldWithFloorArea.uprn, TOGETHER],
  );
  await fitted(packed);
  return rowCount!;
}

/**
 * Fits areas and either packs the sales or not. Nothing is loaded, so only the fit can cause the sales to be packed
 * again.
 */
async function fitted(packed: boolean): Promise<void> {
  await buildValuations(database.db, { today: TODAY, all: true });
  if (packed) await buildMarket(database.db);
  else await database.db.query("delete from derived_builds where name = 'market'");
  api = await startTestApi(database);
}

const READS: [string, () => Promise<{ body: Record<string, unknown> }>][] = [
  ...[
    `/prices/market?${place}`,
    `/prices/market?${around}&category=all&months=36`,
    '/prices/market?outcode=XE1&history_months=60',
    `/prices/market?${place}&property_type=terraced`,
    `/prices/comparables?${around}&months=24`,
    '/prices/comparables?outcode=XE1&sort=date&limit=50',
    `/prices/${unsoldWithFloorArea.uprn}/comparables`,
    `/rents/yields?${around}`,
    '/rents/yields?outcode=XE1&months=36',
    `/valuations/${house.uprn}/rental`,
    `/valuations/${house.uprn}/hmo?rooms=4`,
  ].map((path): [string, () => Promise<{ body: Record<string, unknown> }>] => [path, () => api.call(path)]),
  ...[true, false].map((new_build): [string, () => Promise<{ body: Record<string, unknown> }>] => [
    `/valuations/development-gdv new_build=${new_build}`,
    () =>
      api.call('/valuations/development-gdv', {
        method: 'POST',
        body: { postcode: house.postcode, new_build, units: [{ type: 'terraced', bedrooms: 2, count: 3 }] },
      }),
  ]),
];

interface Meta {
  warnings: { code: string; field: string | null; message: string }[];
}
const oddSalesWarnings = ({ meta }: { meta?: Meta }) =>
  meta?.warnings.filter((one) => one.code === 'odd_sales') ?? [];
function figures(body: Record<string, unknown>): unknown {
  const { meta, ...rest } = body as { meta?: { geography: unknown; sample_size: unknown } };
  return { ...rest, geography: meta?.geography, sample_size: meta?.sample_size };
}

describe.each([
  ['packed by the build', true],
  ['read from the table', false],
])('a sale that is not of one home at a usable price, %s,', (_, packed) => {
  it('is excluded from every price statistic, and the market says how many were excluded', async () => {
    await restore(packed);
    const before: Record<string, unknown>[] = [];
    for (const [, read] of READS) before.push((await read()).body);
    await plant(packed);
    for (const [i, [path, read]] of READS.entries()) {
      const { body } = await read();
      expect(figures(before[i]!), path).toEqual(figures(body));
      expect(figures(body)).not.toHaveProperty('error');
      expect(oddSalesWarnings(before[i] as { meta?: Meta })).toEqual([]);
      if (!path.startsWith('/prices/market')) continue;
      const kinds = path.includes('terraced') ? PLAIN - 1 : path.includes('all') ? ODD.length : PLAIN;
      expect(oddSalesWarnings(body as { meta?: Meta })[0]?.message, path).toContain(
        `: ${kinds * COPIES} sold`,
      );
    }
  });

  it('gives its home no percentile among the comparables, with the reason', async () => {
    const { body } = await api.call(`/prices/${house.uprn}/comparables`);
    expect(body.subject_percentile).toBeNull();
    expect(body.meta.warnings).toContainEqual({
      code: 'not_recorded',
      field: 'subject_percentile',
      message: 'The property has no last sale of a home at a usable price to place among them.',
    });
  });

  it('that is of neither a house nor a flat is counted if property_type=other is requested', async () => {
    const { body } = await api.call(`/prices/market?${around}&property_type=other&category=all`);
    expect(body.sales_count).toBeGreaterThanOrEqual(2 * COPIES);
    expect(oddSalesWarnings(body)).toEqual([]);
  });
});

describe.each([
  ['packed by the build', true],
  ['read from the table', false],
])('a price registered for several homes, %s,', (_, packed) => {
  it('is excluded from every price statistic and comparable, and the market says how many were excluded', async () => {
    await restore(packed);
    await api.close();
    await fitted(packed);
    const answered = async () => {
      const bodies: Record<string, unknown>[] = [];
      for (const [, read] of READS) bodies.push((await read()).body);
      return bodies;
    };
    const unversioned = (body: unknown) =>
      JSON.parse(JSON.stringify(body).replaceAll(/@\d+ \(build \d+\)/g, ''));
    const before = await answered();
    const homes = await plantTogether(packed);
    expect(homes).toBeGreaterThan(2);
    const after = await answered();
    for (const [i, [path]] of READS.entries()) {
      expect(unversioned(figures(after[i]!)), path).toEqual(unversioned(figures(before[i]!)));
      if (path.startsWith('/prices/market') && !path.includes('terraced'))
        expect(oddSalesWarnings(after[i] as { meta?: Meta })[0]?.message, path).toContain(`: ${homes} sold`);
    }
  });

  it('gives its home no percentile among the comparables', async () => {
    const { body } = await api.call(`/prices/${house.uprn}/comparables?limit=50&months=60`);
    expect(body.subject_percentile).toBeNull();
    expect(body.comparables.every((sale: { price: number }) => sale.price !== TOGETHER.price)).toBe(true);
  });

  it('is listed in the record of the home, with a warning that it is not the price of that home alone', async () => {
    const { body } = await api.call(`/properties/${house.uprn}?include=history`);
    expect(body.transactions[0]).toMatchObject({ price: TOGETHER.price, left_out: 'sold_together' });
    expect(body.transactions.slice(1).map((sale: { left_out: string | null }) => sale.left_out)).toContain(
      null,
    );
    expect(body.last_sold_price).toBe(TOGETHER.price);
    const told = oddSalesWarnings(body);
    expect(told).toMatchObject([{ field: 'last_sold_price' }]);
    expect(told[0]?.message).toContain('registered at the same price');
  });
});

it('a sale that is excluded from statistics is excluded from the medians of the maps', async () => {
  const medians = () =>
    database.db.query('select * from price_cells order by size_m, position[0], position[1]');
  await restore(true);
  const before = (await medians()).rows;
  await plant(true);
  expect((await medians()).rows).toEqual(before);
  await restore(true);
  await plantTogether(true);
  expect((await medians()).rows).toEqual(before);
});
