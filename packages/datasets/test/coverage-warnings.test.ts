import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

// Made-up layers, each of squares at some corners.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() => s.database.db.query('truncate areas, area_coverage, dataset_loads, dataset_served cascade'));

const layer = (...corners: [number, number][]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name: 'EPSG:27700' } },
    features: corners.map(([e, n]) => ({
      type: 'Feature',
      properties: { noiseclass: '60.0-64.9', layer: 'road' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [e, n],
            [e + 900, n],
            [e + 900, n + 900],
            [e, n + 900],
            [e, n],
          ],
        ],
      },
    })),
  });
const OF_ONE_CITY = layer([375_000, 165_000], [376_000, 166_000]);
/** Squares in six places from the south to the north of England. */
const FAR_APART = layer(
  [150_000, 40_000],
  [200_000, 80_000],
  [300_000, 150_000],
  [400_000, 220_000],
  [500_000, 400_000],
  [600_000, 600_000],
);
const TWO_COUNTIES = layer([150_000, 10_000], [250_000, 120_000], [390_000, 550_000], [500_000, 640_000]);
const coverageChecks = async (text: string, options = {}) =>
  (await s.loadText('noise', text, { name: 'noise_road.geojson', ...options })).checks
    .filter((check) => check.name === 'covers')
    .map((check) => check.detail);
const covered = () => s.rows('select country, authority_code as authority from area_coverage');

it('a load of areas that seem to cover a whole nation warns that homes outside them are answered as in no area', async () => {
  const [only, ...more] = await coverageChecks(FAR_APART);
  expect(only).toContain('Homes of England outside these areas will be answered with none');
  expect(more).toEqual([]);
  expect(await covered()).toEqual([{ country: 'England', authority: null }]);
});

it('a second load with --covers, as the warning advises, corrects the coverage and keeps other kinds of areas', async () => {
  const rail = FAR_APART.replaceAll('"road"', '"rail"');
  await s.loadText('noise', rail, { name: 'noise_rail.geojson', covers: ['E06000023'] });
  const [only] = await coverageChecks(FAR_APART);
  expect(only).toContain('load them again with --covers');
  expect(await coverageChecks(FAR_APART, { covers: ['E06000022'] })).toEqual([]);
  expect((await covered()).map(({ authority }) => authority).sort()).toEqual(['E06000022', 'E06000023']);
  expect((await s.rows('select from areas')).length).toBe(12);
});

it.each([
  ['one city', OF_ONE_CITY],
  ['two counties at both ends of a nation', TWO_COUNTIES],
])('a load of areas of %s warns that homes outside them are answered as not covered', async (_, text) => {
  const [only, ...more] = await coverageChecks(text);
  expect(only).toContain('Homes outside these areas will be answered as not covered');
  expect(more).toEqual([]);
  expect(await covered()).toEqual([]);
});

it('a load of a map of several nations says for each nation how homes outside the areas are answered', async () => {
  const options = { name: 'coal_mining_reporting_area.geojson' };
  const { checks } = await s.loadText(
    'coal-mining',
    FAR_APART.replaceAll('"layer":"road"', '"id":1'),
    options,
  );
  const [england, ...others] = checks.filter(({ name }) => name === 'covers').map(({ detail }) => detail);
  expect(england).toContain('Homes of England outside these areas will be answered with none');
  expect(others.map((detail) => detail.split(',')[0])).toEqual(
    ['Wales', 'Scotland'].map(
      (nation) =>
        `Homes of ${nation} outside these areas will be answered as not covered (coal-reporting-area)`,
    ),
  );
});

it('a load of a map whose extent proves nothing warns that homes outside are not covered, unless --covers names a place', async () => {
  const coast = FAR_APART.replaceAll('"noiseclass":"60.0-64.9"', '"epoch":"2055"');
  const erosion = (covers?: string[]) =>
    s.loadText('coastal-erosion', coast, { name: 'ncerm.geojson', force: true, ...(covers && { covers }) });
  const said = async (load: ReturnType<typeof erosion>) =>
    (await load).checks.filter(({ name }) => name === 'covers').map(({ detail }) => detail);
  const [only, ...more] = await said(erosion());
  expect(only).toContain('not covered (coastal-erosion), since the files name no place');
  expect(more).toEqual([]);
  expect(await covered()).toEqual([]);
  expect(await said(erosion(['England']))).toEqual([]);
});

