import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { emptyDatabase, sharedData, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { LIST_ERRORS } from '@domesday/valuation';
import { type ListedRent, testListedRents } from '@domesday/valuation/backtest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codePointLines, fieldsOf, quantile } from '../../../test/real-files.ts';

const folder = sharedData();

const pcm = (weekly: number) => Math.round(((weekly * 365) / 84) * 100) / 100;

describe.skipIf(!folder)('rents on the real list of rents and real sales', () => {
  let database: TestDatabase;
  let api: TestApi;
  let scratch: string;
  /** Weekly rents by area, year and category, read from the file itself. */
  const rents = new Map<string, number[]>();
  const prices: number[] = [];
  const listed: ListedRent[] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    scratch = await mkdtemp(join(tmpdir(), 'domesday-real-rents-'));
    const list = join(folder!, 'rents-lha', 'lha_list_of_rents.csv.gz');
    const sales = join(folder!, 'price-paid', 'search-tool-barbican-1995-2024.csv.gz');

    // Postcodes with their real positions and authorities; their market areas are assigned here.
    const postcodes = new Map<string, string>();
    const markets: string[] = ['postcode,brma'];
    for (const [file, district, market] of [
      ['addresses-LE16.csv.gz', 'E07000131', 'Leicester'],
      ['addresses-barbican.csv.gz', 'E09000001', 'Central London'],
    ] as const) {
      for (const [postcode, line] of await codePointLines(join(folder!, 'standin', file), district)) {
        postcodes.set(postcode, line);
        markets.push(`${postcode},${market}`);
      }
    }
    const codePoint = join(scratch, 'made-from-stand-ins.csv');
    const lookup = join(scratch, 'made-up-markets.csv');
    await writeFile(codePoint, [...postcodes.values()].join('\n'));
    await writeFile(lookup, markets.join('\n'));
    for (const [dataset, path] of [
      ['code-point-open', codePoint],
      ['brma-lookup', lookup],
      ['price-paid', sales],
      ['lha-list-of-rents', list],
    ] as const) {
      await load(database.db, dataset, [path], { home: scratch });
    }
    for await (const [rent, year, brma, category] of fieldsOf(list)) {
      if (Number(rent) > 0)
        listed.push({ rent: Number(rent), year: Number(year), area: brma!, category: category! });
      if (brma !== 'LEICESTER' && brma !== 'CENTRAL_LONDON') continue;
      if (!(Number(rent) > 0)) continue;
      for (const group of category === 'A' ? ['A'] : [category!, 'B-E']) {
        const key = `${brma} ${year} ${group}`;
        const known = rents.get(key) ?? [];
        known.push(Number(rent));
        rents.set(key, known);
      }
    }
    for await (const row of fieldsOf(sales)) {
      // price_paid, deed_date, postcode, property_type, …, transaction_category
      const [, price, date, postcode, type] = row;
      const standard = row[14] === 'A' && type !== 'O' && postcode?.startsWith('EC2Y ');
      if (standard && date! >= '2019-12-15' && date! <= '2020-12-15') prices.push(Number(price));
    }
    api = await startTestApi(database, testClock('2020-12-15T12:00:00.000Z'));
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    await database?.drop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  it('gives rents of LE16 to the penny', async () => {
    const all = (await api.call('/rents/long-term?outcode=LE16')).body;
    const own = rents.get('LEICESTER 2020 B-E')!;
    expect(all.rent_pcm).toMatchObject({
      n: own.length,
      median: pcm(quantile(own, 0.5)),
      p25: pcm(quantile(own, 0.25)),
      p75: pcm(quantile(own, 0.75)),
    });
    expect(all.meta.geography).toMatchObject({ requested: 'LE16', used: 'Leicester', level: 'brma' });
    for (const [bedrooms, category] of [
      [2, 'C'],
      [3, 'D'],
    ] as const) {
      const { body } = await api.call(`/rents/long-term?outcode=LE16&bedrooms=${bedrooms}`);
      const of = rents.get(`LEICESTER 2020 ${category}`)!;
      expect(body.rent_pcm).toMatchObject({
        n: of.length,
        median: pcm(quantile(of, 0.5)),
        p90: pcm(quantile(of, 0.9)),
      });
    }
  });

  it('gives room rents of LE16 to the penny, and none for EC2Y, whose rents the file repeats for three areas', async () => {
    const { body } = await api.call('/rents/hmo?outcode=LE16');
    const own = rents.get('LEICESTER 2020 A')!;
    const any = body.rooms.find((room: { room_type: string }) => room.room_type === 'any');
    expect(any.rent_pcm).toMatchObject({ n: own.length, median: pcm(quantile(own, 0.5)) });
    const copied = await api.call('/rents/hmo?outcode=EC2Y');
    expect([copied.status, copied.body.error.code]).toEqual([404, 'insufficient_data']);
  });

  it('states in answers the errors that the back-test of the list of rents measures', () => {
    const found = testListedRents(listed).filter(({ year, category }) => year === 2020 && category !== 'A');
    expect(Object.fromEntries(found.map(({ category, errors }) => [category, errors]))).toEqual(LIST_ERRORS);
  });

  it('gives the yield of EC2Y from real sales and real rents', async () => {
    const { status, body } = await api.call('/rents/yields?outcode=EC2Y');
    expect(status).toBe(200);
    const own = rents.get('CENTRAL_LONDON 2020 B-E')!;
    const price = quantile(prices, 0.5);
    const rent = pcm(quantile(own, 0.5));
    expect(prices.length).toBeGreaterThan(20);
    expect(body).toMatchObject({
      median_price: price,
      price_sample: prices.length,
      rent_pcm: rent,
      rent_sample: own.length,
    });
    expect(body.gross_yield_pct.point).toBeCloseTo((rent * 1200) / price, 2);
  });

  it('answers 404 for a yield of LE16, whose sales end before the requested period', async () => {
    const { status, body } = await api.call('/rents/yields?outcode=LE16');
    expect([status, body.error.code]).toEqual([404, 'insufficient_data']);
  });
});
