import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedData } from '@domesday/testing';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const folder = sharedData();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.rows('truncate deprivation_areas, dataset_loads, dataset_rejects, derived_builds'));

describe('deprivation', () => {
  it('recognises the columns of File 7 of England by how their headers begin, since one header is cut short', async () => {
    const header = [
      'LSOA code (2021)',
      'LSOA name (2021)',
      'Index of Multiple Deprivation (IMD) Score',
      'Index of Multiple Deprivation (IMD) Rank (where 1 is most deprived)',
      'Income Rank (where 1 is most deprived)',
      'Index of Multiple Deprivation (IMD) Decile (where 1 is most deprived 10% of LSOA',
    ];
    const rows = ['E01999001,Xan 001A,40.5,2,3,1', 'E01999002,Xan 001B,10.5,"1,500",4,5'];
    await bench.load('deprivation-england', 'File_7.csv', `${header.join(',')}\n${rows.join('\n')}\n`);
    expect(
      await bench.rows(
        'select area_code, level, year, score, rank, rank_of, decile, domains from deprivation_areas order by 1',
      ),
    ).toEqual([
      {
        area_code: 'E01999001',
        level: 'small_area',
        year: 2025,
        score: 40.5,
        rank: 2,
        rank_of: null,
        decile: 1,
        domains: { income: 3 },
      },
      {
        area_code: 'E01999002',
        level: 'small_area',
        year: 2025,
        score: 10.5,
        rank: 1500,
        rank_of: null,
        decile: 5,
        domains: { income: 4 },
      },
    ]);
  });

  it('refuses a row of the long table without a year, and never assumes a year', async () => {
    const header = 'area_code,area_name,deprivation_data_year,index_domain,average_score,rank_average_score';
    const row = (code: string, year: string) => `${code},Xan,${year},Index of Multiple Deprivation,20.5,7`;
    const years = [row('E06999001', '2025'), row('E06999002', ''), row('E06999003', 'n/a')];
    await bench.load('deprivation-england', 'authorities.csv', `${header}\n${years.join('\n')}\n`);
    expect(await bench.rows('select area_code, year from deprivation_areas')).toEqual([
      { area_code: 'E06999001', year: 2025 },
    ]);
    expect(await bench.rows('select line, reason from dataset_rejects order by line')).toEqual([
      { line: 3, reason: '"" is not the year of an edition.' },
      { line: 4, reason: '"n/a" is not the year of an edition.' },
    ]);
  });

  it('reads one row for each domain as the area that has them all, and reports no figure as impossible or missing', async () => {
    const header = 'area_code,area_name,deprivation_data_year,index_domain,average_score,rank_average_score';
    const rows = [
      'Index of Multiple Deprivation,20.5,2',
      'Crime,0.6,9',
      'Health Deprivation and Disability,-1.2,5',
      'Income Deprivation Affecting Children,0.5,7',
    ].map((row) => `E06999001,Xan,2025,${row}`);
    const table = `${header}\n${rows.join('\n')}\n`;
    const { checks } = await bench.load('deprivation-england', 'authorities.csv', table);
    expect(await bench.rows('select score, rank, domains from deprivation_areas')).toEqual([
      { score: 20.5, rank: 2, domains: { crime: 9, health: 5 } },
    ]);
    expect(checks.filter(({ name }) => /^(beyond|unread|null_rate)/.test(name))).toEqual([
      { name: 'null_rate.rank', status: 'ok', detail: '0.00 % of rows have no rank.' },
    ]);
    await expect(
      bench.load('deprivation-england', 'twice.csv', `${table}E06999001,Xan,2025,Crime,0.6,8\n`),
    ).rejects.toThrow('they rank 1 area in two ways');
  });

  it('reads Files 1 and 2, which have no scores, and keeps the scores and domains from File 7 of the same edition', async () => {
    const area = 'LSOA code (2011),LSOA name (2011)';
    const index = 'Index of Multiple Deprivation (IMD) Rank,Index of Multiple Deprivation (IMD) Decile';
    const read = () => bench.rows('select year, score, rank, decile, domains from deprivation_areas');
    await bench.load(
      'deprivation-england',
      'File_1.csv',
      `${area},${index}\nE01999001,Xan 001A,"29,199",9\n`,
    );
    expect(await read()).toEqual([{ year: 2019, score: null, rank: 29199, decile: 9, domains: {} }]);
    await bench.load(
      'deprivation-england',
      'File_7.csv',
      `${area},Index of Multiple Deprivation (IMD) Score,${index}\nE01999001,Xan 001A,6.2,29199,9\n`,
    );
    await bench.load(
      'deprivation-england',
      'File_2.csv',
      `${area},${index},Income Rank (where 1 is most deprived)\nE01999001,Xan 001A,29199,9,32831\n`,
    );
    const whole = { year: 2019, score: 6.2, rank: 29199, decile: 9, domains: { income: 32831 } };
    expect(await read()).toEqual([whole]);
    await bench.load('deprivation-england', 'File_1.csv', `${area},${index}\nE01999001,Xan 001A,29199,9\n`);
    expect(await read()).toEqual([whole]);
  });

  it('keeps the ranks of domains if File 1, which has none, is loaded together with File 2', async () => {
    const index = 'Index of Multiple Deprivation (IMD) Rank,Index of Multiple Deprivation (IMD) Decile';
    const income = 'Income Rank (where 1 is most deprived)';
    const files = {
      'File_1.csv': `LSOA code (2011),${index}\nE01999001,29199,9\n`,
      'File_2.csv': `LSOA code (2011),${index},${income}\nE01999001,29199,9,32831\n`,
    };
    const folder = await mkdtemp(join(tmpdir(), 'domesday-editions-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await bench.loadFiles('deprivation-england', [folder]);
    await rm(folder, { recursive: true });
    expect(await bench.rows('select rank, domains from deprivation_areas')).toEqual([
      { rank: 29199, domains: { income: 32831 } },
    ]);
  });

  it('keeps the edition of 2019 beside that of 2025', async () => {
    const edition = (year: number) =>
      `LSOA code (${year}),Index of Multiple Deprivation (IMD) Score,Index of Multiple Deprivation (IMD) Rank (where 1 is most deprived)\nE01999001,1,1\n`;
    await bench.load('deprivation-england', 'a.csv', edition(2011));
    await bench.load('deprivation-england', 'b.csv', edition(2021));
    expect((await bench.rows('select year from deprivation_areas order by 1')).map((r) => r.year)).toEqual([
      2019, 2025,
    ]);
  });

  it('distinguishes editions of one census by the year of their authorities, and refuses an unknown edition', async () => {
    const edition = (areas: number, authorities: number) =>
      `LSOA code (${areas}),LSOA name (${areas}),Local Authority District code (${authorities}),Index of Multiple Deprivation (IMD) Rank (where 1 is most deprived)\nE01999001,Xan 001A,E06999001,1\n`;
    const years = async () =>
      (await bench.rows('select year from deprivation_areas order by 1')).map(({ year }) => year);
    await bench.load('deprivation-england', 'a.csv', edition(2011, 2019));
    await bench.load('deprivation-england', 'b.csv', edition(2011, 2013));
    await bench.load('deprivation-england', 'c.csv', edition(2021, 2024));
    expect(await years()).toEqual([2015, 2019, 2025]);
    for (const [areas, authorities] of [
      [2021, 2028],
      [2031, 2032],
      [2011, 2010],
    ] as const) {
      const { message } = await bench.refusal('deprivation-england', 'd.csv', edition(areas, authorities));
      expect(message).toContain(
        'its header names the areas of another year than the editions of 2015, 2019 and 2025',
      );
    }
    expect(await years()).toEqual([2015, 2019, 2025]);
  });

  it('refuses Welsh ranks if neither their header, their title nor their file name gives the edition', async () => {
    const ranks = 'LSOA code,LSOA name (Eng),WIMD\nW01999001,Gwyn 1,7\n';
    const { message } = await bench.refusal('deprivation-wales', 'ranks.csv', ranks);
    expect(message).toContain('it does not say of which edition its ranks are');
    await bench.load('deprivation-wales', 'wimd-2025-ranks.csv', ranks);
    await bench.load('deprivation-wales', 'ranks.csv', `WIMD 2019: ranks\n\n${ranks}`);
    expect(await bench.rows('select year from deprivation_areas order by 1')).toEqual([
      { year: 2019 },
      { year: 2025 },
    ]);
  });

  it('reads Welsh ranks below notes, and refuses rows of the sheet of scores', async () => {
    await bench.load(
      'deprivation-wales',
      'wimd.csv',
      'WIMD 2019 ranks\n\nLSOA code,LSOA name (Eng),Local Authority name (Eng),WIMD 2019 \nW01999001,Gwyn 1,Gwynxal,7\n',
    );
    expect(await bench.rows('select area_code, year, rank from deprivation_areas')).toEqual([
      { area_code: 'W01999001', year: 2019, rank: 7 },
    ]);
    expect(
      (await bench.refusal('deprivation-wales', 'scores.csv', 'LSOA Code,WIMD 2019\nW01999001,23.7\n')).code,
    ).toBe('checks');
  });

  it('reads Scottish data zones with shared ranks', async () => {
    await bench.load(
      'deprivation-scotland',
      'simd.csv',
      'Data_Zone,SIMD2020v2_Rank,SIMD2020v2_Decile,SIMD2020v2_Income_Domain_Rank\nS01999001,2.5,1,10\nS01999002,2.5,1,11\n',
    );
    expect(
      await bench.rows("select rank, decile, domains from deprivation_areas where area_code = 'S01999001'"),
    ).toEqual([{ rank: 3, decile: 1, domains: { income: 10 } }]);
  });

  it('refuses files of one year only if they rank an area differently, in the index or in a domain', async () => {
    const simd = (edition: string, rank: number, income: number) =>
      bench.file(
        `Data_Zone,${edition}_Rank,${edition}_Income_Domain_Rank\nS01999001,${rank},${income}\n`,
        `${edition}-${rank}-${income}.csv`,
      );
    const corrected = await simd('SIMD2020v2', 20, 10);
    for (const other of [await simd('SIMD2020', 21, 10), await simd('SIMD2020', 20, 12)])
      await expect(bench.loadFiles('deprivation-scotland', [other, corrected])).rejects.toThrow(
        'The files are of several editions: they rank 1 area in two ways. Load the newest alone.',
      );
    const same = [await simd('SIMD2020', 20, 10), corrected];
    expect(await bench.loadFiles('deprivation-scotland', same)).toMatchObject({ rows_published: 1 });
  });

  it('warns if a load ranks the served areas of the same year in another way, and not if it repeats them', async () => {
    const simd = (edition: string, ...ranks: number[]) =>
      bench.load(
        'deprivation-scotland',
        `${edition}.csv`,
        `Data_Zone,${edition}_Rank\n${ranks.map((rank, i) => `S0199900${i},${rank}\n`).join('')}`,
      );
    const warned = async (loading: ReturnType<typeof simd>) =>
      (await loading).checks.filter(({ name }) => name === 'other_edition').map(({ detail }) => detail);
    expect(await warned(simd('SIMD2020v2', 1, 2, 3))).toEqual([]);
    expect(await warned(simd('SIMD2020', 2, 1, 3))).toEqual([
      'These files rank 2 of 3 areas otherwise than the index of 2020 that was served, and replace it. One of the two is a correction: if these files are the earlier one, load the corrected one again.',
    ]);
    expect(await warned(simd('SIMD2020', 2, 1, 3, 4))).toEqual([]);
  });
});

describe.skipIf(!folder)('deprivation on real files', () => {
  it('reads the deprivation of authorities and of MSOAs', async () => {
    const authorities = await bench.loadFiles('deprivation-england', [
      join(folder!, 'imd/indices_of_deprivation_2025_lad.csv'),
    ]);
    expect(authorities).toMatchObject({ rows_rejected: 0, rows_published: 296 });
    const [row] = await bench.rows(`select * from deprivation_areas where area_code = 'E06000001'`);
    expect(row).toMatchObject({ level: 'local_authority', year: 2025, score: 37.58, rank: 6, rank_of: 296 });
    expect(Object.keys(row.domains)).toHaveLength(7);
    const middle = await bench.loadFiles('deprivation-england', [
      join(folder!, 'imd/msoa_IMD19_scores.csv.gz'),
    ]);
    expect(middle).toMatchObject({ rows_rejected: 0, rows_published: 6791 });
  });

  it('reads Files 1 and 2 of 2019, whose ranks agree', async () => {
    const read = () =>
      bench.rows(
        `select rank, rank_of, decile, domains from deprivation_areas where area_code = 'E01000001'`,
      );
    const first = await bench.loadFiles('deprivation-england', [
      join(folder!, 'imd/iod2019_file_1_index_of_multiple_deprivation.csv.gz'),
    ]);
    expect(first).toMatchObject({ rows_rejected: 0, rows_published: 32_844 });
    const index = { rank: 29_199, rank_of: 32_844, decile: 9 };
    expect(await read()).toEqual([{ ...index, domains: {} }]);
    const second = await bench.loadFiles('deprivation-england', [
      join(folder!, 'imd/iod2019_file_2_domains.csv.gz'),
    ]);
    expect(second).toMatchObject({ rows_rejected: 0, rows_published: 32_844 });
    const [{ domains, ...same }] = await read();
    expect(same).toEqual(index);
    expect(domains).toMatchObject({ income: 32_831, crime: 32_662, living_environment: 7789 });
    expect(Object.keys(domains)).toHaveLength(7);
  });

  it('refuses the Welsh workbook of scores and asks for the sheet of ranks', async () => {
    const refused = await bench
      .loadFiles('deprivation-wales', [join(folder!, 'imd/wimd-2019-index-and-domain-scores.ods')])
      .then(
        () => null,
        (error: Error) => error.message,
      );
    expect(refused).toMatch(/sheet of ranks/);
  });
});
