import { type Bench, openBench, table } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() =>
  bench.rows(
    `truncate area_changes, small_areas, crime_counts, crime_areas, crime_forces, crime_months, broadband_postcodes,
       onspd_postcodes, postcodes, dataset_loads, dataset_rejects, derived_builds`,
  ),
);

const CRIME = [
  'Crime ID',
  'Month',
  'Reported by',
  'Falls within',
  'Longitude',
  'Latitude',
  'Location',
  'LSOA code',
  'LSOA name',
  'Crime type',
  'Last outcome category',
  'Context',
];
const crime = (month: string, area: string, type = 'Burglary', force = 'Xerris Police') => ({
  Month: month,
  'Reported by': force,
  'Falls within': force,
  'LSOA code': area,
  'Crime type': type,
});

describe('police-crime', () => {
  it('counts by area and month, counts crimes without a location separately, and records the months of each force', async () => {
    await bench.load(
      'onspd',
      'ONSPD.csv',
      'pcds,dointr,doterm,oscty,oslaua,oseast1m,osnrth1m,osgrdind,ctry,pfa,lsoa21\nXE1 2AB,198001,,,E06999001,630000,0450000,1,E92000001,E23999001,E01999001\n',
    );
    await bench.load(
      'area-changes',
      'lookup.csv',
      '\uFEFFLSOA11CD,LSOA11NM,LSOA21CD,LSOA21NM,CHGIND,LAD22CD,LAD22NM\nE01888001,a,E01999001,a,M,E06999001,Xanshire\nE01888002,b,E01999001,b,S,E06999001,Xanshire\nE01888002,b,E01999009,b,S,E06999001,Xanshire\n',
    );
    const result = await bench.load(
      'police-crime',
      '2026-08-xerris-street.csv',
      table(
        CRIME,
        [
          crime('2026-08', 'E01999001'),
          crime('2026-08', 'E01888001'),
          crime('2026-08', 'E01888002', 'Drugs'),
          crime('2026-08', '', 'Anti-social behaviour'),
        ],
        '\r\n',
      ),
    );
    expect(result).toMatchObject({ rows_read: 4, rows_rejected: 0, newest_record: '2026-08-31' });
    expect(
      await bench.rows('select area_code, month, incidents, by_category from crime_areas order by 1'),
    ).toEqual([
      { area_code: 'E01888002', month: '2026-08', incidents: 1, by_category: { Drugs: 1 } },
      { area_code: 'E01999001', month: '2026-08', incidents: 2, by_category: { Burglary: 2 } },
      { area_code: 'E06999001', month: '2026-08', incidents: 3, by_category: { Burglary: 2, Drugs: 1 } },
      { area_code: 'E92000001', month: '2026-08', incidents: 3, by_category: { Burglary: 2, Drugs: 1 } },
    ]);
    expect(await bench.rows('select * from crime_months')).toEqual([
      { force: 'Xerris Police', month: '2026-08', incidents: 4, without_location: 1 },
    ]);
    expect(await bench.rows('select * from crime_forces')).toEqual([
      { local_authority_code: 'E06999001', force: 'Xerris Police' },
    ]);
  });

  it('does not record a neighbouring force as that of a county if only postcodes of that county are loaded', async () => {
    const zones = [1, 2, 3, 4, 5, 6, 7, 8].map((i) => `E0199900${i}`);
    const header = 'pcds,dointr,doterm,oscty,oslaua,oseast1m,osnrth1m,osgrdind,ctry,pfa,lsoa21';
    const directory = zones.map(
      (zone, i) => `XE1 ${i}AB,198001,,,E06999001,630000,0450000,1,E92000001,E23999001,${zone}`,
    );
    await bench.load('onspd', 'ONSPD.csv', `${[header, ...directory].join('\n')}\n`);
    const beyond = { length: 30 };
    const neighbour = [
      crime('2026-08', zones[0]!, 'Burglary', 'Xen Police'),
      ...Array.from(beyond, () => crime('2026-08', 'E01999099', 'Burglary', 'Xen Police')),
    ];
    const forces = () => bench.rows('select force from crime_forces');
    await bench.load('police-crime', '2026-08-xen-street.csv', table(CRIME, neighbour));
    expect(await forces()).toEqual([]);
    // A county of which only a part is loaded still has its own force.
    const own = [...zones, ...Array.from(beyond, () => 'E01999098')].map((zone) => crime('2026-08', zone));
    await bench.load('police-crime', '2026-08-xerris-street.csv', table(CRIME, own));
    expect(await forces()).toEqual([{ force: 'Xerris Police' }]);
  });

  it('replaces a month of a force that is loaded again, and keeps the other months', async () => {
    await bench.load(
      'police-crime',
      'a.csv',
      table(CRIME, [
        crime('2026-07', 'E01999001'),
        crime('2026-08', 'E01999001'),
        crime('2026-08', 'E01999001', 'Drugs'),
      ]),
    );
    const later = table(CRIME, [crime('2026-08', 'E01999001', 'Robbery')]);
    await bench.load('police-crime', 'b.csv', later, { force: true });
    expect(await bench.rows('select month, category, incidents from crime_counts order by 1, 2')).toEqual([
      { month: '2026-07', category: 'Burglary', incidents: 1 },
      { month: '2026-08', category: 'Robbery', incidents: 1 },
    ]);
  });
});

