import type { DatasetModule } from '@domesday/loading/types';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registry } from '../generated/registry.ts';
import { storedZip } from './stored-zip.ts';

/** Layouts of the publishers' own files, each with rows that are made up. */
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() =>
  bench.rows(
    'truncate area_figures, deprivation_areas, lha_rates, private_rents, broadband_postcodes, onspd_postcodes, energy_certificates, address_records, address_record_packs, dataset_loads, dataset_rejects, derived_builds',
  ),
);

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('files of every dataset', () => {
  it('are read in Windows-1252, except those of two datasets that have only digits', async () => {
    const modules = Object.values(registry) as DatasetModule[];
    const strict = modules
      .filter((one) => !one.source && !one.fallbackEncoding)
      .map((one) => one.id)
      .sort();
    expect(strict).toEqual(['hmlr-uprn-lookup', 'os-open-uprn']);
  });

  it.each([
    ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]],
    ['bzip2', [0x42, 0x5a, 0x68, 0x39, 0, 0, 0, 0]],
  ])('are refused with advice if they are packed with %s', async (packer, bytes) => {
    const load = bench.load('epc-domestic', 'scotland.7z', Buffer.from(bytes));
    await expect(load).rejects.toThrow(`${packer}, which is not read. Unpack it`);
  });
});

