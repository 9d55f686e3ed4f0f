import { join } from 'node:path';
import { sharedData } from '@domesday/testing';
import { type Bench, openBench, table } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const folder = sharedData();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() =>
  bench.rows(
    `truncate transport_stops, health_sites, retail_points, osm_points, place_points, schools, postcodes,
       code_point_postcodes, dataset_loads, dataset_rejects, derived_builds`,
  ),
);

const NAPTAN = [
  'ATCOCode',
  'CommonName',
  'Indicator',
  'GridType',
  'Easting',
  'Northing',
  'Longitude',
  'Latitude',
  'StopType',
  'Modification',
  'Status',
];
/** Made up, as every row below. */
const stop = (code: string, change: Record<string, string | number> = {}) => ({
  ATCOCode: code,
  CommonName: 'Cod Lane',
  Indicator: 'Stop A',
  GridType: 'U',
  Easting: 630_000,
  Northing: 450_000,
  StopType: 'BCT',
  Modification: 'revise',
  Status: 'active',
  ...change,
});

describe('naptan', () => {
  it('refuses stops whose codes lost their leading zeros in a spreadsheet, since they would be stops of another area', async () => {
    const saved = table(
      [...NAPTAN, 'AdministrativeAreaCode'],
      [
        stop('998000001', { AdministrativeAreaCode: '99' }),
        stop('1000000001', { AdministrativeAreaCode: '110' }),
      ],
    );
    const result = await bench.load('naptan', 'Stops.csv', saved);
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 1 });
    expect((await bench.reasons())[0]).toContain('The administrative area "99" has lost its zeros');
  });

  it('skips deleted and inactive stops, in old and new words, and keeps leading zeros', async () => {
    const result = await bench.load(
      'naptan',
      'Stops.csv',
      table(NAPTAN, [
        stop('0998000001'),
        stop('0998000002', { Status: 'inactive' }),
        stop('0998000003', { Status: 'del', Modification: 'del' }),
        stop('0998000004', { Status: 'act', Modification: 'new' }),
      ]),
    );
    expect(await bench.rows('select id, name, kind, area from transport_stops order by id')).toEqual([
      { id: '0998000001', name: 'Cod Lane (Stop A)', kind: 'bus_stop', area: '099' },
      { id: '0998000004', name: 'Cod Lane (Stop A)', kind: 'bus_stop', area: '099' },
    ]);
    expect(result).toMatchObject({ rows_read: 2, rows_rejected: 0 });
    expect(result.checks.find((one) => one.name === 'left_out')?.detail).toBe(
      '2 rows were left out: The stop is not in use. (2)',
    );
    const none = table(NAPTAN, [stop('0998000005', { Status: 'inactive' })]);
    await expect(bench.load('naptan', 'none.csv', none)).rejects.toThrow('The stop is not in use. (1)');
  });

  it('counts a bus station once, and its bays as stops', async () => {
    await bench.load(
      'naptan',
      'Stops.csv',
      table(NAPTAN, [
        stop('0998000010', { StopType: 'BST', CommonName: 'Xanbury Bus Station', Indicator: '' }),
        stop('0998000011', { StopType: 'BCS', CommonName: 'Xanbury Bus Station', Indicator: 'Bay 1' }),
        stop('0998000012', { StopType: 'BCS', CommonName: 'Xanbury Bus Station', Indicator: 'Bay 2' }),
        stop('0998000013', { StopType: 'BCQ', CommonName: 'Xanbury Bus Station', Indicator: 'Bay 3' }),
        stop('0998000014', { StopType: 'BCE', CommonName: 'Xanbury Bus Station', Indicator: 'Entrance' }),
      ]),
    );
    expect(
      await bench.rows(
        'select kind, count(*)::int as n, min(name) as name from transport_stops group by kind order by kind',
      ),
    ).toEqual([
      { kind: 'bus_station', n: 1, name: 'Xanbury Bus Station' },
      { kind: 'bus_stop', n: 3, name: 'Xanbury Bus Station (Bay 1)' },
    ]);
  });

  it('counts a ferry terminal once, by its access area, or by one entrance if it has none', async () => {
    const ferry = (code: string, StopType: string, Easting: number) =>
      stop(code, { StopType, Easting, CommonName: `Pier ${code}`, Indicator: '' });
    await bench.load(
      'naptan',
      'Stops.csv',
      table(NAPTAN, [
        ferry('9300X01', 'FTD', 630_000),
        ferry('9300X02', 'FER', 630_100),
        ferry('9300X03', 'FTD', 630_200),
        ferry('9300X04', 'FBT', 630_200),
        ferry('9300X05', 'FTD', 640_000),
        ferry('9300X06', 'FTD', 640_100),
        stop('0998000020', { Easting: 630_050 }),
      ]),
    );
    expect(await bench.rows('select id, kind from transport_stops order by id')).toEqual([
      { id: '0998000020', kind: 'bus_stop' },
      { id: '9300X02', kind: 'ferry_terminal' },
      { id: '9300X05', kind: 'ferry_terminal' },
    ]);
  });

  it('stores one point for each station, uses degrees if the grid is blank, and skips stops on the Irish grid', async () => {
    const result = await bench.load(
      'naptan',
      'Stops.csv',
      table(NAPTAN, [
        stop('9100XAN', { StopType: 'RLY', Easting: '', Northing: '', Longitude: 1.2, Latitude: 53.9 }),
        stop('9100XAN0', { StopType: 'RSE' }),
        stop('9100XAN1', { StopType: 'RPL' }),
        stop('7000001', { GridType: 'I' }),
        stop('0998000009', { Easting: '', Northing: '' }),
      ]),
    );
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 1 });
    expect(await bench.reasons()).toEqual(['The stop has no position.']);
    const [station] = await bench.rows('select kind, easting, northing from transport_stops');
    expect(station.kind).toBe('rail_station');
    expect(station.easting).toBeGreaterThan(600_000);
  });

  it('replaces the administrative areas that a file contains and no others', async () => {
    await bench.load('naptan', 'a.csv', table(NAPTAN, [stop('0100001'), stop('0100002'), stop('0200001')]));
    await bench.load('naptan', 'b.csv', table(NAPTAN, [stop('0100002'), stop('0100003')]));
    expect((await bench.rows('select id from transport_stops order by id')).map((r) => r.id)).toEqual([
      '0100002',
      '0100003',
      '0200001',
    ]);
  });
});

