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
    `truncate area_figures, area_changes, small_areas, crime_counts, crime_areas, crime_forces,
       crime_months, broadband_postcodes, onspd_postcodes, postcodes, dataset_loads, dataset_rejects, derived_builds`,
  ),
);
const figures = (topic: string) =>
  bench.rows(
    `select area_code, dataset, as_of, total, figures from area_figures where topic = '${topic}' order by area_code`,
  );

/** A made-up Nomis table of one area. */
function nomis(variable: string, counts: Record<string, number>): string {
  const header = [
    'date',
    'geography',
    'geography code',
    ...Object.keys(counts).map((c) => `${variable}: ${c}; measures: Value`),
  ];
  return `${header.map((h) => `"${h}"`).join(',')}\n"2021","Xan 001A","E01999001",${Object.values(counts).join(',')}\n`;
}

describe('census-2021', () => {
  it('puts single years into bands of five, without the sub-totals', async () => {
    await bench.load(
      'census-2021',
      'ts007.csv',
      nomis('Age', {
        Total: 501,
        'Aged 4 years and under': 21,
        ...Object.fromEntries(
          Array.from({ length: 101 }, (_, i) => [
            i === 0
              ? 'Aged under 1 year'
              : i === 100
                ? 'Aged 100 years and over'
                : `Aged ${i} year${i === 1 ? '' : 's'}`,
            i === 0 ? 1 : 5,
          ]),
        ),
        'Aged 85 years and over': 80,
      }),
    );
    const [row] = await figures('age');
    expect(row).toMatchObject({ area_code: 'E01999001', dataset: 'census-2021', as_of: '2021', total: 501 });
    expect(row.figures).toMatchObject({ '0_4': 21, '5_9': 25, '80_84': 25, '85_plus': 80 });
  });

  it('reads tables that already have bands of five', async () => {
    const bands = Array.from({ length: 18 }, (_, i) => [
      i === 0
        ? 'Aged 4 years and under'
        : i === 17
          ? 'Aged 85 years and over'
          : `Aged ${i * 5} to ${i * 5 + 4} years`,
      10 + i,
    ]);
    await bench.load('census-2021', 'ts007a.csv', nomis('Age', { Total: 333, ...Object.fromEntries(bands) }));
    expect((await figures('age'))[0].figures).toMatchObject({ '0_4': 10, '5_9': 11, '85_plus': 27 });
  });

  it('counts each household once among totals, sub-totals and leaves', async () => {
    await bench.load(
      'census-2021',
      'ts054.csv',
      nomis('Tenure of household', {
        'Total: All households': 100,
        Owned: 60,
        'Owned: Owns outright': 35,
        'Owned: Owns with a mortgage or loan': 25,
        'Shared ownership': 2,
        'Shared ownership: Shared ownership': 2,
        'Social rented': 18,
        'Social rented: Rents from council or Local Authority': 10,
        'Social rented: Other social rented': 8,
        'Private rented': 19,
        'Private rented: Private landlord or letting agency': 15,
        'Private rented: Other private rented': 4,
        'Lives rent free': 1,
        'Lives rent free: Lives rent free': 1,
      }),
    );
    const [row] = await figures('tenure');
    expect(row.figures).toEqual({
      owned_outright: 35,
      owned_mortgage: 25,
      shared_ownership: 2,
      social_rented: 18,
      private_rented: 19,
      rent_free: 1,
    });
    expect(row.total).toBe(100);
  });

  it('fails if part of a category has an unknown name, which would leave a gap in every share', async () => {
    const refused = await bench.refusal(
      'census-2021',
      'ts003.csv',
      nomis('Household composition', {
        'Total: All households': 100,
        'One-person household: Aged 66 years and over': 13,
        'Lone-person household: Other': 17,
        'Single family household': 63,
        'Other household types': 7,
      }),
    );
    expect(refused.message).toContain('The categories of households sum to 83 of 100.');
    expect(await figures('households')).toEqual([]);
  });

  it('names the tables that it reads when it refuses another, and refuses a row whose figure is not a number', async () => {
    expect(
      (await bench.refusal('census-2021', 'ts021.csv', nomis('Ethnic group', { Total: 1 }))).message,
    ).toContain('TS054');
    const text = nomis('Number of cars or vans', {
      'Total: All households': 9,
      'No cars or vans in household': 1,
      '1 car or van in household': 3,
      '2 cars or vans in household': 3,
      '3 or more cars or vans in household': 2,
    });
    const bad = text.split('\n')[1]!.replace('E01999001', 'E01999002').replace(',3,3,', ',x,3,');
    expect(await bench.load('census-2021', 'ts045.csv', `${text}${bad}\n`)).toMatchObject({
      rows_published: 1,
      rows_rejected: 1,
    });
  });
});

