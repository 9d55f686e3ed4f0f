import { execFile } from 'node:child_process';
import { program } from '@domesday/testing/program';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { sharedData } from '@domesday/testing/shared-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { squareName } from '../src/grid-square.ts';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

/** Derived tables are not tested here, so they are not built. */
const loadText: Scratch['loadText'] = (dataset, text, options) =>
  s.loadText(dataset, text, { skipDerived: true, ...options });
const load: Scratch['load'] = (dataset, uris, options) =>
  s.load(dataset, uris, { skipDerived: true, ...options });

const count = async (from: string) => (await s.rows(`select count(*) as n from ${from}`))[0].n;

// Made-up schools. A school has a position only if an easting is given.
const school = (i: number, easting: number | '' = 375_000) => ({ seed: 1_000_000 + i, easting });
const roll = (schools: ReturnType<typeof school>[]) =>
  `SeedCode,SchoolName,SchoolType,Easting,Northing\n${schools
    .map(({ seed, easting }) => `${seed},School ${seed},Primary,${easting},${easting && 665000}\n`)
    .join('')}`;
const schools = (n: number, easting?: number | '') => Array.from({ length: n }, (_, i) => school(i, easting));
const many = (n: number, easting?: number) => roll(schools(n, easting));

describe('a load stops, changes nothing and says what would be lost', () => {
  it('if more than a tenth of the rows would be lost, in any dataset', async () => {
    await loadText('schools-scotland', many(20));
    const { code, message } = await refusal(loadText('schools-scotland', many(16)));
    expect(code).toBe('checks');
    expect(message).toContain('16 rows, 20 before: more than a tenth of them would be gone');
    expect(await count('schools')).toBe(20);
    expect((await loadText('schools-scotland', many(18))).rows_published).toBe(18);
  });

  it('if all positions would be lost, even if the number of rows stays', async () => {
    await loadText('schools-scotland', many(18), { force: true });
    const bare = roll(schools(18, ''));
    const { code, message } = await refusal(loadText('schools-scotland', bare));
    expect(code).toBe('losses');
    expect(message).toContain('the positions of 18 of the 18 rows that have one. --force publishes');
    expect(await count('schools where easting is not null')).toBe(18);
    const forced = await loadText('schools-scotland', bare, { force: true });
    expect(forced.checks).toContainEqual(expect.objectContaining({ name: 'losses', status: 'warn' }));
  });

  it.each([
    [
      'deprivation-england',
      'area_code,area_name,deprivation_data_year,index_domain,average_score,rank_average_score',
      (i: number, rank: string) =>
        `E069990${10 + i},Xan ${i},2025,Index of Multiple Deprivation,20.5,${rank}`,
      'rank (12 of the 12)',
    ],
    [
      'schools-scotland',
      'SeedCode,SchoolName,SchoolType,PupilRoll',
      (i: number, roll: string) => `${1_100_000 + i},School ${i},Primary,${roll}`,
      'pupils (12 of the 12)',
    ],
  ] as const)(
    'if all values of a column would be lost, even if the rows stay: %s',
    async (dataset, header, row, lost) => {
      const file = (value: (i: number) => string) =>
        `${header}\n${Array.from({ length: 12 }, (_, i) => row(i, value(i))).join('\n')}\n`;
      await loadText(
        dataset,
        file((i) => String(i + 1)),
        { replace: true, force: true },
      );
      const { code, message } = await refusal(
        loadText(
          dataset,
          file(() => 'n/a'),
        ),
      );
      expect(code).toBe('losses');
      expect(message).toContain(
        `It would take away values that are served, of which the files have none: ${lost}`,
      );
      // A column that still has some values is judged by its null rate, not here.
      expect(
        (
          await loadText(
            dataset,
            file((i) => (i ? String(i + 1) : 'n/a')),
          )
        ).status,
      ).toBe('published');
      const { checks } = await loadText(
        dataset,
        file(() => 'n/a'),
        { force: true },
      );
      expect(checks).toContainEqual(expect.objectContaining({ name: 'losses', status: 'warn' }));
    },
  );

  it('but not if a column had only few values, which may be missing by chance', async () => {
    const schools = (roll: string) =>
      `SeedCode,SchoolName,SchoolType,PupilRoll\n${Array.from({ length: 9 }, (_, i) => `${1_100_000 + i},School ${i},Primary,${roll}\n`).join('')}`;
    await loadText('schools-scotland', schools('200'), { replace: true, force: true });
    expect((await loadText('schools-scotland', schools('n/a'))).status).toBe('published');
  });

  it('if the rows of another area would be lost, even if as many are added', async () => {
    const shops = (latitude: number) =>
      `@id,@lat,@lon,amenity,name\n${Array.from({ length: 4 }, (_, i) => `node/${latitude * 10 + i},${latitude},-2.${i + 1},cafe,Made up ${i}\n`).join('')}`;
    await loadText('osm-points', shops(51));
    const { code, message } = await refusal(loadText('osm-points', shops(53)));
    expect(code).toBe('losses');
    expect(message).toContain('4 of the 4 rows that are served (100 %)');
    expect(await count('osm_points')).toBe(4);
  });

  it('also with --replace, and exits with status 2', async () => {
    const sale = (n: number) =>
      `"{00000000-0000-0000-0000-00000000000${n}}","1000","2024-01-05 00:00","XE1 1AA","T","N","F","${n}","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`;
    await loadText('price-paid', [1, 2, 3].map(sale).join(''));
    const file = await s.file(sale(1));
    const { file: main, execArgv } = program('cli');
    const run = (...more: string[]) =>
      new Promise<{ status: unknown; said: string }>((done) => {
        const env = { ...process.env, DATABASE_URL: s.database.url, DOMESDAY_HOME: s.folder };
        const args = [...execArgv, main, 'load', 'price-paid', file, '--replace', ...more];
        execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
          done({ status: error?.code ?? 0, said: stdout + stderr }),
        );
      });
    const stopped = await run();
    expect(stopped.said).toContain('It would take away 2 of the 3 rows that are served (66.7 %)');
    expect(stopped.status).toBe(2);
    expect(await count('sales')).toBe(3);
    expect((await run('--force')).status).toBe(0);
    expect(await count('sales')).toBe(1);
  });

  it('but not for a file of another postcode area, nor at a first load', async () => {
    await loadText('code-point-open', CODE_POINT('XE1 1AA') + CODE_POINT('XE1 1AB'));
    await loadText('code-point-open', CODE_POINT('XW1 1AA'));
    expect(await count('code_point_postcodes')).toBe(3);
  });
});

