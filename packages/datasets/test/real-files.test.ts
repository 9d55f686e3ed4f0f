import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sharedData } from '@domesday/testing';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = sharedData();
const at = (...path: string[]) => join(folder ?? '', ...path);

describe.skipIf(!folder)('the real postcodes', () => {
  const archive = at('postcodes/codepoint_open_2014-08_GB.tar.xz');
  let s: Scratch;
  beforeAll(async () => {
    s = await scratch();
  });
  afterAll(() => s.drop());

  it('of all three countries are loaded from their archive without a refused row', async () => {
    // Derived tables are tested below, with fewer postcodes.
    const result = await s.load('code-point-open', [archive], { skipDerived: true });
    expect(result).toMatchObject({
      rows_read: 1_684_769,
      rows_published: 1_684_769,
      rows_rejected: 0,
      release: '2014-08',
    });
    const [postcodes] = await s.rows(
      `select count(*) as n, count(easting) as placed, count(distinct country) as countries
         from code_point_postcodes`,
    );
    expect(postcodes).toEqual({ n: 1_684_769, placed: 1_684_685, countries: 3 });
  }, 600_000);
});

describe.skipIf(!folder)('real postcodes and addresses', () => {
  let s: Scratch;
  beforeAll(async () => {
    s = await scratch();
  });
  afterAll(() => s.drop());

  it('link at least 98.9 % of the sales of two districts, although these came before any address', async () => {
    await s.load('price-paid', [at('price-paid/search-tool-LE16-1995-2018.csv.gz')]);
    // The two districts and a neighbour; some without a position; Wales and Scotland.
    const names = ['le', 'nn', 'ec', 'en', 'ld', 'ze'].map((area) => `Data/CSV/${area}.csv`);
    const archive = at('postcodes/codepoint_open_2014-08_GB.tar.xz');
    const text = execFileSync('tar', ['-xJOf', archive, ...names], { maxBuffer: 64e6 }).toString();
    const lines = text.trim().split(/\r?\n/);
    const placed = lines.filter((line) => !/^[^,]*,\d+,0,0,/.test(line));
    await s.loadText('code-point-open', text);
    const [postcodes] = await s.rows(
      'select count(*) as n, count(position) as placed, count(distinct country) as countries from postcodes',
    );
    expect(postcodes).toEqual({ n: lines.length, placed: placed.length, countries: 3 });
    expect(lines.length).toBeGreaterThan(40_000);
    expect(placed.length).toBeLessThan(lines.length);

    const lists = [at('standin/addresses-LE16.csv.gz'), at('standin/addresses-barbican.csv.gz')];
    expect(await s.load('address-list', lists)).toMatchObject({ rows_read: 11_368, rows_rejected: 0 });
    await s.load('price-paid', [at('price-paid/search-tool-barbican-1995-2024.csv.gz')]);
    const [sales] = await s.rows('select count(*) as n, count(uprn) as linked from sales');
    expect(sales.n).toBe(17_928 + 2864);
    expect(sales.linked / sales.n).toBeGreaterThanOrEqual(0.989);
  }, 600_000);
});

