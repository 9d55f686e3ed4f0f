import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() =>
  bench.rows(
    'truncate area_figures, onspd_postcodes, postcodes, dataset_loads, dataset_rejects, derived_builds',
  ),
);
const figures = (topic: string) =>
  bench.rows(
    `select area_code, dataset, as_of, total, figures from area_figures where topic = '${topic}' order by area_code`,
  );

describe('census-2022', () => {
  it('reads the long export between its title and its notes, and sums parts that have no total', async () => {
    const line = (code: string, label: string, count: number) =>
      `"Household","${code}","${label}",${count}\n`;
    const text =
      '"UV405 - Car or van availability"\n"Filters:"\n\n"Counting","Data Zone 2011","Car or van availability","Count"\n' +
      line('S01999001', 'All occupied households', 100) +
      line('S01999001', 'Number of cars or vans in household: No cars or vans', 30) +
      line('S01999001', 'Number of cars or vans in household: One car or van', 40) +
      line('S01999001', 'Number of cars or vans in household: Two cars or vans', 20) +
      line('S01999001', 'Number of cars or vans in household: Three cars or vans', 7) +
      line('S01999001', 'Number of cars or vans in household: Four or more cars or vans', 3) +
      line('Scotland', 'All occupied households', 2_500_000) +
      '"INFO","notes"\n';
    expect(await bench.load('census-2022', 'uv405.csv', text)).toMatchObject({
      rows_rejected: 0,
      rows_published: 2,
    });
    expect(await figures('car_availability')).toMatchObject([
      {
        area_code: 'S01999001',
        dataset: 'census-2022',
        total: 100,
        figures: { none: 30, one: 40, two: 20, three_or_more: 10 },
      },
      { area_code: 'S92000003', total: 2_500_000 },
    ]);
  });
});