describe('areas of one council', () => {
  const square = (e: number, n: number, name: string) => ({
    type: 'Feature',
    properties: { name },
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
  });
  const file = (...features: unknown[]) =>
    JSON.stringify({
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'EPSG:27700' } },
      features,
    });

  it('never replace those of another council: the load stops, and --covers keeps both', async () => {
    await loadText('air-quality-areas', file(square(375_000, 165_000, 'made-up Bath')), {
      name: 'aqma-bath.geojson',
    });
    const other = file(square(375_000, 394_000, 'made-up Trafford'));
    const { code, message } = await refusal(
      loadText('air-quality-areas', other, { name: 'aqma-trafford.geojson' }),
    );
    expect(code).toBe('losses');
    expect(message).toContain(
      'of air-quality-management-area in ST76. Say with --covers which nation or authority',
    );
    await loadText('air-quality-areas', other, { name: 'aqma-trafford.geojson', covers: ['E08000009'] });
    const kept = await s.rows('select name, scope from areas order by name');
    expect(kept).toEqual([
      { name: 'made-up Bath', scope: 'all' },
      { name: 'made-up Trafford', scope: 'E08000009' },
    ]);
  });

  it.skipIf(!sharedData())('stay on the real files of Bath and Trafford', async () => {
    await s.database.db.query('truncate areas, area_coverage, dataset_served, dataset_served_areas');
    const bath = `${sharedData()}/designations-bath/banes_inspire_aqma_bath_major_roads.geojson`;
    const trafford = `${sharedData()}/aqma/trafford_aqma.geojson`;
    await load('air-quality-areas', [bath]);
    const before = await count('areas');
    expect((await refusal(load('air-quality-areas', [trafford]))).code).toBe('losses');
    expect(await count('areas')).toBe(before);
    await load('air-quality-areas', [trafford], { covers: ['E08000009'] });
    expect(await count('areas')).toBeGreaterThan(before);
  });

  it('are no part of other datasets, which refuse --covers', async () => {
    const { message } = await refusal(loadText('schools-scotland', many(3), { covers: ['Scotland'] }));
    expect(message).toBe('schools-scotland takes no --covers: only datasets of areas do.');
  });
});

