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
beforeEach(() => bench.rows('truncate schools, school_inspections, dataset_loads, dataset_rejects'));

const GIAS = [
  'URN',
  'EstablishmentName',
  'TypeOfEstablishment (name)',
  'EstablishmentTypeGroup (name)',
  'EstablishmentStatus (name)',
  'PhaseOfEducation (name)',
  'StatutoryLowAge',
  'StatutoryHighAge',
  'Gender (name)',
  'NumberOfPupils',
  'SchoolCapacity',
  'Postcode',
  'Easting',
  'Northing',
];
/** Made up, as every row below. */
const school = (urn: number, change: Record<string, string | number> = {}) => ({
  URN: urn,
  EstablishmentName: `School ${urn}`,
  'TypeOfEstablishment (name)': 'Community school',
  'EstablishmentTypeGroup (name)': 'Local authority maintained schools',
  'EstablishmentStatus (name)': 'Open',
  'PhaseOfEducation (name)': 'Primary',
  StatutoryLowAge: 4,
  StatutoryHighAge: 11,
  'Gender (name)': 'Mixed',
  NumberOfPupils: 210,
  SchoolCapacity: 240,
  Postcode: 'XE1 2AB',
  Easting: 630_000,
  Northing: 450_000,
  ...change,
});

describe('gias', () => {
  it('finds its columns by name in any order, in Windows-1252', async () => {
    const shuffled = [...GIAS].reverse();
    const text = table(shuffled, [school(998_001, { EstablishmentName: 'St Xena\u0092s' })], '\r\n');
    const result = await bench.load('gias', 'edubasealldata20261031.csv', Buffer.from(text, 'latin1'));
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 0, release: '2026-10' });
    expect(await bench.rows('select * from schools')).toMatchObject([
      {
        id_scheme: 'urn',
        id: '998001',
        name: 'St Xena’s',
        country: 'England',
        phase: 'primary',
        sector: 'state',
        gender: 'Mixed',
        age_from: 4,
        age_to: 11,
        pupils: 210,
        capacity: 240,
        postcode: 'XE1 2AB',
        easting: 630_000,
        northing: 450_000,
      },
    ]);
  });

  it('skips closed, proposed and Welsh schools, universities and those without local pupils, without refusing the rows', async () => {
    const result = await bench.load(
      'gias',
      'a.csv',
      table(GIAS, [
        school(998_001),
        school(998_002, { 'EstablishmentStatus (name)': 'Closed' }),
        school(998_003, { 'EstablishmentStatus (name)': 'Proposed to open' }),
        school(998_004, { 'EstablishmentStatus (name)': 'Open, but proposed to close' }),
        school(998_005, { 'TypeOfEstablishment (name)': 'Welsh establishment' }),
        school(998_006, { 'TypeOfEstablishment (name)': 'Higher education institutions' }),
        school(998_007, { 'TypeOfEstablishment (name)': 'Online provider' }),
        school(998_008, { 'TypeOfEstablishment (name)': 'Secure units' }),
        school(998_009, { 'TypeOfEstablishment (name)': 'Academy secure 16 to 19' }),
      ]),
    );
    expect(result).toMatchObject({ rows_published: 2, rows_rejected: 0 });
    expect((await bench.rows('select id from schools order by id')).map((r) => r.id)).toEqual([
      '998001',
      '998004',
    ]);
  });

  it('distinguishes sectors, and derives the phase from the ages if the register gives none', async () => {
    const none = { 'PhaseOfEducation (name)': 'Not applicable' };
    const independent = { 'TypeOfEstablishment (name)': 'Other independent school' };
    await bench.load(
      'gias',
      'a.csv',
      table(GIAS, [
        school(998_001, { ...none, ...independent, StatutoryLowAge: 3, StatutoryHighAge: 18 }),
        school(998_002, { ...none, ...independent, StatutoryLowAge: 7, StatutoryHighAge: 13 }),
        school(998_003, { ...none, ...independent, StatutoryLowAge: 11, StatutoryHighAge: 18 }),
        school(998_004, { ...none, 'TypeOfEstablishment (name)': 'Other independent special school' }),
        school(998_005, { ...none, StatutoryLowAge: '', StatutoryHighAge: '' }),
        school(998_006, { 'PhaseOfEducation (name)': '16 plus' }),
        school(998_007, { 'PhaseOfEducation (name)': 'Middle deemed secondary' }),
        // The state pays for it, although the register groups it with the independent schools.
        school(998_008, {
          'PhaseOfEducation (name)': 'Secondary',
          'TypeOfEstablishment (name)': 'City technology college',
          'EstablishmentTypeGroup (name)': 'Independent schools',
        }),
      ]),
    );
    expect(await bench.rows('select phase, sector from schools order by id')).toEqual([
      { phase: 'all_through', sector: 'independent' },
      { phase: 'primary', sector: 'independent' },
      { phase: 'secondary', sector: 'independent' },
      { phase: 'primary', sector: 'special' },
      { phase: 'not_applicable', sector: 'state' },
      { phase: 'post_16', sector: 'state' },
      { phase: 'secondary', sector: 'state' },
      { phase: 'secondary', sector: 'state' },
    ]);
  });

  it('reads suppressed numbers and missing positions as unknown', async () => {
    await bench.load(
      'gias',
      'a.csv',
      table(GIAS, [
        school(998_001, { NumberOfPupils: '..', SchoolCapacity: 'SUPP', Easting: '', Northing: '' }),
        school(998_002, { Easting: 0, Northing: 0 }),
      ]),
    );
    expect(await bench.rows('select pupils, capacity, easting from schools order by id')).toEqual([
      { pupils: null, capacity: null, easting: null },
      { pupils: 210, capacity: 240, easting: null },
    ]);
  });

  it('removes schools that the next edition lacks, and keeps those of other nations', async () => {
    await bench.rows(
      `insert into schools (id_scheme, id, name, country, phase, sector, type, load_id)
       values ('seed', '1', 'Elsewhere', 'Scotland', 'primary', 'state', 'Primary', 0)`,
    );
    await bench.load('gias', 'a.csv', table(GIAS, [school(998_001), school(998_002)]));
    await bench.load('gias', 'b.csv', table(GIAS, [school(998_002), school(998_003)]));
    expect((await bench.rows('select id from schools order by id')).map((r) => r.id)).toEqual([
      '1',
      '998002',
      '998003',
    ]);
  });

  it('fails a load with less than half of the served schools', async () => {
    const schools = Array.from({ length: 10 }, (_, i) => school(998_001 + i));
    await bench.load('gias', 'a.csv', table(GIAS, schools));
    expect((await bench.refusal('gias', 'b.csv', table(GIAS, schools.slice(0, 2)))).code).toBe('checks');
    expect(await bench.rows('select from schools')).toHaveLength(10);
  });

  it('refuses another file and names the columns that it lacks', async () => {
    const refused = await bench.refusal('gias', 'links.csv', 'URN,LinkURN,LinkName\n100000,1,x\n');
    expect(refused.missing).toEqual(expect.arrayContaining(['EstablishmentName', 'Postcode']));
  });
});

