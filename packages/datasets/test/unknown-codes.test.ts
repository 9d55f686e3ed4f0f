import { type Bench, openBench, table } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collection, feature, square } from './made-up-areas.ts';

// Every record here is made up; the codes are those of the publishers' lists, and some that no list has.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const FORCE = { force: true, skipDerived: true };
const unknownWords = (checks: readonly { name: string; detail: string }[]) =>
  checks
    .filter(({ name }) => name.startsWith('unknown_words.'))
    .map(({ name, detail }) => `${name}: ${detail}`);
const maps = (properties: Record<string, string>[]) =>
  JSON.stringify(
    collection(properties.map((one, i) => feature(one, square(300_000, 200_000 + i * 1000, 500)))),
  );
const levels = (dataset: string) =>
  bench.rows(
    `select a.band, a.level from areas a join area_datasets d on d.no = a.dataset_no
      where d.dataset = '${dataset}' order by a.id`,
  );

describe('an unknown code of a publisher is stored as not known, and the load names it', () => {
  it('for the group of a school, which then counts as a state school, as the load says', async () => {
    const header =
      'URN,EstablishmentName,TypeOfEstablishment (name),EstablishmentTypeGroup (name),EstablishmentStatus (name),PhaseOfEducation (name),Postcode,Easting,Northing';
    const groups = [
      'Academies',
      'Ocean schools',
      'Independent schools',
      '',
      'Special schools',
      'Other types',
    ];
    const rows = groups.map(
      (group, i) => `99800${i},School,School,${group},Open,Primary,XE1 2AB,630000,450000`,
    );
    const { checks } = await bench.load('gias', 'edubase.csv', `${[header, ...rows].join('\n')}\n`, FORCE);
    expect(unknownWords(checks)).toEqual([
      'unknown_words.sector: Words of sector are not known here and are answered as state: "Ocean schools" (1).',
    ]);
    expect((await bench.rows('select sector from schools order by id')).map(({ sector }) => sector)).toEqual([
      'state',
      'state',
      'independent',
      'state',
      'special',
      'state',
    ]);
  });

  it('for noise: both European code lists are read, and the number of a class is not read as decibels', async () => {
    const codes = [
      'Lden5559',
      'Lden6064',
      'Lden7074',
      'LdenGreaterThan75',
      'LdenLowerThan55',
      '3',
      '131',
      '60.0-64.9',
    ];
    const { checks } = await bench.load(
      'noise-wales',
      'road_lden.geojson',
      maps(codes.map((category) => ({ category }))),
      FORCE,
    );
    expect(await levels('noise-wales')).toEqual([
      { band: 'Lden5559', level: 'low' },
      { band: 'Lden6064', level: 'medium' },
      { band: 'Lden7074', level: 'high' },
      { band: 'LdenGreaterThan75', level: 'high' },
      { band: 'LdenLowerThan55', level: 'very_low' },
      { band: '3', level: null },
      { band: '131', level: null },
      { band: '60.0-64.9 dB', level: 'medium' },
    ]);
    expect(unknownWords(checks)).toEqual([
      'unknown_words.band: Words of band are not known here and are answered as not known: "131" (1), "3" (1).',
    ]);
  });

  it('for the risk of flooding and of radon', async () => {
    const bands = ['High', 'Unavailable', 'Unavailable', 'Very Low'];
    const flood = await bench.load(
      'flood-risk-england',
      'rofrs_4band.geojson',
      maps(bands.map((risk_band) => ({ risk_band }))),
      FORCE,
    );
    expect(unknownWords(flood.checks)).toEqual([
      'unknown_words.band: Words of band are not known here and are answered as not known: "Unavailable" (2).',
    ]);
    const classes = ['1', '6', '7'].map((CLASS_MAX) => ({ TILE: `XE${CLASS_MAX}`, CLASS_MAX }));
    const radon = await bench.load('radon', 'radon.geojson', maps(classes), FORCE);
    expect((await levels('radon')).map(({ level }) => level)).toEqual(['very_low', 'high', null]);
    expect(unknownWords(radon.checks)).toEqual([
      'unknown_words.band: Words of band are not known here and are answered as not known: "7" (1).',
    ]);
  });

  it('for coastal erosion: a zone without a period has no level', async () => {
    const zones = [{ epoch: '2055' }, { epoch: 'Baseline' }].map((one) => ({ frontageid: 'X1', ...one }));
    const { checks } = await bench.load('coastal-erosion', 'erosion.geojson', maps(zones), FORCE);
    expect(await levels('coastal-erosion')).toEqual([
      { band: 'by 2055', level: 'high' },
      { band: 'erosion zone', level: null },
    ]);
    expect(unknownWords(checks)).toEqual([
      'unknown_words.band: Words of band are not known here and are answered as not known: "erosion zone" (1).',
    ]);
  });

  it('for inspections: safeguarding with another word is not stored as not met', async () => {
    const header = [
      'URN',
      'Inspection start date',
      'Safeguarding standards',
      'Curriculum and teaching',
      'Achievement',
      'Latest OEIF overall effectiveness',
      'Latest OEIF quality of education',
      'Latest OEIF safeguarding is effective?',
      'Inspection start date of latest OEIF graded inspection',
    ];
    const blank = Object.fromEntries(header.map((name) => [name, 'NULL']));
    const card = {
      ...blank,
      'Inspection start date': '10/02/2026',
      'Curriculum and teaching': 'Expected standard',
    };
    const graded = {
      ...blank,
      'Inspection start date of latest OEIF graded inspection': '10/02/2024',
      'Latest OEIF overall effectiveness': '2',
    };
    const { checks } = await bench.load(
      'ofsted',
      'a.csv',
      table(header, [
        { ...card, URN: 998_001, 'Safeguarding standards': 'Met' },
        { ...card, URN: 998_002, 'Safeguarding standards': 'Not met' },
        { ...card, URN: 998_003, 'Safeguarding standards': 'Revisit due', Achievement: 'Causing concern' },
        { ...card, URN: 998_004, 'Safeguarding standards': 'Not judged', Achievement: 'Not applicable' },
        { ...graded, URN: 998_005, 'Latest OEIF safeguarding is effective?': 'Yes' },
        {
          ...graded,
          URN: 998_006,
          'Latest OEIF safeguarding is effective?': '9',
          'Latest OEIF quality of education': '9',
        },
        { ...graded, URN: 998_007, 'Latest OEIF overall effectiveness': 'Good' },
        { ...graded, URN: 998_008, 'Latest OEIF quality of education': '7' },
      ]),
      FORCE,
    );
    expect(
      await bench.rows(
        'select urn, framework, overall, areas, safeguarding from school_inspections order by urn',
      ),
    ).toEqual([
      ...['met', 'not_met', null, null].map((safeguarding, i) => ({
        urn: `99800${i + 1}`,
        framework: 'report_card',
        overall: null,
        areas: { curriculum_and_teaching: 'Expected standard' },
        safeguarding,
      })),
      ...['met', null, null, null].map((safeguarding, i) => ({
        urn: `99800${i + 5}`,
        framework: 'graded',
        overall: 'Good',
        areas: {},
        safeguarding,
      })),
    ]);
    expect(unknownWords(checks)).toEqual([
      'unknown_words.report card: Words of report card are not known here and are answered as not known: "Causing concern" (1).',
      'unknown_words.safeguarding: Words of safeguarding are not known here and are answered as not known: "Revisit due" (1).',
      'unknown_words.grade: Words of grade are not known here and are answered as not known: "7" (1).',
    ]);
  });

  it('for certificates: the kind of a dwelling and the tenure, but the marks for an unknown one are not reported', async () => {
    const header = [
      'certificate_number',
      'address1',
      'postcode',
      'current_energy_rating',
      'lodgement_date',
      'property_type',
      'tenure',
    ];
    const certificate = (i: number, property_type: string, tenure: string) => ({
      certificate_number: `0000-${i}`,
      address1: `${i} Made Up Row`,
      postcode: 'XE1 1AA',
      current_energy_rating: 'C',
      lodgement_date: '2026-02-10',
      property_type,
      tenure,
    });
    const { checks } = await bench.load(
      'epc-domestic',
      'certificates.csv',
      table(header, [
        certificate(1, 'Flat', 'Owner-occupied'),
        certificate(2, 'Houseboat', 'Rented (co-living)'),
        certificate(
          3,
          'NO DATA!',
          'Not defined - use in the case of a new dwelling for which the intended tenure is not known',
        ),
        certificate(4, 'Park home', 'unknown'),
      ]),
      FORCE,
    );
    expect(
      await bench.rows('select property_type, tenure from energy_certificates order by certificate_number'),
    ).toEqual([
      { property_type: 'flat', tenure: 'owner-occupied' },
      { property_type: null, tenure: null },
      { property_type: null, tenure: null },
      { property_type: 'other', tenure: null },
    ]);
    expect(unknownWords(checks)).toEqual([
      'unknown_words.property_type: Words of property_type are not known here and are answered as not known: "Houseboat" (1).',
      'unknown_words.tenure: Words of tenure are not known here and are answered as not known: "Rented (co-living)" (1).',
    ]);
  });

  it('for planning applications: an unknown state is stored as unknown, not as another state', async () => {
    const record = (uid: string, app_state: string) => ({
      uid,
      app_state,
      description: 'A porch',
      area_name: 'Xanshire',
      authority_name: 'Xanshire',
      address: '4 Made Up Row',
      start_date: '2026-02-10',
    });
    const records = [record('A/1', 'Permitted'), record('A/2', 'Zapped'), record('A/3', 'Zapped')];
    const { checks } = await bench.load(
      'planning-applications',
      'planit.json',
      JSON.stringify({ records }),
      FORCE,
    );
    expect(await bench.rows('select status from planning_applications order by reference')).toEqual([
      { status: 'approved' },
      { status: 'unknown' },
      { status: 'unknown' },
    ]);
    expect(unknownWords(checks)).toEqual([
      'unknown_words.status: Words of status are not known here and are answered as not known: "Zapped" (2).',
    ]);
  });
});