describe('a load of an older release', () => {
  const edition = (release: string, ...postcodes: string[]) =>
    loadText('code-point-open', postcodes.map((one) => CODE_POINT(one)).join(''), { release });
  const older = async (load: ReturnType<typeof edition>) =>
    (await load).checks.filter(({ name }) => name === 'older_release').map(({ detail }) => detail);

  it('warns how many rows of newer releases it replaced, and not if there are none', async () => {
    await s.database.db.query('truncate code_point_postcodes, dataset_served, dataset_served_areas');
    expect(await older(edition('2026-08', 'XE1 1AA', 'XE1 1AB'))).toEqual([]);
    expect(await older(edition('2026-02', 'XW1 1AA'))).toEqual([]);
    expect(await older(edition('2026-05', 'XE1 1AA', 'XE1 1AC'))).toEqual([
      '2 served rows of release 2026-08 were replaced by the older release 2026-05. If that was not meant, load the newer files again with --force.',
    ]);
    expect(await older(edition('2026-08', 'XE1 1AA', 'XE1 1AB'))).toEqual([]);
    // A corrected file of the same release.
    expect(await older(edition('2026-08', 'XE1 1AA', 'XE1 1AD'))).toEqual([]);
  });

  it('is recognised by the newest record of a register if its files name no release', async () => {
    await s.database.db.query('truncate hmo_licences, hmo_registers, dataset_served, dataset_served_areas');
    const register = (code: string, issued: string, number = 1) =>
      loadText('hmo-register', `Property,Issued\n"${number} Cod Lane, XE1 1AA",${issued}\n`, {
        mapping: { local_authority_code: code, columns: { address: 'Property', issued_on: 'Issued' } },
      });
    expect(await older(register('E06999001', '2025-03-01'))).toEqual([]);
    expect(await older(register('E06999002', '2018-03-01'))).toEqual([]);
    expect(await older(register('E06999001', '2024-03-01'))).toEqual([
      '1 served row of files whose newest record is of 2025-03-01 was replaced by files whose newest record is of 2024-03-01: these seem older. If that was not meant, load the newer files again with --force.',
    ]);
    expect(await older(register('E06999001', '2024-03-01', 2))).toEqual([]);
  });

  it.each([
    ['2026', '2025', '2025-07', '2026-01'],
    ['2025-03-31', '2025-03-01', '2025-03', '2025-03-31'],
    ['2026-02', '2025', '2026', '2026-02-10'],
  ])(
    'warns if %s is replaced by %s, in years, months or days, and not when it follows %s and %s',
    async (newer, lower, ...rest) => {
      await s.database.db.query('truncate code_point_postcodes, dataset_served, dataset_served_areas');
      for (const [i, release] of [...rest, newer].entries())
        expect(await older(edition(release, `XE1 1A${'ABD'[i]}`))).toEqual([]);
      expect(await older(edition(lower, 'XE1 1AE'))).toEqual([
        `1 served row of release ${newer} was replaced by the older release ${lower}. If that was not meant, load the newer files again with --force.`,
      ]);
    },
  );

  it('is recognised by the years in its file names if they name no month, and not by the year of a folder', async () => {
    const lookup = (name: string, brma: string) =>
      older(loadText('brma-lookup', `postcode,brma_code,brma\nXE1 1AA,1,${brma}\n`, { name }));
    await s.database.db.query('truncate brma_postcodes, brmas, dataset_served, dataset_served_areas');
    expect(await lookup('2020/postcode-brma-2025.csv', 'Xan')).toEqual([]);
    expect(await lookup('2019/postcode-brma-2025.csv', 'Xen')).toEqual([]);
    expect(await lookup('2027/postcode-brma-2021.csv', 'Xin')).toEqual([
      '1 served row of release 2025 was replaced by the older release 2021. If that was not meant, load the newer files again with --force.',
    ]);
    expect(await lookup('2018/postcode-brma.csv', 'Xon')).toEqual([]);
  });

  it('is not recognised by a year in the file name if its records have dates', async () => {
    const sale = (name: string, price: number) =>
      older(
        loadText(
          'price-paid',
          `"{0B6E5A3D-2B5C-4F3E-9D3A-6A1D5C0E9A01}","${price}","2019-05-01 00:00","XE1 1AA","T","N","F","1","","COD LANE","","XTOWN","XTOWN","XSHIRE","A","A"\n`,
          { name },
        ),
      );
    expect(await sale('sales-2026.csv', 100_000)).toEqual([]);
    expect(await sale('sales-2019.csv', 110_000)).toEqual([]);
  });
});

it.skipIf(!sharedData())(
  'a real table of Scottish schools without positions does not replace one with them',
  async () => {
    await s.database.db.query('truncate schools, dataset_served, dataset_served_areas');
    const folder = `${sharedData()}/schools`;
    await load('schools-scotland', [`${folder}/scotland_school_roll_2023.csv.gz`]);
    const placed = await count('schools where easting is not null');
    expect(placed).toBeGreaterThan(2000);
    const second = await refusal(
      load('schools-scotland', [`${folder}/scotland_school_level_summary_2024.csv.gz`]),
    );
    expect(['losses', 'refused']).toContain(second.code);
    expect(await count('schools where easting is not null')).toBe(placed);
  },
);

it.each([
  ['e37 n16', 'ST76'],
  ['e53 n18', 'TQ38'],
  ['conservation-area in e31 n67', 'conservation-area in NT17'],
  ['XE', 'XE'],
])('names the square %s as %s', (area, name) => {
  expect(squareName(area)).toBe(name);
});
