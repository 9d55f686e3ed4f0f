import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { buildMarket } from '@domesday/builds/packed-sales';
import { emptyDatabase, sharedData, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codePointLines, fieldsOf, pennies, quantile } from '../../../test/real-files.ts';

const folder = sharedData();
const at = (path: string) => join(folder!, path);

interface FiledSale {
  id: string;
  price: number;
  date: string;
  type: string;
  standard: boolean;
}

/** The column holds an identifier in lower case, without the braces of the file. */
const plainId = (published: string) => published.slice(1, -1).toLowerCase();

/** The sales of a file, read directly: without the database and without our loader. */
async function salesIn(path: string, outcode: string): Promise<FiledSale[]> {
  const sales: FiledSale[] = [];
  for await (const [id, price, date, postcode, type, , , , , , , , , , category] of fieldsOf(path)) {
    if (!postcode?.startsWith(`${outcode} `)) continue;
    sales.push({
      id: id!.toLowerCase(),
      price: Number(price),
      date: date!,
      type: type!,
      standard: category === 'A',
    });
  }
  return sales;
}

/** The published index of all types, or of flats, by month. */
async function indexIn(path: string, name: string): Promise<Map<string, number>> {
  const index = new Map<string, number>();
  let column = -1;
  for await (const row of fieldsOf(path)) {
    if (column === -1) column = row.indexOf(name);
    else if (row[column]) index.set(row[3]!, Number(row[column]));
  }
  return index;
}