/** A row of an ODS report: 27 columns without a header. */
function organisation(code: string, name: string, change: Record<number, string> = {}): string {
  const fields = Array.from({ length: 27 }, () => '');
  Object.assign(
    fields,
    { 0: code, 1: name, 2: 'Y99', 9: 'XE1 2AB', 10: '19740401', 12: 'A', 25: '4' },
    change,
  );
  return `${fields.map((f) => `"${f}"`).join(',')}\n`;
}

describe('nhs-ods', () => {
  it('stores active practices of setting 4, and Welsh ones whose setting is not recorded', async () => {
    const result = await bench.load(
      'nhs-ods',
      'epraccur.csv',
      organisation('A99801', 'HARBOUR SURGERY (XAN)') +
        organisation('A99802', 'OUT OF HOURS', { 25: '1' }) +
        organisation('A99803', 'CLOSED', { 12: 'C', 11: '20190331' }) +
        organisation('W99804', 'MEDDYGFA', { 2: 'W00', 25: '0' }),
    );
    expect(result).toMatchObject({ rows_published: 2, rows_rejected: 0 });
    expect(await bench.rows('select id, kind, name, country from health_sites order by id')).toEqual([
      { id: 'A99801', kind: 'gp_practice', name: 'Harbour Surgery (Xan)', country: 'England' },
      { id: 'W99804', kind: 'gp_practice', name: 'Meddygfa', country: 'Wales' },
    ]);
  });

  it('stores a practice that will close, with its closing day', async () => {
    await bench.load(
      'nhs-ods',
      'epraccur.csv',
      organisation('A99801', 'HARBOUR SURGERY', { 11: '20990331' }) +
        organisation('A99802', 'MARSH SURGERY', { 11: '20190331' }),
    );
    expect(await bench.rows('select id, closes_on::text from health_sites')).toEqual([
      { id: 'A99801', closes_on: '2099-03-31' },
    ]);
  });

  it('reads the words and roles that reports have since 2025', async () => {
    const result = await bench.load(
      'nhs-ods',
      'epraccur.csv',
      organisation('A99801', 'HARBOUR SURGERY', { 12: 'ACTIVE', 25: 'RO76' }) +
        organisation('A99802', 'MARSH SURGERY', { 12: 'ACTIVE', 25: 'RO76|RO268' }) +
        organisation('A99803', 'OUT OF HOURS', { 12: 'ACTIVE', 25: 'RO80|RO87' }) +
        organisation('A99804', 'CLOSED', { 12: 'INACTIVE', 11: '20190331', 25: 'RO76' }) +
        organisation('A99805', 'ASLEEP', { 12: 'DORMANT', 25: 'RO76' }) +
        organisation('FX998', 'HIGH STREET PHARMACY', { 12: 'ACTIVE', 13: 'RO182', 25: '' }),
    );
    expect(result).toMatchObject({ rows_published: 3, rows_rejected: 0 });
    expect((await bench.rows('select id from health_sites order by id')).map((r) => r.id)).toEqual([
      'A99801',
      'A99802',
      'FX998',
    ]);
  });

  it('recognises pharmacies and hospitals by their codes, and a report of one kind keeps the other kinds', async () => {
    await bench.load('nhs-ods', 'epraccur.csv', organisation('A99801', 'HARBOUR SURGERY'));
    await bench.load('nhs-ods', 'edispensary.csv', organisation('FX998', 'HIGH STREET PHARMACY', { 25: '' }));
    await bench.load(
      'nhs-ods',
      'ets.csv',
      organisation('RX901', 'XANBURY GENERAL HOSPITAL', { 12: '', 25: '' }) +
        organisation('RX902', 'LAUNDRY', { 12: '', 25: '' }),
    );
    expect((await bench.rows('select kind from health_sites order by kind')).map((r) => r.kind)).toEqual([
      'gp_practice',
      'hospital',
      'pharmacy',
    ]);
  });
});