describe('ofcom-broadband', () => {
  it.each([
    ['first', 'later'],
    ['later', 'first'],
  ])(
    'joins coverage, loaded %s, and speeds of a postcode, loaded %s, each with its own edition',
    async (when) => {
      const coverage = [
        '202401_fixed_pc_coverage_r01_XE.csv',
        'postcode,postcode_space,SFBB availability (% premises),UFBB availability (% premises),Gigabit availability (% premises)\nXE12AB,XE1 2AB,100,80.5,80.5\nXE12AC,XE1 2AC,,120,\n',
      ] as const;
      const speeds = [
        '202305_fixed_pc_performance_r03_XE.csv',
        'postcode,Median download speed (Mbit/s),Average download speed (Mbit/s)\nXE12AB,66.1,80\n',
      ] as const;
      for (const [name, text] of when === 'first' ? [coverage, speeds] : [speeds, coverage])
        await bench.load('ofcom-broadband', name, text, { force: true });
      expect(
        await bench.rows(
          'select postcode, superfast_pct, ultrafast_pct, full_fibre_pct, gigabit_pct, median_down_mbps, as_of, speeds_as_of from broadband_postcodes order by 1',
        ),
      ).toEqual([
        {
          postcode: 'XE1 2AB',
          superfast_pct: 100,
          ultrafast_pct: 80.5,
          full_fibre_pct: null,
          gigabit_pct: 80.5,
          median_down_mbps: 66.1,
          as_of: '2024-01',
          speeds_as_of: '2023-05',
        },
        {
          postcode: 'XE1 2AC',
          superfast_pct: null,
          ultrafast_pct: null,
          full_fibre_pct: null,
          gigabit_pct: null,
          median_down_mbps: null,
          as_of: '2024-01',
          speeds_as_of: null,
        },
      ]);
    },
  );

  it('reads the short column names of 2016, and adds ultrafast to superfast, which excluded it then', async () => {
    await bench.load(
      'ofcom-broadband',
      'bb_2016.csv',
      'id,pcnws,pc,sfbb_pc,ufbb_pc,med_dl_mbp\n1,XE12AB,XE1 2AB,60,30,22.5\n2,XE12AD,XE1 2AD,0,100,300\n3,XE12AE,XE1 2AE,50,,20\n',
    );
    expect(
      await bench.rows(
        'select postcode, superfast_pct, ultrafast_pct, median_down_mbps, as_of from broadband_postcodes order by 1',
      ),
    ).toEqual([
      { postcode: 'XE1 2AB', superfast_pct: 90, ultrafast_pct: 30, median_down_mbps: 22.5, as_of: '2016' },
      { postcode: 'XE1 2AD', superfast_pct: 100, ultrafast_pct: 100, median_down_mbps: 300, as_of: '2016' },
      { postcode: 'XE1 2AE', superfast_pct: null, ultrafast_pct: null, median_down_mbps: 20, as_of: '2016' },
    ]);
  });

  it('reads superfast unchanged from later files, which already include ultrafast', async () => {
    await bench.load(
      'ofcom-broadband',
      '202401_fixed_pc_coverage_r01_XE.csv',
      'postcode,SFBB availability (% premises),UFBB availability (% premises)\nXE12AF,95,60\n',
    );
    expect(
      await bench.rows(
        "select superfast_pct, ultrafast_pct from broadband_postcodes where postcode = 'XE1 2AF'",
      ),
    ).toEqual([{ superfast_pct: 95, ultrafast_pct: 60 }]);
  });

  it('warns which newer figures an older edition replaced, for coverage and speeds separately', async () => {
    const coverage = 'postcode,SFBB availability (% premises)\nXE12AH,';
    const speeds = 'postcode,Median download speed (Mbit/s)\nXE12AH,';
    const older = async (name: string, text: string) =>
      (await bench.load('ofcom-broadband', name, text)).checks
        .filter((check) => check.name === 'older_release')
        .map(({ detail }) => detail.split('.')[0]);
    expect(await older('202401_fixed_pc_coverage_r01_XE.csv', `${coverage}90\n`)).toEqual([]);
    expect(await older('202305_fixed_pc_performance_r03_XE.csv', `${speeds}66\n`)).toEqual([]);
    expect(await older('202307_fixed_pc_coverage_r01_XE.csv', `${coverage}80\n`)).toEqual([
      'Older figures of coverage, of 2023-07, replaced newer ones of 1 postcode, up to 2024-01',
    ]);
    expect(await older('202205_fixed_pc_performance_r03_XE.csv', `${speeds}55\n`)).toEqual([
      'Older figures of speeds, of 2022-05, replaced newer ones of 1 postcode, up to 2023-05',
    ]);
  });

  it('refuses two editions of the same postcodes in one load, since it would serve the highest figure of either', async () => {
    const header = 'postcode,SFBB availability (% premises),Gigabit availability (% premises)\n';
    const paths = await Promise.all([
      bench.file(`${header}XE12AG,90,80\n`, '202301_fixed_pc_coverage_r01_XE.csv'),
      bench.file(`${header}XE12AG,70,60\n`, '202401_fixed_pc_coverage_r01_XE.csv'),
    ]);
    await expect(bench.loadFiles('ofcom-broadband', paths)).rejects.toThrow(
      'The files are of several editions: they tell different figures of 1 postcode.',
    );
    expect(await bench.rows("select from broadband_postcodes where postcode = 'XE1 2AG'")).toEqual([]);
  });
});