describe.skipIf(!folder)('prices on real sales and the real index', () => {
  let database: TestDatabase;
  let scratch: string;
  let le16: TestApi;
  let ec2y: TestApi;
  let harborough: FiledSale[];
  let barbican: FiledSale[];

  beforeAll(async () => {
    database = await emptyDatabase();
    scratch = await mkdtemp(join(tmpdir(), 'domesday-real-prices-'));
    const codePoint = join(scratch, 'made-from-stand-ins.csv');
    const lines = [
      ...(await codePointLines(at('standin/addresses-LE16.csv.gz'), 'E07000131')).values(),
      ...(await codePointLines(at('standin/addresses-barbican.csv.gz'), 'E09000001')).values(),
    ];
    await writeFile(codePoint, lines.join('\n'));
    const files = {
      le16: at('price-paid/search-tool-LE16-1995-2018.csv.gz'),
      ec2y: at('price-paid/search-tool-barbican-1995-2024.csv.gz'),
    };
    for (const [dataset, path] of [
      ['code-point-open', codePoint],
      ['price-paid', files.le16],
      ['price-paid', files.ec2y],
      ['uk-hpi', at('hpi/ukhpi_search_england.csv')],
      ['uk-hpi', at('hpi/ukhpi_search_city-of-london.csv')],
    ] as const) {
      await load(database.db, dataset, [path], { home: scratch });
    }
    await buildMarket(database.db);
    harborough = await salesIn(files.le16, 'LE16');
    barbican = await salesIn(files.ec2y, 'EC2Y');
    le16 = await startTestApi(database, testClock('2017-07-15T12:00:00.000Z'));
    ec2y = await startTestApi(database, testClock('2024-07-15T12:00:00.000Z'));
  }, 300_000);
  afterAll(async () => {
    await le16?.close();
    await ec2y?.close();
    await database?.drop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  const prices = (sales: FiledSale[], from: string, to: string, type?: string) =>
    sales
      .filter(
        (sale) => sale.standard && sale.date >= from && sale.date <= to && (!type || sale.type === type),
      )
      .map((sale) => sale.price);

  it('gives the market of LE16 to the penny', async () => {
    const { body, status, text } = await le16.call('/prices/market?outcode=LE16&widen=false');
    expect(status, text).toBe(200);
    const year = prices(harborough, '2016-07-15', '2017-07-15');
    expect(year.length).toBeGreaterThan(500);
    expect(body.price).toMatchObject({
      n: year.length,
      median: pennies(quantile(year, 0.5)),
      mean: pennies(year.reduce((sum, price) => sum + price, 0) / year.length),
      p10: pennies(quantile(year, 0.1)),
      p25: pennies(quantile(year, 0.25)),
      p75: pennies(quantile(year, 0.75)),
      p90: pennies(quantile(year, 0.9)),
    });
    const before = prices(harborough, '2015-07-15', '2016-07-14');
    expect(body.sales_count_prior).toBe(before.length);
    expect(body.raw_change_1y_pct).toBe(pennies((quantile(year, 0.5) / quantile(before, 0.5) - 1) * 100));
    const terraced = prices(harborough, '2016-07-15', '2017-07-15', 'T');
    const shown = body.by_property_type.find(
      (row: { property_type: string }) => row.property_type === 'terraced',
    );
    expect(shown.price).toMatchObject({ n: terraced.length, median: pennies(quantile(terraced, 0.5)) });
    const march = body.history.find((row: { month: string }) => row.month === '2017-03');
    const inMarch = prices(harborough, '2017-03-01', '2017-03-31');
    expect(march).toMatchObject({ n: inMarch.length, median: pennies(quantile(inMarch, 0.5)) });
  });

  it('gives the growth of LE16 by the index of England, since its authority is not loaded, not by medians', async () => {
    const { body } = await le16.call('/prices/market?outcode=LE16');
    const index = await indexIn(at('hpi/ukhpi_search_england.csv'), 'House price index All property types');
    const growth = (from: string) => pennies((index.get('2017-07')! / index.get(from)! - 1) * 100);
    expect(body.growth_pct).toMatchObject({
      y1: growth('2016-07'),
      y3: growth('2014-07'),
      y5: growth('2012-07'),
      y10: growth('2007-07'),
      area: 'England',
    });
  });

  it('gives the market of EC2Y, and growth by the index of England, since the City of London has too few sales for one', async () => {
    const { body } = await ec2y.call('/prices/market?outcode=EC2Y&property_type=flat&widen=false');
    const year = prices(barbican, '2023-07-15', '2024-07-15', 'F');
    expect(year.length).toBeGreaterThan(20);
    expect(body.price).toMatchObject({
      n: year.length,
      median: pennies(quantile(year, 0.5)),
      p90: pennies(quantile(year, 0.9)),
    });
    const path = at('hpi/ukhpi_search_england.csv');
    const flats = await indexIn(path, 'House price index Flats and maisonettes');
    const growth = (from: string) => pennies((flats.get('2024-07')! / flats.get(from)! - 1) * 100);
    expect(body.growth_pct).toMatchObject({
      y1: growth('2023-07'),
      y5: growth('2019-07'),
      area: 'England',
    });
  });

  it('gives the comparables of EC2Y at their paid prices and at prices adjusted by the index', async () => {
    const { body, status, text } = await ec2y.call(
      '/prices/comparables?outcode=EC2Y&property_type=flat&months=24&sort=date&limit=100&widen=false',
    );
    expect(status, text).toBe(200);
    const two = barbican
      .filter((sale) => sale.standard && sale.type === 'F')
      .filter((sale) => sale.date >= '2022-07-15' && sale.date <= '2024-07-15');
    expect(body.meta.sample_size).toBe(two.length);
    const newest = two.sort((a, b) => b.date.localeCompare(a.date) || (a.id < b.id ? -1 : 1)).slice(0, 100);
    const shown: { transaction_id: string; price: number; date: string; adjusted_price: number }[] =
      body.comparables;
    expect(shown.map((sale) => sale.date)).toEqual(newest.map((sale) => sale.date));
    expect(body.summary.price.median).toBe(
      pennies(
        quantile(
          two.map((sale) => sale.price),
          0.5,
        ),
      ),
    );
    const path = at('hpi/ukhpi_search_england.csv');
    const flats = await indexIn(path, 'House price index Flats and maisonettes');
    for (const sale of shown) {
      const filed = two.find((one) => one.id === plainId(sale.transaction_id))!;
      expect(sale.price).toBe(filed.price);
      // The index of a month holds on its fifteenth; between two months the logarithm is interpolated linearly.
      const [year, month, day] = sale.date.split('-').map(Number) as [number, number, number];
      const time = month - 1 + (day - 15) / 30.44;
      const at = (n: number) =>
        Math.log(flats.get(new Date(Date.UTC(year, n, 1)).toISOString().slice(0, 7))!);
      const [below, share] = [Math.floor(time), time - Math.floor(time)];
      const then = at(below) * (1 - share) + at(below + 1) * share;
      expect(sale.adjusted_price).toBe(Math.round(filed.price * (flats.get('2024-07')! / Math.exp(then))));
    }
  });

  it("lists the adverts of an agent's real upload, with prices to the penny", async () => {
    await load(database.db, 'listings-blm', [at('listings/example_data.blm')], { home: scratch });
    le16.clock.advance(5000);
    const { body } = await le16.call('/listings?listing_type=sale&sort=price&limit=100');
    const text = await import('node:fs/promises').then((fs) =>
      fs.readFile(at('listings/example_data.blm'), 'utf8'),
    );
    const filed = text
      .split('#DATA#')[1]!
      .split('~')
      .map((record) => record.split('|'))
      .filter((fields) => fields.length > 40 && Number(fields[18]!.replaceAll(',', '')) > 0)
      .map((fields) => ({
        price: Number(fields[18]!.replaceAll(',', '')),
        postcode: `${fields[6]} ${fields[7]}`,
        bedrooms: Number(fields[17]),
      }));
    const shown: { price: number; postcode: string; bedrooms: number | null; source: string }[] =
      body.results;
    expect(shown.map((item) => item.price)).toEqual(filed.map((item) => item.price).sort((a, b) => a - b));
    for (const { price, postcode } of filed)
      expect(shown.some((item) => item.price === price && item.postcode === postcode)).toBe(true);
    const around = await le16.call('/listings?listing_type=sale&limit=100&min_bedrooms=4');
    expect(around.body.total).toBe(filed.filter((item) => item.bedrooms >= 4).length);
  });
});