it('a load of a map that classes all land warns that homes outside are not covered, however large its extent', async () => {
  const atlas = FAR_APART.replaceAll('"noiseclass":"60.0-64.9"', '"CLASS_MAX":"3"');
  const { checks } = await s.loadText('radon', atlas, { name: 'radon.geojson' });
  expect(checks.filter(({ name }) => name === 'covers').map(({ detail }) => detail)).toEqual([
    'Homes outside these areas will be answered as not covered (radon), since the map classes all land.',
  ]);
});

it('a load of designations without --covers says for which authorities they count as complete, unless the file is cut off', async () => {
  const kind = { name: 'conservation-area.geojson', mapping: { kind: 'conservation-area' } };
  const of_designations = async (text: string, options = {}) =>
    (await s.loadText('planning-data', text, { ...kind, ...options })).checks
      .filter((check) => check.name === 'covers')
      .map((check) => check.detail);
  const [only, ...more] = await of_designations(OF_ONE_CITY);
  expect(only).toContain(
    'taken as complete (conservation-area) for each authority in which one of their areas',
  );
  expect(more).toEqual([]);
  expect(await of_designations(OF_ONE_CITY, { replace: true, covers: ['E06000022'] })).toEqual([]);
  const broken_off = OF_ONE_CITY.replace('{', '{"exceededTransferLimit":true,');
  expect(await of_designations(broken_off, { replace: true })).toEqual([]);
});

it('a load with --covers gives no warning about coverage', async () => {
  expect(await coverageChecks(OF_ONE_CITY, { covers: ['E06000022'] })).toEqual([]);
});

it('a load for an authority without a loaded postcode warns so, and a register under that code is replaced by its successor', async () => {
  const of_authority = async (dataset: string, text: string, options: object) =>
    (await s.loadText(dataset, text, options)).checks
      .filter((check) => check.name === 'authority')
      .map((check) => check.detail);
  const register = (local_authority_code: string) => ({
    mapping: { local_authority_code, columns: { address: 'Property' } },
    force: true,
  });
  const licences = 'Property\n"1 Cod Lane, XE1 1AA"\n';
  const abolished = 'E07999001';
  expect(await of_authority('hmo-register', licences, register(abolished))).toEqual([]);
  await s.loadText(
    'code-point-open',
    '"XE1 1AA",10,410000,410000,"E92000001","","","","E06999001","E05999001"\n',
    { name: 'xe.csv' },
  );
  const [only, ...more] = await of_authority('hmo-register', licences, register(abolished));
  expect(only).toContain(`No loaded postcode lies in ${abolished}, so that its licences will not be found.`);
  expect(only).toContain('By their postcodes most of the records lie in E06999001');
  expect(more).toEqual([]);
  const successor = await s.loadText('hmo-register', licences, register('E06999001'));
  expect(successor.checks.find((check) => check.name === 'former_code')?.detail).toContain(
    `is served under ${abolished} too, in which no loaded postcode lies: those 1 licences are replaced`,
  );
  expect(await s.rows('select authority_code from hmo_licences')).toEqual([{ authority_code: 'E06999001' }]);
  expect(await s.rows('select authority_code from hmo_registers')).toEqual([{ authority_code: 'E06999001' }]);

  const columns = { reference: 'No', address: 'Site', description: 'What', received: 'Day' };
  const planning = { columns, authority_code: abolished, authority_name: 'Xanshire' };
  const applications = 'No,Site,What,Day\n1,"1 Cod Lane, XE1 1AA",A porch,2026-01-02\n';
  const [applied] = await of_authority('planning-applications', applications, { mapping: planning });
  expect(applied).toContain('its applications will not be found');
  expect(applied).toContain('E06999001');
  const areas = { name: 'noise_road.geojson', covers: ['England', abolished, 'E06999001'] };
  const [covered_areas] = await of_authority('noise', OF_ONE_CITY, areas);
  expect(covered_areas).toContain(`in ${abolished}, so that homes outside these areas`);
});