describe.skipIf(!folder)('real files', () => {
  let s: Scratch;
  beforeAll(async () => {
    s = await scratch();
  });
  afterAll(() => s.drop());

  it('give degrees within ten metres of those in the directory itself', async () => {
    await s.load('onspd', [at('postcodes/onspd_2023layout_real_rows.csv')], { force: true });
    const rows = await s.rows(
      `select latitude, longitude, terminated_on from postcodes where postcode = 'AB1 0AA'`,
    );
    expect(rows[0].terminated_on).toBe('1996-06-01');
    expect(Math.abs(rows[0].latitude - 57.101474) * 111_000).toBeLessThan(10);
    expect(Math.abs(rows[0].longitude + 2.242851) * 60_000).toBeLessThan(10);
  });

  it.each([
    ['uk-hpi', 'hpi/ukhpi_search_england.csv', 359],
    ['uk-hpi', 'hpi/ukhpi_search_london.csv', 359],
    ['uk-hpi', 'hpi/ukhpi_search_city-of-london.csv', 359],
    ['hmlr-uprn-lookup', 'uprn/hmlr_tuid_uprn_lookup_layout_sample.csv', 20],
    ['os-open-uprn', 'uprn/os_open_uprn_2026-09_subset_lonlat.csv', 28],
    ['epc-domestic', 'epc/publisher_fixtures/export_csv_domestic.csv', 2],
  ])('are read without a refused row: %s, %s', async (dataset, path, rows) => {
    expect(await s.load(dataset, [at(path)])).toMatchObject({ rows_read: rows, rows_rejected: 0 });
  });

  it.each([
    ['epc-domestic', 'epc/publisher_fixtures/export_csv_dec.csv', 'current_energy_rating'],
    ['epc-domestic', 'epc/publisher_fixtures/export_csv_commercial.csv', 'current_energy_rating'],
    ['onspd', 'postcodes/onspd_publisher_fixture_epb.csv', 'oseast1m'],
    ['address-list', 'uprn/os_open_names_HY20.csv', 'UPRN'],
    ['price-paid', 'uprn/hmlr_tuid_uprn_lookup_layout_sample.csv', 'price_paid'],
  ])('of another kind are refused: %s, %s misses %s', async (dataset, path, column) => {
    await expect(s.load(dataset, [at(path)])).rejects.toMatchObject({
      code: 'refused',
      missing: expect.arrayContaining([column]),
    });
  });

  it('in JSON are refused with the name of the format if a dataset is read from CSV', async () => {
    await expect(
      s.load('epc-domestic', [at('epc/publisher_fixtures/json_export_rdsap.json')]),
    ).rejects.toThrow('it is JSON, and domestic energy certificates are read from CSV');
  });

  it('of AddressBase Premium are joined from a folder', async () => {
    const result = await s.load('address-list', [at('uprn/addressbase_premium_layout')]);
    expect(result.rows_published).toBeGreaterThan(0);
    const rows = await s.rows(
      'select address, postcode from all_address_records() where uprn = 2 and variant = 0',
    );
    expect(rows[0].address.endsWith(rows[0].postcode)).toBe(true);
  });

  it('with only a header are refused as empty, not as a wrong file', async () => {
    await expect(s.load('epc-domestic', [at('epc/domestic-2026-header.csv')])).rejects.toThrow(
      'holds no rows',
    );
  });
});

describe.skipIf(!folder)('a list of a real district in which every fourth row lacks its postcode', () => {
  let s: Scratch;
  beforeAll(async () => {
    s = await scratch();
  });
  afterAll(() => s.drop());

  it('is loaded without a refused row, and 97 in 100 of those rows get the right postcode from their street', async () => {
    const [, ...lines] = gunzipSync(readFileSync(at('standin/addresses-LE16.csv.gz')))
      .toString()
      .trim()
      .split('\n');
    const left = new Map<string, string>();
    const rows = lines.map((line, i) => {
      const [, uprn, address, postcode] = /^(\d+),"([^"]*)",([^,]*),/.exec(line)!;
      if (i % 4 > 0) return `${uprn},"${address}",${postcode}\n`;
      left.set(uprn!, postcode!);
      return `${uprn},"${address!.replace(`, ${postcode}`, '')}",\n`;
    });
    const result = await s.loadText('address-list', `UPRN,ADDRESS,POSTCODE\n${rows.join('')}`);
    expect(result).toMatchObject({ rows_read: lines.length, rows_rejected: 0 });
    const found = await s.rows(`select uprn, postcode from addresses where postcode_from = 'street'`);
    expect(found.length / left.size).toBeGreaterThan(0.97);
    const right = found.filter(({ uprn, postcode }) => left.get(String(uprn)) === postcode);
    expect(right.length / found.length).toBeGreaterThan(0.97);
  }, 300_000);
});