describe('ofsted', () => {
  const HEADER = [
    'Web Link (opens in new window)',
    'URN',
    'Inspection start date',
    'Publication date',
    'Safeguarding standards',
    'Inclusion',
    'Curriculum and teaching',
    'Achievement',
    'Leadership and governance',
    'Ungraded inspection overall outcome',
    'Date of latest ungraded inspection',
    'Inspection start date of latest OEIF graded inspection',
    'Does the latest OEIF graded inspection relate to the URN of the current school?',
    'Latest OEIF overall effectiveness',
    'Latest OEIF quality of education',
    'Latest OEIF safeguarding is effective?',
  ];
  const blank = Object.fromEntries(HEADER.map((name) => [name, 'NULL']));

  it('gives a report card its areas and no overall grade, whatever the school had before', async () => {
    await bench.load(
      'ofsted',
      'a.csv',
      table(HEADER, [
        {
          ...blank,
          URN: 998_001,
          'Inspection start date': '10/02/2026',
          'Publication date': '20/03/2026',
          'Safeguarding standards': 'Met',
          Inclusion: 'Strong standard',
          'Curriculum and teaching': 'Expected standard',
          'Latest OEIF overall effectiveness': '1',
          'Latest OEIF quality of education': '1',
        },
      ]),
    );
    expect(
      await bench.rows(
        'select framework, overall, areas, safeguarding, inspected_on from school_inspections',
      ),
    ).toEqual([
      {
        framework: 'report_card',
        overall: null,
        areas: { inclusion: 'Strong standard', curriculum_and_teaching: 'Expected standard' },
        safeguarding: 'met',
        inspected_on: '2026-02-10',
      },
    ]);
  });

  it('stores the grade of older inspections, none after September 2024, and whether a predecessor was inspected', async () => {
    const graded = { ...blank, 'Inspection start date of latest OEIF graded inspection': '12/03/2022' };
    await bench.load(
      'ofsted',
      'a.csv',
      table(HEADER, [
        {
          ...graded,
          URN: 998_001,
          'Latest OEIF overall effectiveness': '2',
          'Latest OEIF quality of education': '3',
        },
        {
          ...graded,
          URN: 998_002,
          'Latest OEIF overall effectiveness': 'Not judged',
          'Latest OEIF quality of education': '2',
          'Does the latest OEIF graded inspection relate to the URN of the current school?': 'No',
        },
        {
          ...blank,
          URN: 998_003,
          'Ungraded inspection overall outcome': 'School remains Good',
          'Date of latest ungraded inspection': '14/05/2025',
        },
        { ...blank, URN: 998_004 },
      ]),
    );
    expect(
      await bench.rows(
        'select urn, framework, overall, areas, outcome, predecessor from school_inspections order by urn',
      ),
    ).toEqual([
      {
        urn: '998001',
        framework: 'graded',
        overall: 'Good',
        areas: { quality_of_education: 'Requires improvement' },
        outcome: null,
        predecessor: false,
      },
      {
        urn: '998002',
        framework: 'graded',
        overall: null,
        areas: { quality_of_education: 'Good' },
        outcome: null,
        predecessor: true,
      },
      {
        urn: '998003',
        framework: 'ungraded',
        overall: null,
        areas: {},
        outcome: 'School remains Good',
        predecessor: false,
      },
    ]);
  });

  it('reads files from before report cards, whose columns have no prefix', async () => {
    const header = ['URN', 'Inspection start date', 'Overall effectiveness', 'Quality of education'];
    await bench.load(
      'ofsted',
      'a.csv',
      table(header, [
        {
          URN: 998_001,
          'Inspection start date': '01/05/2021',
          'Overall effectiveness': 4,
          'Quality of education': 4,
        },
      ]),
    );
    expect(await bench.rows('select framework, overall, inspected_on from school_inspections')).toEqual([
      { framework: 'graded', overall: 'Inadequate', inspected_on: '2021-05-01' },
    ]);
  });
});

describe.skipIf(!folder)('schools on real files', () => {
  it('reads rows of both editions in one extract, and refuses the links file', async () => {
    const result = await bench.loadFiles('gias', [join(folder!, 'schools/gias_example_schools_data.csv')]);
    expect(result.rows_rejected).toBe(0);
    // Nineteen schools, of which three are closed.
    expect(result.rows_published).toBe(16);
    const rows = await bench.rows(
      `select id, phase, postcode, easting, northing from schools where id in ('100000', '105135')`,
    );
    expect(rows).toEqual([
      { id: '100000', phase: 'primary', postcode: 'EC3A 5DE', easting: 533_498, northing: 181_201 },
      { id: '105135', phase: 'secondary', postcode: 'SE2 9PX', easting: 546_278, northing: 179_196 },
    ]);
    const links = await bench
      .loadFiles('gias', [join(folder!, 'schools/links_edubasealldata20250422.csv.gz')])
      .catch((error: Error) => error.message);
    expect(links).toContain('EstablishmentName');
  });
});