it('a load under the code of the wrong council says where most of its records lie', async () => {
  const unit = (code: string, easting: number, authority: string) =>
    `"${code}",10,${easting},165000,"E92000001","","","","${authority}","E05999001"\n`;
  await s.loadText(
    'code-point-open',
    unit('XE1 1AA', 375_500, 'E06999001') + unit('XE1 1AB', 575_500, 'E06999002'),
    { name: 'xe.csv', force: true },
  );
  const warned = async (dataset: string, text: string, options: object) =>
    (await s.loadText(dataset, text, options)).checks
      .filter(({ name }) => name === 'authority')
      .map(({ detail }) => detail);
  const licences = 'Property\n"1 Cod Lane, XE1 1AA"\n"2 Cod Lane, XE1 1AA"\n';
  const register = (local_authority_code: string) => ({
    mapping: { local_authority_code, columns: { address: 'Property' } },
    force: true,
  });
  const columns = { reference: 'No', address: 'Site', description: 'What', received: 'Day' };
  const planning = (authority_code: string) => ({
    mapping: { columns, authority_code, authority_name: 'Xanshire' },
    force: true,
  });
  const applications = 'No,Site,What,Day\n1,"1 Cod Lane, XE1 1AA",A porch,2026-01-02\n';
  const areas = (...covers: string[]) => ({ name: 'noise_road.geojson', covers, force: true });
  const wrong = [
    await warned('hmo-register', licences, register('E06999002')),
    await warned('planning-applications', applications, planning('E06999002')),
    await warned('noise', OF_ONE_CITY, areas('E06999002')),
  ];
  for (const [n, [only, ...more]] of wrong.entries()) {
    expect(only).toContain(
      `By the loaded postcodes 0 of ${[2, 1, 2][n]} records lie in the authority that you named, and most in or near E06999001`,
    );
    expect(more).toEqual([]);
  }
  expect([
    await warned('hmo-register', licences, register('E06999001')),
    await warned('planning-applications', applications, planning('E06999001')),
    await warned('noise', OF_ONE_CITY, areas('E06999001', 'E06999002')),
    await warned('noise', OF_ONE_CITY, areas('England', 'E06999002')),
    await warned('noise', OF_ONE_CITY, { name: 'noise_road.geojson', force: true }),
  ]).toEqual([[], [], [], [], []]);
});

it('a load of designations warns if its areas reach only part of an authority, and covers only a former council under its code', async () => {
  const letters = [...'ABDEFGHJLNPQRSTUWXYZ'];
  const postcodes = (sector: number, at: number) =>
    letters.map(
      (letter, n) =>
        `"XE1 ${sector}A${letter}",10,${at + n * 100},${at},"E92000001","","","","E06999001","E05999001"\n`,
    );
  const directory = [...postcodes(1, 410_000), ...postcodes(2, 440_000)].join('');
  await s.loadText('code-point-open', directory, { name: 'xe.csv' });
  const squares = (at: number): [number, number][] => [0, 1, 2].map((n) => [at - 100 + n * 1000, at - 100]);
  const options = { name: 'areas.geojson', mapping: { kind: 'conservation-area' } };
  const warned = async (text: string, more = {}) =>
    (await s.loadText('planning-data', text, { ...options, ...more })).checks
      .filter(({ name, status }) => name === 'covers' && status === 'warn')
      .map(({ detail }) => detail);
  const whole = layer(...squares(410_000), ...squares(440_000));
  expect(await warned(whole)).toEqual([]);
  const part = layer(...squares(410_000), [410_400, 411_000], [411_400, 411_000]);
  const [only, ...more] = await warned(part, { force: true });
  expect(only).toContain('E06999001 (conservation-area, 50 %)');
  expect(more).toEqual([]);
  expect(await covered()).toEqual([{ country: null, authority: 'E06999001' }]);
  expect(await warned(part, { covers: ['E07999001'] })).toEqual([]);
  expect(await covered()).toEqual([{ country: null, authority: 'E07999001' }]);
  expect(await s.rows('select from areas')).toHaveLength(5);
});
