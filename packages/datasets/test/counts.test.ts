import { refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const ROLL = 'SeedCode,SchoolName,SchoolType,PupilRoll\n';
const WELSH =
  'School Number,School Name,LA Code,Local Authority,Sector,Postcode,Pupils - see notes,School Type\n';
const GIAS =
  'URN,EstablishmentName,PhaseOfEducation (name),TypeOfEstablishment (name),Postcode,Easting,Northing,EstablishmentStatus (name),NumberOfPupils\n';

it.each([
  ['schools-scotland', (pupils: string) => `${ROLL}5999001,Cod Academy,Secondary,${pupils}\n`],
  [
    'schools-wales',
    (pupils: string) => `${WELSH}6999001,Cod School,660,X,Primary,XW1 1AA,${pupils},Infants\n`,
  ],
  [
    'gias',
    (pupils: string) => `${GIAS}999001,Cod School,Secondary,Academy,XE1 1AA,620100,440100,Open,${pupils}\n`,
  ],
])('%s reads pupil counts with thousands commas, as a spreadsheet saves them', async (dataset, file) => {
  const pupils = async (text: string) => {
    await s.loadText(dataset, file(text), {
      force: true,
      skipDerived: true,
      name: 'Maintained-2026.csv',
    });
    return (await s.rows('select pupils from schools order by load_id desc limit 1'))[0].pupils;
  };
  expect([await pupils('"1,234"'), await pupils('987'), await pupils('-1'), await pupils('..')]).toEqual([
    1234,
    987,
    null,
    null,
  ]);
});

const IMD =
  'LSOA code (2011),Index of Multiple Deprivation (IMD) Rank,Index of Multiple Deprivation (IMD) Decile\n';
const SIMD = 'DataZone,SIMD2020V2Rank,SIMD2020V2CountryDecile\n';

it.each([
  [
    'deprivation-england',
    `${IMD}E01999001,1,1\n`,
    'E01999002,-5,1',
    '"-5" is not a rank: they begin with 1.',
  ],
  ['deprivation-england', `${IMD}E01999001,1,1\n`, 'E01999002,2,11', '"11" is not a decile, 1 to 10.'],
  [
    'deprivation-scotland',
    `${SIMD}S01999001,1.5,1\n`,
    'S01999002,-5,1',
    '"-5" is not a rank: they begin with 1.',
  ],
  ['deprivation-scotland', `${SIMD}S01999001,1,1\n`, 'S01999002,2,0', '"0" is not a decile, 1 to 10.'],
])('%s refuses a row with an impossible rank or decile, and loads the others', async (id, text, row, why) => {
  const { reject_reasons } = await s.loadText(id, `${text}${row}\n`, { force: true, skipDerived: true });
  expect(await s.rows('select reason from dataset_rejects order by load_id desc limit 1')).toEqual([
    { reason: why },
  ]);
  expect(reject_reasons).toHaveLength(1);
});

it('serves no negative number of people, dwellings or megabits', async () => {
  const cars = 'Number of cars or vans: ';
  const header = `date,geography,geography code,${['Total', 'No cars or vans in household', '1 car or van in household', '2 cars or vans in household', '3 or more cars or vans in household'].map((label) => `${cars}${label}`).join(',')}\n`;
  const census = s.loadText('census-2021', `${header}2021,Xan,E06999001,10,-1,5,3,2\n`, {
    skipDerived: true,
  });
  expect((await refusal(census)).message).toContain('is not a count');
  await s.loadText(
    'council-tax-bands',
    'geography,ba_code,ecode,area_name,band_a,band_b,band_c,band_d,band_e,band_f,band_g,band_h,all_properties\nLAUA,1,E06999001,Xan,-20,"1,230",0,0,0,0,0,0,"1,250"\n',
    { skipDerived: true, name: 'CTSOP1_1_2025_03_31.csv' },
  );
  const [{ figures, total }] = await s.rows(
    "select figures, total from area_figures where topic = 'council_tax'",
  );
  expect([figures.band_a, figures.band_b, total]).toEqual([null, 1230, 1250]);
  await s.loadText(
    'ofcom-broadband',
    'postcode,Median download speed (Mbit/s),Average download speed (Mbit/s)\nXE11AA,-3,40\n',
    { skipDerived: true, name: '202501_fixed_pc_performance_r1_XE.csv' },
  );
  const speeds = await s.rows(
    'select median_down_mbps as median, average_down_mbps as average from broadband_postcodes',
  );
  expect(speeds).toEqual([{ median: null, average: 40 }]);
});