describe('census-2022 as its publisher writes it', () => {
  const titles = (table: string, counted: string) =>
    `SuperWEB2(tm)\n\n"household2022"\n"Scotland's Census 2022 - National Records of Scotland Table ${table}"\n"Intermediate Zone - Data Zone 2011 by it"\n"Counting: ${counted}"\n\nFilters:\n"Default Summation","${counted}"\n\n`;
  const NOTES =
    '\n\n"INFO","Data has been perturbed"\n\n\n"Crown copyright 2024 For further information, see all 5 pages"\n';
  const TENURES = [
    'All occupied households',
    'Owned: Total',
    'Owned: Owned outright',
    'Owned: Owned with a mortgage or loan',
    'Owned: Shared ownership (part owned and part rented)',
    'Owned: Shared Equity (e.g. LIFT or Help-to-Buy)',
    'Social Rented: Total',
    'Social Rented: Council (LA) or Housing Association/ Registered Social Landlord',
    'Private rented: Total',
    'Private rented: Private landlord or letting agency',
    'Private rented: Other',
    'Lives Rent Free',
  ];
  const COUNTS = [400, 250, 120, 110, 15, 5, 90, 90, 55, 50, 5, 5];
  const TENURE = {
    owned_outright: 120,
    owned_mortgage: 110,
    shared_ownership: 20,
    social_rented: 90,
    private_rented: 55,
    rent_free: 5,
  };

  it('reads the same figures from a table by rows and a table by columns', async () => {
    const rows = TENURES.map((label, i) => `"Households","S01999001","${label}",${COUNTS[i]}\n`).join('');
    const byRows = `${titles('UV404 - Household tenure - Households All occupied households', 'Households')}"Counting","Data Zone 2011","Household Tenure","Count",\n"Intermediate Zone - Data Zone 2011",\n${rows}${NOTES}`;
    const quoted = TENURES.map((label) => `"${label}"`).join(',');
    const byColumns = `${titles('UV404 - Household tenure - Households All occupied households', 'Households')}"Household Tenure",${quoted},\n"Intermediate Zone - Data Zone 2011",\n"S01999002",${COUNTS.join(',')},\n"Xanport",9000,${COUNTS.slice(1).join(',')},${NOTES}`;
    await bench.load('census-2022', 'rows.csv', byRows);
    const result = await bench.load('census-2022', 'columns.csv', byColumns);
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 0 });
    expect(result.checks.map((one) => one.detail).join()).toContain('Its area has a name and no code.');
    expect(await figures('tenure')).toMatchObject([
      { area_code: 'S01999001', total: 400, figures: TENURE },
      { area_code: 'S01999002', total: 400, figures: TENURE },
    ]);
  });

  it('fails if a category has an unknown name, which would leave a gap in every share', async () => {
    const rows = TENURES.map(
      (label, i) => `"Households","S01999001","${label.replace('Owned outright', 'Bought')}",${COUNTS[i]}\n`,
    ).join('');
    const text = `"Counting","Data Zone 2011","Household Tenure","Count"\n${rows}`;
    expect((await bench.refusal('census-2022', 'rows.csv', text)).message).toContain(
      'sum to 280 of 400. Read were owned_mortgage, private_rented',
    );
    const wide = `"Household Tenure",${TENURES.map((label) => `"${label.replace('Owned outright', 'Bought')}"`).join(',')}\n"S01999002",${COUNTS.join(',')}\n`;
    expect((await bench.refusal('census-2022', 'UV404.csv', wide)).message).toBeTruthy();
  });

  it('refuses a table that counts people in place of households, and names the table to load', async () => {
    const people = `${titles('UV403 - Household tenure - People', 'Individuals')}"Household Tenure",${TENURES.map((label) => `"${label}"`).join(',')},\n"S01999001",${COUNTS.join(',')},\n`;
    expect((await bench.refusal('census-2022', 'people.csv', people)).message).toMatch(/UV403.*UV404/s);
    const unnamed = `"Counting","Data Zone 2011","Household Tenure","Count"\n"Individuals","S01999001","Owned: Owned outright",9\n"Households","S01999001","Owned: Owned outright",4\n`;
    expect(await bench.load('census-2022', 'unnamed.csv', unnamed)).toMatchObject({ rows_rejected: 1 });
  });

  describe('by output area', () => {
    const cars = [
      'All occupied households',
      'Number of cars or vans in household: No cars or vans',
      'Number of cars or vans in household: One car or van',
      'Number of cars or vans in household: Two cars or vans',
      'Number of cars or vans in household: Three cars or vans',
      'Number of cars or vans in household: Four or more cars or vans',
    ];
    const bulk = (rows: string) =>
      `"Scotland's Census 2022"\n"Car or van availability, all occupied households"\n"Output areas",,,\n,${cars.join(',')}\n${rows}\n"Cells are perturbed, so that they may not sum to all totals"\n`;
    const name = 'UV405 - Car or van availability.csv';
    const directory = (areas: [oa: string, zone: string][]) =>
      bench.rows(
        `insert into onspd_postcodes (postcode, country, local_authority_code, lsoa_code, output_area_code, load_id)
         values ${areas.map(([oa, zone], i) => `('XS1 1A${String.fromCharCode(65 + i)}', 'Scotland', 'S12999001', '${zone}', '${oa}', 1)`).join(', ')}`,
      );

    it('sums output areas to data zones, councils and the nation by the postcode directory, with a dash as zero', async () => {
      await directory([
        ['S00999001', 'S01999001'],
        ['S00999001', 'S01999001'],
        ['S00999002', 'S01999001'],
        ['S00999003', 'S01999002'],
      ]);
      await bench.load(
        'census-2022',
        name,
        bulk('S00999001,50,10,20,15,5,-\nS00999002,40,-,20,15,3,2\nS00999003,30,10,10,10,-,-'),
      );
      const zone = { none: 10, one: 40, two: 30, three_or_more: 10 };
      const whole = { none: 20, one: 50, two: 40, three_or_more: 10 };
      expect(await figures('car_availability')).toMatchObject([
        { area_code: 'S01999001', total: 90, figures: zone },
        { area_code: 'S01999002', total: 30 },
        { area_code: 'S12999001', total: 120, figures: whole },
        { area_code: 'S92000003', total: 120, figures: whole },
      ]);
    });

    it('fails without a directory that has the output areas, and warns of those that it lacks', async () => {
      const areas = Array.from({ length: 12 }, (_, i) => `S009991${String(i).padStart(2, '0')}`);
      const text = bulk(areas.map((area) => `${area},20,5,10,5,-,-`).join('\n'));
      expect((await bench.refusal('census-2022', name, text)).message).toContain('load onspd');
      await directory(areas.slice(1).map((area) => [area, 'S01999001']));
      const { checks } = await bench.load('census-2022', name, text);
      expect(checks.find((one) => one.name === 'output_areas')).toMatchObject({
        status: 'warn',
        detail: expect.stringContaining('1 of 12 output areas'),
      });
    });

    it('refuses an area whose parts do not sum to its total', async () => {
      await directory([['S00999001', 'S01999001']]);
      const text = bulk('S00999001,50,60,20,15,5,-\nS00999001,50,10,20,15,5,-');
      expect(await bench.load('census-2022', name, text)).toMatchObject({ rows_rejected: 1 });
    });
  });
});
