import { type Bench, openBench } from '@domesday/testing/location-bench';
import { zipOf } from '@domesday/testing/zip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collection, feature, square } from './made-up-areas.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** An archive of layers as publishers name them, each with one made-up area of some properties. */
const archive = (layers: Record<string, Record<string, string>>) =>
  zipOf(
    Object.fromEntries(
      Object.entries(layers).map(([name, properties], i) => [
        `${name}.geojson`,
        JSON.stringify(collection([feature(properties, square(300_000, 200_000 + i * 1000, 500))])),
      ]),
    ),
  );

const areasOf = (dataset: string) =>
  bench.rows(
    `select a.kind, a.reference, a.band, a.level, a.attributes
       from areas a join area_datasets d on d.no = a.dataset_no where d.dataset = '${dataset}' order by a.id`,
  );

it.each(['noise-wales', 'noise-scotland'])(
  'reads the noise bands of %s as those of England',
  async (dataset) => {
    const rail = JSON.stringify(
      collection([feature({ noiseclass: '55.0-59.9' }, square(300_000, 200_000, 1000))]),
    );
    expect(await bench.load(dataset, 'rail.geojson', rail)).toMatchObject({ dataset, rows_published: 1 });
    expect(await areasOf(dataset)).toMatchObject([
      { kind: 'noise-rail', band: '55.0-59.9 dB', level: 'low' },
    ]);
  },
);

it('reads a band that has only an upper bound as the level below that bound', async () => {
  const bands = ['<55', 'Less than 55', '55.0-59.9', '< 60', '>=75.0'];
  const rail = collection(
    bands.map((noiseclass, i) => feature({ noiseclass }, square(300_000, 200_000 + i * 1000, 500))),
  );
  await bench.load('noise-wales', 'rail.geojson', JSON.stringify(rail));
  const levels = (await areasOf('noise-wales')).map(({ level }) => level);
  expect(levels).toEqual(['very_low', 'very_low', 'low', 'low', 'high']);
});

it('skips air quality areas that were revoked without a day, and stores those with a day', async () => {
  const areas_given: Record<string, string>[] = [
    { title: 'In force', status: 'Declared' },
    { title: 'By status', status: 'Revoked' },
    { title: 'By a mark', revoked: 'Yes' },
    { title: 'Not by a mark', revoked: 'No' },
    { title: 'By a day', status: 'Revoked', date_revoked: '2019-04-01' },
  ];
  const areas = collection(
    areas_given.map((one, i) =>
      feature({ pollutants: 'NO2', ...one }, square(300_000, 200_000 + i * 1000, 500)),
    ),
  );
  const { checks } = await bench.load('air-quality-areas', 'aqma.geojson', JSON.stringify(areas));
  expect(
    await bench.rows(
      `select a.name, a.ended_on from areas a join area_datasets d on d.no = a.dataset_no
        where d.dataset = 'air-quality-areas' order by a.id`,
    ),
  ).toEqual([
    { name: 'In force', ended_on: null },
    { name: 'Not by a mark', ended_on: null },
    { name: 'By a day', ended_on: '2019-04-01' },
  ]);
  expect(checks.filter(({ name }) => name === 'left_out')).toMatchObject([
    {
      detail: expect.stringContaining(
        '2 areas were left out: revoked, but the date of revocation is missing.',
      ),
    },
  ]);
});

it.each([
  [
    'flood-risk-england',
    {
      rofsw_4band: { risk_band: 'High' },
      rofsw_4band_0_2m_depth: { risk_band: 'Medium' },
      rofsw_cc01: { risk_band: 'High' },
      rofsw_hazard_1_25: { risk_band: 'Low' },
    },
    [{ kind: 'flood-surface-water', level: 'high' }],
    ['flooding to a given depth', 'flooding in a future climate', 'speed or hazard of flooding'],
  ],
  [
    'flood-zones-england',
    {
      Flood_Zones_2_3_Rivers_and_Sea: { flood_zone: 'FZ3', flood_source: 'river' },
      Flood_Zones_plus_CC: { flood_source: 'river', name: 'Flood Zones plus climate change' },
    },
    [{ kind: 'flood-zone-3', band: 'Flood Zone 3' }],
    ['flood zones in a future climate'],
  ],
  [
    'noise',
    {
      Road_Noise_Lden_England_Round_3: { noiseclass: '>=75.0' },
      Road_Noise_Lnight_England_Round_3: { noiseclass: '50.0-54.9' },
      Airport_Noise_ALL_Lden: { noiseclass: '55.0-59.9' },
    },
    [{ kind: 'noise-road', level: 'high' }],
    ['noise by another measure than Lden', 'noise of aircraft or industry'],
  ],
  [
    'coal-mining',
    {
      Coal_Mining_Reporting_Area: {},
      Surface_Coal_Resource_Areas: {},
      Past_Shallow_Coal_Workings: {},
    },
    [{ kind: 'coal-reporting-area' }, { kind: 'coal-past-shallow' }],
    ['coal outcrops, resources, licences or deep workings'],
  ],
])(
  'skips other layers that are published with the map of %s, and reports them',
  async (dataset, layers, read, left) => {
    const result = await bench.load(dataset, 'layers.zip', archive(layers));
    expect(await areasOf(dataset)).toMatchObject(read);
    const details = result.checks.filter((check) => check.name === 'left_out').map((check) => check.detail);
    expect(details).toEqual(left.map((what) => `layers.zip: 1 area was left out: ${what}.`));
  },
);