describe('nhs-scotland', () => {
  it.each([
    [
      'gp_practice',
      ['PracticeCode', 'GPPracticeName', 'Postcode'],
      [99801, 'Firth Health Centre', 'XS1 1AA'],
    ],
    [
      'pharmacy',
      ['DispCode', 'DispLocationName', 'DispLocationPostcode'],
      [9980, 'Firth Pharmacy', 'XS1 1AA'],
    ],
    ['hospital', ['HospitalCode', 'HospitalName', 'Postcode'], ['X991H', 'Cottage Hospital', 'XS1 1AA']],
  ])('reads the file of each %s', async (kind, header, values) => {
    const record = Object.fromEntries(header.map((name, i) => [name, values[i]!]));
    await bench.load('nhs-scotland', 'file.csv', table(header, [record]));
    expect(await bench.rows('select kind, postcode, country from health_sites')).toEqual([
      { kind, postcode: 'XS1 1AA', country: 'Scotland' },
    ]);
  });
});

describe('retail-points', () => {
  it('reads size bands with commas and angle brackets', async () => {
    const header = [
      'id',
      'retailer',
      'fascia',
      'store_name',
      'postcode',
      'long_wgs',
      'lat_wgs',
      'bng_e',
      'bng_n',
      'size_band',
    ];
    const store = {
      retailer: 'Xandl',
      fascia: 'Xandl',
      store_name: 'Xandl Haven',
      bng_e: 630_000,
      bng_n: 450_000,
    };
    await bench.load(
      'retail-points',
      'a.csv',
      table(header, [
        { ...store, id: 1, size_band: '< 3,013 ft2 (280m2)' },
        { ...store, id: 2, size_band: '30,138 ft2 > (2,800 m2)' },
      ]),
    );
    expect(await bench.rows('select kind, size_band from retail_points order by id')).toEqual([
      { kind: 'convenience_store', size_band: '< 3,013 ft2 (280m2)' },
      { kind: 'supermarket', size_band: '30,138 ft2 > (2,800 m2)' },
    ]);
  });
});