describe('council-tax-bands', () => {
  const HEADER = [
    'geography',
    'ba_code',
    'ecode',
    'area_name',
    ...'abcdefghi'.split('').map((b) => `band_${b}`),
    'all_properties',
  ];
  it('reads a dash as zero, two dots as a band that does not exist, and any other mark as an unknown count', async () => {
    const bands = {
      band_a: 120,
      band_b: 40,
      band_c: '-',
      band_d: 10,
      band_e: '-',
      band_f: '-',
      band_g: '-',
      band_h: '-',
      band_i: '..',
    };
    await bench.load(
      'council-tax-bands',
      'CTSOP1_1_2025_03_31.csv',
      table(HEADER, [
        { geography: 'LSOA', ecode: 'E01999001', area_name: 'Xan 001A', ...bands, all_properties: 170 },
        {
          geography: 'LSOA',
          ecode: 'E01999002',
          area_name: 'Xan 001B',
          ...bands,
          band_b: '[c]',
          band_i: '[z]',
        },
        { geography: 'REGL', ecode: '', area_name: 'x', ...bands },
      ]),
    );
    const [row, other] = await figures('council_tax');
    expect(other.figures).toEqual({ ...row.figures, band_b: null });
    expect(row).toMatchObject({ area_code: 'E01999001', as_of: '2025-03', total: 170 });
    expect(row.figures).toEqual({
      band_a: 120,
      band_b: 40,
      band_c: 0,
      band_d: 10,
      band_e: 0,
      band_f: 0,
      band_g: 0,
      band_h: 0,
    });
  });

  it('joins the Scottish rows of an area, and sums its total if none is given', async () => {
    const header = ['Geography_Code', 'Year', 'Council Tax Band', 'Value'];
    const band = (letter: string, value: number) => ({
      Geography_Code: 'S01999001',
      Year: 2023,
      'Council Tax Band': `Band ${letter}`,
      Value: value,
    });
    await bench.load(
      'council-tax-bands',
      'dwellings-by-band-DZ-2023.csv',
      table(header, [band('A', 30), band('B', 12)]),
    );
    expect(await figures('council_tax')).toMatchObject([
      { area_code: 'S01999001', as_of: '2023', total: 42, figures: { band_a: 30, band_b: 12 } },
    ]);
  });

  it('gives no total if one of the bands is unknown', async () => {
    const header = ['Geography_Code', 'Year', 'Council Tax Band', 'Value'];
    const band = (letter: string, value: number | string) => ({
      Geography_Code: 'S01999001',
      Year: 2023,
      'Council Tax Band': `Band ${letter}`,
      Value: value,
    });
    await bench.load(
      'council-tax-bands',
      'dwellings-by-band-DZ-2023.csv',
      table(header, [band('A', 30), band('B', 'withheld')]),
    );
    expect(await figures('council_tax')).toMatchObject([
      { area_code: 'S01999001', total: null, figures: { band_a: 30, band_b: null } },
    ]);
  });
});