it('refuses noise if neither the file name nor a column says roads or railways, and keeps the loaded areas', async () => {
  const noise = JSON.stringify(
    collection([feature({ noiseclass: '65.0-69.9' }, square(300_000, 200_000, 1000))]),
  );
  await bench.load('noise-wales', 'road.geojson', noise);
  const before = await areasOf('noise-wales');
  expect(before.map((area) => area.kind)).toContain('noise-road');
  const refused = await bench.refusal('noise-wales', 'lden.geojson', noise.replace('65.0-69.9', '60.0-64.9'));
  expect(refused.message).toContain('does not say what its areas are. Tell it in a mapping file');
  expect(await areasOf('noise-wales')).toEqual(before);
});

it('refuses a file that has only layers that are not read, and says what they are', async () => {
  const depth = JSON.stringify(collection([feature({ risk_band: 'High' }, square(300_000, 200_000, 100))]));
  const refused = await bench.refusal('flood-risk-england', 'rofsw_4band_0_6m_depth.geojson', depth);
  expect(refused.message).toContain('all of its areas are flooding to a given depth');
});

it('names the scenario of each layer of coastal erosion, and does not read the year of an edition as one', async () => {
  const layers = ['NCERM_SMP_2055_70CC', 'NCERM_NFI_2055_95CC', 'NCERM_Ground_Instability_Zone'];
  const named = Object.fromEntries(layers.map((name) => [name, { frontageid: 'X1', smp_name: 'Xerris' }]));
  await bench.load('coastal-erosion', 'NCERM_2025.zip', archive(named));
  expect(await areasOf('coastal-erosion')).toMatchObject([
    {
      band: 'by 2055 with shoreline management plans, with climate change at the 70th percentile',
      level: 'high',
      reference: 'X1',
    },
    {
      band: 'by 2055 without further intervention, with climate change at the 95th percentile',
      level: 'medium',
    },
    { band: 'ground instability zone', level: 'medium' },
  ]);
});

/** A shapefile of one made-up triangle, whose table has one column of text. */
function shapefileOf(column: string, value: string): { shp: Buffer; dbf: Buffer } {
  const ring = [
    [300_000, 200_000],
    [300_000, 200_100],
    [300_100, 200_000],
    [300_000, 200_000],
  ].flat();
  const shp = Buffer.alloc(100 + 8 + 48 + ring.length * 8);
  shp.writeInt32BE(9994, 0);
  shp.writeInt32BE(1, 100);
  shp.writeInt32BE((shp.length - 108) / 2, 104);
  shp.writeInt32LE(5, 108);
  shp.writeInt32LE(1, 144);
  shp.writeInt32LE(4, 148);
  for (const [i, number] of ring.entries()) shp.writeDoubleLE(number, 156 + i * 8);
  const dbf = Buffer.alloc(65 + 1 + value.length);
  dbf[0] = 3;
  dbf.writeUInt32LE(1, 4);
  dbf.writeUInt16LE(65, 8);
  dbf.writeUInt16LE(1 + value.length, 10);
  dbf.write(column.slice(0, 10), 32, 'latin1');
  dbf.write('C', 43, 'latin1');
  dbf[48] = value.length;
  dbf[64] = 0x0d;
  dbf.write(` ${value}`, 65, 'latin1');
  return { shp, dbf };
}

it('finds a shapefile column, whose name is cut to ten characters, by its full name', async () => {
  const name = 'Flood_Map_for_Planning_Flood_Zone_3';
  const { shp, dbf } = shapefileOf('flood_source', 'sea');
  const zone = zipOf({ [`${name}.shp`]: shp, [`${name}.dbf`]: dbf });
  await bench.load('flood-zones-england', 'zone.zip', zone, { force: true });
  expect(await areasOf('flood-zones-england')).toMatchObject([
    { kind: 'flood-zone-3', attributes: { flood_source: 'sea' } },
  ]);
});

it.each(['urn:ogc:def:crs:EPSG::29903', 'EPSG:2157'])(
  'refuses areas in %s, whose metres could be mistaken for the British grid, even if only the end of the file says so',
  async (name) => {
    const areas = collection([feature({ name: 'Made up' }, square(333_000, 374_000, 400))]);
    const { crs: _crs, ...rest } = areas as { crs?: unknown };
    const late = JSON.stringify({ ...rest, crs: { type: 'name', properties: { name } } });
    const loading = bench.load('planning-data', 'irish.geojson', late, { mapping: { kind: 'green-belt' } });
    await expect(loading).rejects.toThrow(/reference system that is not read here/);
  },
);

it('warns that the areas of a shapefile without its table have neither names nor references', async () => {
  const { shp, dbf } = shapefileOf('name', 'Made up');
  const load = (files: Record<string, Buffer>) =>
    bench.load('planning-data', 'areas.zip', zipOf(files), {
      mapping: { kind: 'park-and-garden' },
      force: true,
    });
  const names = async (files: Record<string, Buffer>) => (await load(files)).checks.map(({ name }) => name);
  expect(await names({ 'a.shp': shp })).toContain('no_attributes');
  expect(await names({ 'a.shp': shp, 'a.dbf': dbf })).not.toContain('no_attributes');
});