describe('lha-rates', () => {
  /** A sheet with a title, a header and one area. */
  const sheet = (name: string, title: string, first: number) => {
    const row = (values: (string | number)[]) =>
      `<table:table-row>${values
        .map(
          (one) => `<table:table-cell office:value-type="string"><text:p>${one}</text:p></table:table-cell>`,
        )
        .join('')}</table:table-row>`;
    const rates = [0, 20, 40, 60, 80].map((more) => (first + more).toFixed(2));
    return `<table:table table:name="${name}">${row([title])}${row(['BRMA', 'CAT A', 'CAT B', 'CAT C', 'CAT D', 'CAT E'])}${row(['Xanbury Shore', ...rates])}</table:table>`;
  };
  const workbook = (...sheets: string[]) =>
    storedZip({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${sheets.join('')}</office:spreadsheet></office:body></office:document-content>`,
    });
  const stored = () =>
    bench.rows(`select year, weekly, monthly, country from lha_rates where category = 'A' order by year`);

  it('reads only the rates of a workbook that also has the underlying rents and the maximum rates', async () => {
    const result = await bench.load(
      'lha-rates',
      '2023-24_LHA_TABLES.ods',
      workbook(
        sheet('Table 1', 'LHA rates April 2022', 60),
        sheet('Table 2', '30th percentile rents to September 2022', 90),
        sheet('Table 3', 'Maximum LHA rates', 295),
        sheet('Table 4', 'LHA rates from April 2023', 65),
      ),
    );
    expect(await stored()).toMatchObject([
      { year: 2022, weekly: 60 },
      { year: 2023, weekly: 65 },
    ]);
    expect(result.checks.find((one) => one.name === 'passed_over')?.detail).toContain('rents or ceilings');
  });

  it('stops if two tables without a title have different rates for the same year', async () => {
    const both = workbook(sheet('Table 1', '', 60), sheet('Table 4', '', 65));
    await expect(bench.load('lha-rates', '2023-24_LHA_TABLES.ods', both)).rejects.toThrow(
      'different rates of the same year for Xanbury Shore 2023',
    );
    expect(await stored()).toEqual([]);
  });

  it('reads the monthly files of Universal Credit, with or without a header, and pounds in Windows-1252', async () => {
    await bench.load(
      'lha-rates',
      'england-rates-2022-to-2023.csv',
      latin(
        'Xanbury Shore,£338.93,£625.02,£730.00,£899.99,"£1,129.98"\nXelford,£341.49,£674.99,£800.00,"£1,049.98","£1,399.99"\n',
      ),
    );
    await bench.load(
      'lha-rates',
      'england-rates-2026-to-2027.csv',
      latin(
        'BRMA,Monthly UC LHA rates 2026 to 2027 - SAR,1 Bed 2026 to 2027,2 Bed 2026 to 2027,3 Bed 2026 to 2027,4 Bed 2026 to 2027\nXanbury Shore,£400.00,£700.00,£800.00,£900.00,"£1,200.00"\n',
      ),
    );
    const england = { weekly: null, country: 'England' };
    expect(
      await bench.rows(
        `select year, weekly, monthly, country from lha_rates where category = 'A' and brma_key = 'xanburyshore' order by year`,
      ),
    ).toEqual([
      { year: 2022, monthly: 338.93, ...england },
      { year: 2026, monthly: 400, ...england },
    ]);
    await expect(
      bench.load('lha-rates', 'rates.csv', latin('Xelford,£341.49,£674.99,£800.00,£849.98,£899.99\n')),
    ).rejects.toThrow('which year');
  });

  it('does not read the average below the areas as an area, nor a number before a name as part of the name', async () => {
    const result = await bench.load(
      'lha-rates',
      'LHA+Rates+2022-23.csv',
      'LHA Rates Payable for 2022-23,,,,,\nBRMA,Room,1 Bed,2 Bed,3 Bed,4 Bed\n99600 Xarrick,74.79,97.81,136.93,172.6,230.14\nAverage,71.48,94.48,120.37,147.61,225.66\n',
    );
    expect(result).toMatchObject({ rows_read: 1, rows_rejected: 0 });
    expect(await bench.rows('select distinct brma_key, brma_name, year from lha_rates')).toEqual([
      { brma_key: 'xarrick', brma_name: 'Xarrick', year: 2022 },
    ]);
  });
});

describe('ofcom-broadband', () => {
  const header =
    'postcode,postcode_space,postcode area,SFBB availability (% premises),UFBB (100Mbit/s) availability (% premises),UFBB availability (% premises),Gigabit availability (% premises),% of premises unable to receive 10Mbit/s\n';

  it.each(['202601_fixed_pc_res_coverage_r1_XE.csv', '202601_fixed_pc_coverage_res_r1_XE.csv'])(
    'refuses the file of residential premises, %s, which has the same columns as that of all premises',
    async (name) => {
      const refusal = await bench.refusal(
        'ofcom-broadband',
        name,
        `${header}XE12AB,XE1 2AB,XE,100,90,80,70,0\n`,
      );
      expect(refusal.message).toContain('residential premises alone');
    },
  );

  it('reads the file of all premises, and takes ultrafast from the column for 300 megabits', async () => {
    const text = `${header}XE12AB,XE1 2AB,XE,98,95,80,75,2\n`;
    await bench.load('ofcom-broadband', '202601_fixed_pc_coverage_r2_XE.csv', text);
    expect(
      await bench.rows(
        'select superfast_pct, ultrafast_pct, gigabit_pct, below_10_mbps_pct, as_of from broadband_postcodes',
      ),
    ).toEqual([
      { superfast_pct: 98, ultrafast_pct: 80, gigabit_pct: 75, below_10_mbps_pct: 2, as_of: '2026-01' },
    ]);
  });
});

describe('figures of areas', () => {
  it('are those of the newest year if a Scottish file has rows for each year and for shares', async () => {
    await bench.load(
      'council-tax-bands',
      'dwellings.csv',
      'FeatureCode,DateCode,Measurement,Units,Value,Council Tax Band\nS01999001,2022,Count,Dwellings,90,Band A\nS01999001,2023,Count,Dwellings,80,Band A\nS01999001,2023,Count,Dwellings,20,Band B\nS01999001,2023,Ratio,Percent of dwellings,99,Band B\n',
    );
    expect(await bench.rows('select area_code, as_of, total, figures from area_figures')).toEqual([
      { area_code: 'S01999001', as_of: '2023', total: 100, figures: { band_a: 80, band_b: 20 } },
    ]);
  });

  it('get the year of incomes from a note above the table', async () => {
    await bench.load(
      'small-area-income',
      'income.csv',
      latin(
        'Table 1\n"Financial year ending (FYE) 2023 refers to the period to March 2023."\nMSOA code,MSOA name,Local authority code,Total annual income (£),Upper confidence limit (£),Lower confidence limit (£)\nE02999001,Xan 001,E06999001,"52,300","59,300","46,100"\n',
      ),
    );
    expect(await bench.rows('select area_code, as_of, total, figures from area_figures')).toEqual([
      { area_code: 'E02999001', as_of: '2023', total: 52_300, figures: { lower: 46_100, upper: 59_300 } },
    ]);
  });

  it('join the sheets of ranks and of deciles of the Welsh index', async () => {
    const ranks =
      'WIMD 2025: ranks,,,\nLSOA code,LSOA name (Eng),Local Authority name (Eng),WIMD 2025,Income\nW01999001,Xan 1,Xanshire,2,1\nW01999002,Xan 2,Xanshire,1,2\n';
    const deciles =
      'WIMD 2025: deciles,,,\nLSOA code,LSOA name (Eng),Local Authority name (Eng),WIMD 2025 overall rank ,WIMD 2025 overall decile\nW01999001,Xan 1,Xanshire,2,7\nW01999002,Xan 2,Xanshire,1,1\n';
    await bench.load(
      'deprivation-wales',
      'wimd.zip',
      storedZip({ 'ranks.csv': ranks, 'deciles.csv': deciles }),
    );
    expect(
      await bench.rows('select area_code, year, rank, rank_of, decile from deprivation_areas order by 1'),
    ).toEqual([
      { area_code: 'W01999001', year: 2025, rank: 2, rank_of: 2, decile: 7 },
      { area_code: 'W01999002', year: 2025, rank: 1, rank_of: 2, decile: 1 },
    ]);
  });
});

describe('private-rents', () => {
  it('skips the market areas of Northern Ireland, which have no code, and stores the nation', async () => {
    const result = await bench.load(
      'private-rents',
      'rents.csv',
      'Price index,,,,,,,\nNotes,,,,,,,\nTime period,Area code,Area name,Region or country name,Index,Monthly change,Annual change,Rental price\n2026-01-01,N92000002,Northern Ireland,[z],110.5,0.1,[x],850\n2026-01-01,[z],Xelfast BRMA,Northern Ireland,110.5,0.1,[x],900\n',
    );
    expect(result).toMatchObject({ rows_read: 1, rows_rejected: 0 });
    expect(result.checks.find((one) => one.name === 'left_out')?.detail).toContain(
      'The area has no code. (1)',
    );
  });
});

describe('onspd', () => {
  const expected = {
    postcode: 'XE1 2AB',
    local_authority_code: 'E06999001',
    region_code: 'E12999001',
    lsoa_code: 'E01999001',
    country: 'England',
    easting: 630_000,
    introduced_on: '1980-01-01',
  };
  const served = () =>
    bench.rows(
      'select postcode, local_authority_code, region_code, lsoa_code, country, easting, introduced_on::text from onspd_postcodes',
    );

  it.each([
    [
      'names with years, 2025',
      'pcd7,pcd8,pcds,dointr,doterm,usrtypind,east1m,north1m,gridind,oa21cd,cty25cd,lad25cd,wd25cd,ctry25cd,rgn25cd,lsoa21cd,msoa21cd,lat,long,pfa23cd\n"XE1 2AB","XE1  2AB","XE1 2AB","198001","","0","630000","0450000","1","E00999001","E99999999","E06999001","E05999001","E92000001","E12999001","E01999001","E02999001",53.895109,1.499078,"E23999001"\n',
    ],
    [
      'names with years, 2026',
      'pcds,dointr,doterm,east1m,north1m,gridind,oa21cd,lad26cd,ctry26cd,rgn26cd,lsoa21cd,msoa21cd,lat,long\nXE1 2AB,198001,,630000,450000,1,E00999001,E06999001,E92000001,E12999001,E01999001,E02999001,53.895109,1.499078\n',
    ],
    [
      'titles',
      'ObjectId,Postcode (7 char),Postcode (8 char),Postcode (e-GIF),Date of Introduction,Date of Termination,National Grid Reference (Easting),National Grid Reference (Northing),Grid Reference Positional Quality Indicator,Local Authority District Code (2025),Country Code (2025),Region Code (2025),Lower layer Super Output Area Code (2021),Latitude,Longitude\n1,XE1 2AB,XE1  2AB,XE1 2AB,198001,,630000,450000,1,E06999001,E92000001,E12999001,E01999001,53.895109,1.499078\n',
    ],
  ])('is read with %s', async (_, text) => {
    const result = await bench.load('onspd', 'ONSPD.csv', text);
    expect(result).toMatchObject({ rows_read: 1, rows_rejected: 0 });
    expect(await served()).toEqual([expected]);
  });
});

describe('onspd as it is published', () => {
  it('is read once from its zip, which has each postcode in the full file and in a file of its area', async () => {
    const rows =
      'pcds,dointr,doterm,east1m,north1m,gridind,lad26cd,ctry26cd\nXE1 2AB,198001,,630000,450000,1,E06999001,E92000001\n';
    const zip = storedZip({
      'Data/ONSPD_AUG_2026_UK.csv': rows,
      'Data/multi_csv/ONSPD_AUG_2026_UK_XE.csv': rows,
      'Documents/Country names and codes.csv': 'CTRY26CD,CTRY26NM\nE92000001,England\n',
      'User Guide/guide.pdf': '%PDF',
    });
    const result = await bench.load('onspd', 'ONSPD_AUG_2026.zip', zip);
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 0 });
    expect(result.checks.find((one) => one.name === 'passed_over')).toMatchObject({ status: 'ok' });
  });
});

describe('epc-domestic of Scotland', () => {
  const codes =
    'BUILDING_REFERENCE_NUMBER,OSG_REFERENCE_NUMBER,ADDRESS1,ADDRESS2,ADDRESS3,POSTCODE,INSPECTION_DATE,TYPE_OF_ASSESSMENT,LODGEMENT_DATE,TOTAL_FLOOR_AREA,CURRENT_ENERGY_EFFICIENCY,CURRENT_ENERGY_RATING,POTENTIAL_ENERGY_EFFICIENCY,POTENTIAL_ENERGY_RATING,WALL_DESCRIPTION,CONSTRUCTION_AGE_BAND,NUMBER_HABITABLE_ROOMS,LOCAL_AUTHORITY_LABEL,TENURE,TRANSACTION_TYPE,BUILT_FORM,PROPERTY_TYPE,CREATED_AT,REPORT_REFERENCE_NUMBER\n';
  const titles =
    'Property_UPRN,OSG_UPRN,ADDRESS1,ADDRESS2,ADDRESS3,Postcode,Date of Assessment,Type of Assessment,Date of Certificate,Total floor area (m²),Current energy efficiency rating,Current energy efficiency rating band,Potential Energy Efficiency Rating,Potential energy efficiency rating band,WALL_DESCRIPTION,Part 1 Construction Age Band,Habitable Room Count,Local Authority,Tenure,Transaction Type,Built Form,Property Type,Created At,Report Reference Number\n';
  const row =
    '1000000001,998000000005,"3F1, 5 Ling Row",,XARROW,XS1 1AA,2022-05-04,"RdSAP, existing dwelling",11/05/2022 20:59:26,61,64,D,78,C,"Cavity wall | Timber frame ",1950-1964,3,Xarrick,owner-occupied,marketed sale,Mid-Terrace,Flat,2022-05-11 20:59:26,1234-5678-9012-3456-7890\n';

  it.each([
    ['codes before titles', codes + titles + row],
    ['titles before codes', titles + codes + row],
    ['titles alone', titles + row],
  ])('is read with %s, and the building number is not read as a UPRN', async (_, text) => {
    const result = await bench.load('epc-domestic', '2022.csv', latin(text));
    expect(result).toMatchObject({ rows_read: 1, rows_rejected: 0 });
    expect(
      await bench.rows(
        `select certificate_number, uprn::float, lodged_on::text, floor_area_sqm, current_rating, potential_rating, current_score,
                construction_age, habitable_rooms, country from energy_certificates`,
      ),
    ).toEqual([
      {
        certificate_number: '1234-5678-9012-3456-7890',
        uprn: 998000000005,
        lodged_on: '2022-05-11',
        floor_area_sqm: 61,
        current_rating: 'D',
        potential_rating: 'C',
        current_score: 64,
        construction_age: '1950-1964',
        habitable_rooms: 3,
        country: 'Scotland',
      },
    ]);
  });
});
