import { type Bench, openBench, table } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.rows('truncate schools, school_inspections, dataset_loads, dataset_rejects'));

describe('schools of Scotland and Wales', () => {
  it('stores the roll of a school only if the roll of every department is known', async () => {
    const header = ['SeedCode', 'SchoolName', 'SchoolType', 'PostCode', 'PupilRoll'];
    const department = (seed: number, type: string, roll: number | string) => ({
      SeedCode: seed,
      SchoolName: 'Xarrick Academy',
      SchoolType: type,
      PostCode: 'XS1 1AA',
      PupilRoll: roll,
    });
    await bench.load(
      'schools-scotland',
      'roll.csv',
      table(header, [
        department(9_980_001, 'Primary', 100),
        department(9_980_001, 'Secondary', '*'),
        department(9_980_002, 'Primary', 90),
        department(9_980_002, 'Secondary', 80),
      ]),
    );
    expect(await bench.rows('select pupils from schools order by id')).toEqual([
      { pupils: null },
      { pupils: 170 },
    ]);
  });

  it('reads the ages of a Welsh school from its kind', async () => {
    const header = ['School Number', 'School Name', 'Sector', 'School Type', 'Postcode'];
    const school = (number: number, type: string) => ({
      'School Number': number,
      'School Name': 'Ysgol Xan',
      Sector: 'Secondary',
      'School Type': type,
      Postcode: 'XW1 1AA',
    });
    await bench.load(
      'schools-wales',
      'Maintained.csv',
      table(header, [school(6_999_001, 'Secondary (ages 11-19)'), school(6_999_002, 'Secondary')]),
    );
    expect(await bench.rows('select age_from, age_to from schools order by id')).toEqual([
      { age_from: 11, age_to: 19 },
      { age_from: null, age_to: null },
    ]);
  });

  it('joins several departments under one SEED code into one school', async () => {
    const header = ['SeedCode', 'SchoolName', 'SchoolType', 'PostCode', 'PupilRoll', 'Latitude', 'Longitude'];
    const own = { SchoolName: 'Xarrick Academy', PostCode: 'XS1 1AA', Latitude: 57.3, Longitude: -1.2 };
    await bench.load(
      'schools-scotland',
      'roll.csv',
      table(header, [
        { ...own, SeedCode: 9_980_001, SchoolType: 'Primary', PupilRoll: 100 },
        { ...own, SeedCode: 9_980_001, SchoolType: 'Secondary', PupilRoll: 150 },
        { ...own, SeedCode: 9_980_002, SchoolType: 'Special', PupilRoll: '*' },
      ]),
    );
    const rows = await bench.rows('select id, phase, sector, type, pupils, easting from schools order by id');
    expect(rows).toMatchObject([
      { id: '9980001', phase: 'all_through', sector: 'state', type: 'Primary, Secondary', pupils: 250 },
      { id: '9980002', phase: 'not_applicable', sector: 'special', pupils: null },
    ]);
    expect(rows[0].easting).toBeGreaterThan(400_000);
  });

  it('keeps the phase and the sector of a school that also has a special department', async () => {
    const own = { SchoolName: 'Xarrick Academy', PostCode: 'XS1 1AA', PupilRoll: 12 };
    const rolls = ['Secondary', 'Special'].map((SchoolType) => ({ ...own, SeedCode: 9_980_001, SchoolType }));
    const special = { ...own, SeedCode: 9_980_002, SchoolType: 'Special' };
    const header = ['SeedCode', 'SchoolName', 'SchoolType', 'PostCode', 'PupilRoll'];
    await bench.load('schools-scotland', 'roll.csv', table(header, [...rolls, special]));
    const of = 'select id, phase, sector, type from schools order by id';
    const expected = [
      { id: '9980001', phase: 'secondary', sector: 'state', type: 'Secondary, Special' },
      { id: '9980002', phase: 'not_applicable', sector: 'special', type: 'Special' },
    ];
    expect(await bench.rows(of)).toEqual(expected);
    const columns = ['Seed Code', 'School Name', 'Primary School', 'Secondary School', 'Special School'];
    const contacts = columns.map((column) => ({ [column]: 'Yes' }));
    const [, name, , secondary, only] = contacts;
    await bench.load(
      'schools-scotland',
      'contacts.csv',
      table(columns, [
        { ...name, ...secondary, ...only, 'Seed Code': 9_980_001 },
        { ...name, ...only, 'Seed Code': 9_980_002 },
      ]),
    );
    expect(await bench.rows(of)).toEqual(expected);
  });

  it('reads departments from separate columns', async () => {
    const header = [
      'Seed Code',
      'School Name',
      'Postcode',
      'Primary School',
      'Secondary School',
      'Grid Easting',
      'Grid Northing',
    ];
    await bench.load(
      'schools-scotland',
      'contacts.csv',
      table(header, [
        {
          'Seed Code': 9_980_001,
          'School Name': 'Both',
          'Primary School': 'Yes',
          'Secondary School': 'Yes',
          'Grid Easting': 450_000,
          'Grid Northing': 830_000,
        },
      ]),
    );
    expect(await bench.rows('select phase, type, easting from schools')).toEqual([
      { phase: 'all_through', type: 'Primary, Secondary', easting: 450_000 },
    ]);
  });

  it('reads Welsh sheets with notes below the table, and recognises independent schools by the sheet', async () => {
    const header = [
      'School Number',
      'School Name',
      'Sector',
      'School Type',
      'Postcode',
      'Pupils - see notes',
    ];
    const text = `Address list of schools\n\n${table(header, [{ 'School Number': 6_990_001, 'School Name': 'Ysgol Llanxeri', Sector: 'Primary', 'School Type': 'Infants & Juniors', Postcode: 'XW2 3AA', 'Pupils - see notes': '88' }])}"Notes: …","","","","",""\n`;
    expect(await bench.load('schools-wales', 'Maintained.csv', text)).toMatchObject({
      rows_published: 1,
      rows_rejected: 0,
    });
    expect(await bench.rows('select id, phase, sector, type, pupils from schools')).toEqual([
      { id: '6990001', phase: 'primary', sector: 'state', type: 'Infants & Juniors', pupils: 88 },
    ]);
    await bench.load(
      'schools-wales',
      'Independent.csv',
      table(
        ['School Number', 'School Name', 'Postcode'],
        [{ 'School Number': 6_990_002, 'School Name': 'Castle School', Postcode: 'XW1 1AA' }],
      ),
    );
    expect(await bench.rows(`select sector from schools where id = '6990002'`)).toEqual([
      { sector: 'independent' },
    ]);
  });
});