describe.skipIf(!folder)('area figures on real files', () => {
  it.each(['ctry', 'rgn', 'utla', 'ltla'])(
    'reads ages by %s, of which the bands add up to the total',
    async (level) => {
      const result = await bench.loadFiles('census-2021', [
        join(folder!, `census2021/bulk/census2021-ts007-${level}.csv`),
      ]);
      expect(result.rows_rejected).toBe(0);
      const rows = await figures('age');
      expect(rows.length).toBe(result.rows_read);
      for (const row of rows) {
        const sum = Object.values(row.figures as Record<string, number>).reduce((all, n) => all + n, 0);
        expect(Math.abs(sum - row.total)).toBeLessThan(100);
      }
    },
  );

  it('reads the crime of Essex, whose areas of 2011 are converted to present areas by the look-up', async () => {
    await bench.loadFiles('area-changes', [join(folder!, 'census2021/LSOA11_LSOA21_LAD22_EW.csv.gz')]);
    const result = await bench.loadFiles('police-crime', [
      join(folder!, 'police/2019-10-essex-street.csv.gz'),
    ]);
    expect(result).toMatchObject({ rows_read: 17_531, rows_rejected: 0, newest_record: '2019-10-31' });
    expect(await bench.rows('select month, incidents, without_location from crime_months')).toEqual([
      { month: '2019-10', incidents: 17_531, without_location: 68 },
    ]);
    const [chelmsford] = await bench.rows(`select incidents from crime_areas where area_code = 'E07000070'`);
    expect(chelmsford.incidents).toBeGreaterThan(1000);
  });
});

describe('urban-rural', () => {
  it('reads the classes of each nation, and refuses one that does not exist', async () => {
    const result = await bench.load(
      'urban-rural',
      'ruc.csv',
      '\uFEFFLSOA21CD,LSOA21NM,RUC21CD,RUC21NM,Urban_rural_flag\nE01999001,Xan,UN1,Urban,Urban\nE01999002,Xan,ZZ9,x,x\n',
    );
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 1 });
    await bench.load('urban-rural', 'dz.csv', 'DataZone,UrbanRural8fold2020\nS01999001,6\n');
    expect((await figures('urban_rural')).map((row) => row.figures)).toEqual([{ UN1: 1 }, { 6: 1 }]);
  });

  it.each([
    [
      'by data zones of 2022',
      'ur.csv',
      'DataZone2022,DataZone2022_Name,UrbanRural8fold2022,UrbanRural8fold2022_Name',
      '2022',
    ],
    ['by the look-up of an edition', 'DZ2011_SGUR2016_Lookup.csv', 'DZ_CODE,DZ_NAME,UR8FOLD,URNAME', '2016'],
    ['without a year', 'classes.csv', 'DZ_CODE,DZ_NAME,UR8FOLD,URNAME', 'not dated'],
  ])('reads classes %s, with the year that the file states', async (_, name, header, as_of) => {
    await bench.load('urban-rural', name, `${header}\nS01999001,Xan,3,Small\n`);
    expect(await figures('urban_rural')).toMatchObject([
      { area_code: 'S01999001', as_of, figures: { 3: 1 } },
    ]);
  });
});

describe('small-area-income', () => {
  it('reads figures with thousands commas under a title, and skips the notes below', async () => {
    const text =
      'Total annual household income by MSOA, financial year ending 2023\n\n' +
      'MSOA code,MSOA name,Total annual income (£),Upper confidence limit (£),Lower confidence limit (£)\n' +
      'E02999001,Xan 001,"47,100","53,000","41,800"\nNotes,,,,\n';
    expect(await bench.load('small-area-income', 'income.csv', text)).toMatchObject({
      rows_published: 1,
      rows_rejected: 0,
    });
    expect(await figures('income')).toMatchObject([
      { area_code: 'E02999001', as_of: '2023', total: 47_100, figures: { lower: 41_800, upper: 53_000 } },
    ]);
  });

  it('counts the skipped figures of other levels of area, but not the notes', async () => {
    const text =
      'MSOA code,MSOA name,Total annual income (£)\nE02999001,Xan 001,"47,100"\nE06999001,Xanshire,"46,000"\nNotes,,\n';
    const { checks } = await bench.load('small-area-income', 'income-2023.csv', text);
    expect(checks.find(({ name }) => name === 'left_out')?.detail).toContain(
      'It is of no MSOA of England or Wales. (1)',
    );
  });

  it('refuses an income below nothing', async () => {
    const text =
      'MSOA code,MSOA name,Total annual income (£)\nE02999001,Xan 001,"-47,100"\nE02999002,Xan 002,"47,100"\n';
    await bench.load('small-area-income', 'income-2023.csv', text);
    expect(await figures('income')).toMatchObject([{ area_code: 'E02999002', total: 47_100 }]);
  });
});