describe('osm-points', () => {
  it('stores elements with the category of their tags in a separate table, and skips elements without a category', async () => {
    const text = [
      ['@type', '@id', '@lat', '@lon', 'name', 'amenity', 'shop', 'leisure'],
      ['node', 1, 53.9, 1.2, 'Café "X"', 'cafe', '', ''],
      ['way', 1, 53.9, 1.2, '', '', '', 'park'],
      ['node', 3, 53.9, 1.2, '', 'bench', '', ''],
      ['node', 4, 53.9, 1.2, '', '', 'vacant', ''],
      ['node', 5, 53.9, 1.2, 'Crumb', '', 'bakery', ''],
    ];
    const result = await bench.load(
      'osm-points',
      'points.tsv',
      `${text.map((line) => line.join('\t')).join('\n')}\n`,
    );
    expect(result).toMatchObject({ rows_published: 3, rows_rejected: 0 });
    expect(await bench.rows('select id, name, category, kind from osm_points order by id')).toEqual([
      { id: 'node/1', name: 'Café "X"', category: 'food', kind: 'cafe' },
      { id: 'node/5', name: 'Crumb', category: 'food', kind: 'bakery' },
      { id: 'way/1', name: null, category: 'green_space', kind: 'park' },
    ]);
    expect(await bench.rows('select from place_points')).toEqual([]);
  });

  it('reads the types of elements as names and as numbers, and refuses an element without one', async () => {
    const text = [
      ['@otype', '@id', '@lat', '@lon', 'name', 'amenity'],
      [0, 1, 53.9, 1.2, '', 'cafe'],
      [1, 1, 53.9, 1.2, '', 'cafe'],
      ['Relation', 1, 53.9, 1.2, '', 'cafe'],
      ['', 2, 53.9, 1.2, '', 'cafe'],
      ['multipolygon', 3, 53.9, 1.2, '', 'cafe'],
    ];
    const result = await bench.load(
      'osm-points',
      'points.tsv',
      `${text.map((line) => line.join('\t')).join('\n')}\n`,
    );
    expect(result).toMatchObject({ rows_published: 3, rows_rejected: 2 });
    expect(await bench.rows('select id from osm_points order by id')).toEqual([
      { id: 'node/1' },
      { id: 'relation/1' },
      { id: 'way/1' },
    ]);
  });
});

describe('place points', () => {
  it('places a site without coordinates by its postcode, whether postcodes or sites are loaded first', async () => {
    await bench.load('nhs-ods', 'epraccur.csv', organisation('A99801', 'HARBOUR SURGERY'));
    expect(await bench.rows('select from place_points')).toEqual([]);
    await bench.load(
      'code-point-open',
      'xe.csv',
      '"XE1 2AB",10,630010,450020,"E92000001","","","","E06999001","E05999001"\n',
    );
    await bench.load('naptan', 'a.csv', table(NAPTAN, [stop('0998000001')]));
    expect(
      await bench.rows(
        'select source, category, kind, easting, by_postcode from place_points order by source',
      ),
    ).toEqual([
      { source: 'naptan', category: 'transport', kind: 'bus_stop', easting: 630_000, by_postcode: false },
      { source: 'nhs-ods', category: 'health', kind: 'gp_practice', easting: 630_010, by_postcode: true },
    ]);
  });
});

describe.skipIf(!folder)('places on real files', () => {
  it('reads the Bristol stops, of which one is in use', async () => {
    const result = await bench.loadFiles('naptan', [join(folder!, 'naptan/Stops_bristol_slice.csv')]);
    expect(result).toMatchObject({ rows_rejected: 0, rows_published: 1 });
    expect(await bench.rows('select id, area from transport_stops')).toMatchObject([{ area: '010' }]);
  });

  it('reads the shops of Edinburgh, whose ids include the element type and whose columns are latitude and longitude', async () => {
    const result = await bench.loadFiles('osm-points', [
      join(folder!, 'osm/edinburgh-shops-latitude-longitude.csv.gz'),
    ]);
    // Of 3,233 elements some are vacant or have no category.
    expect(result.rows_rejected).toBe(0);
    expect(result.rows_published).toBeGreaterThan(3000);
    const [shop] = await bench.rows("select * from osm_points where id = 'node/33179114'");
    expect(shop).toMatchObject({ name: "Sainsbury's Local", kind: 'supermarket' });
    expect([shop.latitude, shop.longitude].map((degrees) => Number(degrees.toFixed(4)))).toEqual([
      55.9457, -3.2062,
    ]);
  });

  it('reads the practices of England and Wales', async () => {
    const result = await bench.loadFiles('nhs-ods', [join(folder!, 'ods/epraccur.csv.gz')]);
    expect(result.rows_rejected).toBe(0);
    const [count] = await bench.rows(
      `select count(*) filter (where country = 'England') as england, count(*) filter (where country = 'Wales') as wales,
              count(*) filter (where postcode is null) as without_postcode from health_sites`,
    );
    // Independently counted: status A with setting 4, and W00 with status A, and no closing date.
    expect(count).toEqual({ england: 6872, wales: 568, without_postcode: 0 });
  });
});
