import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { load } from '@domesday/builds';
import { toGrid } from '@domesday/geography/grid';
import { departures, emptyDatabase, operationTable, sharedData, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pennies, quantile } from '../../../test/real-files.ts';

/**
 * Short lets of Bristol, computed again from the detailed file, whose identifiers exceed JavaScript numbers.
 */
const folder = sharedData();
const CENTRE = { lat: 51.4545, lng: -2.5879 };
const RADIUS_M = 5000;
type Raw = Record<string, string>;

/** A CSV reader for quoted cells with commas, quotes and line breaks. */
function tableOf(text: string): Raw[] {
  const rows: string[][] = [[]];
  for (const m of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(m[1]!.startsWith('"') ? m[1]!.slice(1, -1).replaceAll('""', '"') : m[1]!);
    if (m[2] === '') break;
    if (m[2] !== ',') rows.push([]);
  }
  const [header, ...body] = rows;
  return body
    .filter((row) => row.length === header!.length)
    .map((row) => Object.fromEntries(header!.map((name, i) => [name.replace('\uFEFF', ''), row[i]!])));
}

describe.skipIf(!folder)('short lets of Bristol', () => {
  let database: TestDatabase;
  let api: TestApi;
  let scratch: string;
  let rows: Raw[];
  let reviews: Map<string, number[]>;

  beforeAll(async () => {
    database = await emptyDatabase();
    scratch = await mkdtemp(join(tmpdir(), 'domesday-bristol-'));
    const detailed = join(folder!, 'airbnb/bristol-2025-09-26-listings-detailed.csv.gz');
    rows = tableOf(gunzipSync(await readFile(detailed)).toString('utf8'));
    // Reviews are made up: each listing has some in the month that its last digit gives.
    reviews = new Map(rows.map((row) => [row.id!, [Number(row.id!.at(-1)) + 1, 7]]));
    const lines = [...reviews].flatMap(([id, months]) =>
      months.map((month) => `${id},2025-${String(month).padStart(2, '0')}-11`),
    );
    await writeFile(join(scratch, 'bristol-reviews.csv'), `listing_id,date\n${lines.join('\n')}\n`);
    const put = (dataset: string, path: string) => load(database.db, dataset, [path], { home: scratch });
    await put('airbnb-listings', detailed);
    await put('airbnb-listings', detailed.replace('detailed', 'summary'));
    await put('airbnb-reviews', join(scratch, 'bristol-reviews.csv'));
    api = await startTestApi(database);
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    await database?.drop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  const priceOf = (row: Raw) => Number(row.price!.replace(/^[^\d]+/, '').replaceAll(',', ''));
  const nightsOf = (row: Raw) =>
    Math.min(255, Number(row.number_of_reviews_ltm) * 2 * Math.max(3, Number(row.minimum_nights)));
  const aliveOf = (row: Raw) => Number(row.availability_365) > 0 || Number(row.number_of_reviews_ltm) > 0;
  function usable(): Raw[] {
    const whole = rows.filter((row) => row.room_type === 'Entire home/apt');
    const prices = whole.filter((row) => row.price !== '').map(priceOf);
    const [low, high] = [quantile(prices, 0.01), quantile(prices, 0.99)];
    return whole.filter(
      (row) =>
        row.price !== '' && priceOf(row) >= low && priceOf(row) <= high && Number(row.number_of_reviews) >= 5,
    );
  }

  it('count in the market if they are active, and are reported separately if they are dormant', async () => {
    const centre = toGrid(CENTRE.lat, CENTRE.lng);
    const near = usable().filter((row) => {
      const at = toGrid(Number(row.latitude), Number(row.longitude));
      return Math.hypot(at.easting - centre.easting, at.northing - centre.northing) <= RADIUS_M;
    });
    const alive = near.filter(aliveOf);
    expect(near.length - alive.length).toBeGreaterThan(1);
    const { status, body } = await api.call(
      `/str/market?lat=${CENTRE.lat}&lng=${CENTRE.lng}&radius_m=${RADIUS_M}`,
    );
    expect(status).toBe(200);
    expect(departures(operationTable.find((entry) => entry.id === 'str.market')!, 200, body)).toEqual([]);
    const revenue = (some: Raw[]) =>
      pennies(
        quantile(
          some.map((row) => (priceOf(row) * nightsOf(row)) / 12),
          0.5,
        ),
      );
    expect(body.revenue_pcm).toMatchObject({ n: alive.length, median: revenue(alive) });
    expect(body.dormant).toMatchObject({
      listings: near.length - alive.length,
      revenue_pcm_with_dormant: { n: near.length, median: revenue(near) },
    });
  });

  it('keep every digit of their identifiers, so that their reviews are found in the right months', async () => {
    const { status, body } = await api.call('/valuations/str-estimate', {
      body: { ...CENTRE, bedrooms: 2, include_comparables: true },
    });
    expect(status).toBe(200);
    const known = new Set(rows.map((row) => row.id!));
    const ids: string[] = body.comparables.items.map((item: { id: string }) => item.id);
    expect(ids.filter((id) => BigInt(id) > 2n ** 53n).length).toBeGreaterThan(20);
    for (const id of ids) expect([id, known.has(id)]).toEqual([id, true]);
    const written = ids.flatMap((id) => reviews.get(id)!).filter((month) => month < 9);
    for (const { month, revenue } of body.monthly as { month: number; revenue: number }[]) {
      const share = written.filter((one) => one === month).length / written.length;
      expect(revenue, String(month)).toBeCloseTo(body.annual.revenue.p50 * share, 1);
    }
  });

  it('keep the bedrooms of the detailed file, whatever a summary file of the same visit says', async () => {
    const stated = rows.filter((row) => row.bedrooms !== '');
    const { rows: served } = await database.db.query(
      `select id::text, bedrooms, bedrooms_source from short_lets where bedrooms_source = 'listing'`,
    );
    expect(served.length).toBe(stated.length);
    const by = new Map(served.map((row) => [row.id, row.bedrooms]));
    for (const row of stated) expect([row.id, by.get(row.id!)]).toEqual([row.id, Number(row.bedrooms)]);
    const { body } = await api.call('/valuations/str-estimate', {
      body: { ...CENTRE, bedrooms: 2, include_comparables: true },
    });
    for (const item of body.comparables.items) expect(['listing', 'name']).toContain(item.bedrooms_source);
  });
});

describe.skipIf(!folder)('short lets of Edinburgh', () => {
  it('do not count a bed in a dormitory as a bedroom', async () => {
    const database = await emptyDatabase();
    const path = join(folder!, 'airbnb/listings-edinburgh-2021-12.csv');
    try {
      await load(database.db, 'airbnb-listings', [path], { home: tmpdir() });
      const dorms = tableOf(await readFile(path, 'utf8')).filter((row) => /\bdorm/i.test(row.name!));
      expect(dorms.length).toBeGreaterThan(20);
      const { rows } = await database.db.query(
        'select name, bedrooms from short_lets where id = any ($1::bigint[]) and bedrooms is not null',
        [dorms.map((row) => row.id)],
      );
      expect(rows).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});
