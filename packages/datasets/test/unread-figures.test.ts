import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Every record here is made up.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const FORCE = { force: true, skipDerived: true };
type Table = [dataset: string, file: string, header: string, row: (text: string) => string, column: string];

/** For each kind of publisher's table, a column of figures or days that may be empty in a row. */
const TABLES: Table[] = [
  [
    'gias',
    'edubasealldata20261031.csv',
    'URN,EstablishmentName,TypeOfEstablishment (name),EstablishmentStatus (name),PhaseOfEducation (name),Postcode,Easting,Northing,NumberOfPupils',
    (text) => `998001,School,Community school,Open,Primary,XE1 2AB,630000,450000,"${text}"`,
    'pupils',
  ],
  [
    'ofcom-broadband',
    '202601_fixed_pc_performance_r1_XE.csv',
    'postcode,Median download speed (Mbit/s)',
    (text) => `XE12AB,"${text}"`,
    'median_down_mbps',
  ],
  [
    'epc-domestic',
    'certificates.csv',
    'certificate_number,address1,postcode,current_energy_rating,lodgement_date,total_floor_area',
    (text) => `0000-1,1 Made Up Row,XE1 1AA,C,2026-02-10,"${text}"`,
    'floor_area_sqm',
  ],
  [
    'epc-domestic',
    'certificates.csv',
    'certificate_number,address1,postcode,current_energy_rating,lodgement_date,inspection_date',
    (text) => `0000-1,1 Made Up Row,XE1 1AA,C,2026-02-10,"${text}"`,
    'inspected_on',
  ],
  [
    'uk-hpi',
    'UK-HPI-full-file-2026-07.csv',
    'Date,RegionName,AreaCode,AveragePrice,SalesVolume',
    (text) => `01/07/2026,Xanshire,E06999001,200000,"${text}"`,
    'all_volume',
  ],
];

describe("the load warns of a figure or day in a publisher's table that it could not read", () => {
  it.each(TABLES)('%s, %s', async (dataset, file, header, row, column) => {
    const unread = async (text: string) => {
      const { rows_published, checks } = await bench.load(dataset, file, `${header}\n${row(text)}\n`, FORCE);
      expect(rows_published).toBe(1);
      return checks.filter(({ name }) => name.startsWith('unread.'));
    };
    for (const mark of ['', 'N/A', '-', '[x]', '[c]', '~', ':', 'NULL', '..', 'SUPP', 'NO DATA!'])
      expect([mark, await unread(mark)]).toEqual([mark, []]);
    for (const [text, form] of [
      ['12,5', '99,9'],
      ['about 12', 'aaaaa 99'],
    ])
      expect(await unread(text!)).toEqual([
        {
          name: `unread.${column}`,
          status: 'warn',
          detail: `${column} is not stored for 1 row, because the text was not understood, such as one of the form "${form}".`,
        },
      ]);
  });
});

describe("an impossible number in a publisher's column is stored as null, and the load warns", () => {
  const load = async (dataset: string, file: string, header: string, rows: string[]) => {
    const { checks } = await bench.load(dataset, file, `${[header, ...rows].join('\n')}\n`, FORCE);
    return checks.filter(({ name }) => name.startsWith('beyond.')).map(({ detail }) => detail);
  };

  it('for a share of premises, but not for the marks for no data', async () => {
    const header = 'postcode,SFBB availability (% premises),Full Fibre availability (% premises)';
    const rows = ['XE12AB,101,50', 'XE12AD,-3,50', 'XE12AE,-1,0', 'XE12AF,100,N/A'];
    expect(await load('ofcom-broadband', '202601_fixed_pc_coverage_r1_XE.csv', header, rows)).toEqual([
      'superfast_pct is not stored for 2 rows, because the number is impossible, such as a share above 100 per cent.',
    ]);
  });

  it('for rooms and floor areas of a certificate', async () => {
    const header =
      'certificate_number,address1,postcode,current_energy_rating,lodgement_date,total_floor_area,number_habitable_rooms';
    const row = (rest: string) => `0000-1,1 Made Up Row,XE1 1AA,C,2026-02-10,${rest}`;
    expect(await load('epc-domestic', 'certificates.csv', header, [row('80,4')])).toEqual([]);
    expect(await load('epc-domestic', 'certificates.csv', header, [row('-80,1500')])).toEqual(
      ['floor_area_sqm', 'habitable_rooms'].map(
        (name) =>
          `${name} is not stored for 1 row, because the number is impossible, such as a share above 100 per cent.`,
      ),
    );
  });

  it('but not for the position of a school', async () => {
    const header =
      'URN,EstablishmentName,TypeOfEstablishment (name),EstablishmentStatus (name),PhaseOfEducation (name),Postcode,Easting,Northing';
    const rows = ['998001,School,Community school,Open,Primary,XE1 2AB,7,9'];
    expect(await load('gias', 'edubasealldata20261031.csv', header, rows)).toEqual([]);
  });
});

describe('shares of broadband', () => {
  const HEADER = 'postcode,SFBB availability (% premises),Full Fibre availability (% premises)';
  const file = (share: (i: number) => string) =>
    `${HEADER}\n${Array.from({ length: 30 }, (_, i) => `XE1${i % 10}${'ABC'[i % 3]}${'DEFGH'[i % 5]},${share(i)},0`).join('\n')}\n`;
  const name = '202601_fixed_pc_coverage_r1_XE.csv';

  it('are read with a percent sign', async () => {
    await bench.load('ofcom-broadband', name, `${HEADER}\nXE12AB,97.5%,12 %\n`, FORCE);
    expect(
      await bench.rows(
        "select superfast_pct, full_fibre_pct from broadband_postcodes where postcode = 'XE1 2AB'",
      ),
    ).toEqual([{ superfast_pct: 97.5, full_fibre_pct: 12 }]);
  });

  it('are refused if a spreadsheet saved them as fractions, since they would be served as next to zero', async () => {
    const refused = await bench.refusal(
      'ofcom-broadband',
      name,
      file((i) => (i % 4 ? '1' : '0.97')),
    );
    expect(refused.message).toContain('No share of its premises is above 1 %: they seem to be fractions');
    const { rows_published } = await bench.load(
      'ofcom-broadband',
      name,
      file((i) => (i % 4 ? '100' : '0.97')),
      {
        skipDerived: true,
      },
    );
    expect(rows_published).toBe(30);
  });
});
