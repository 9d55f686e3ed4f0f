import { slashDate } from '../country/dates.ts';
import type { Country } from '../country/model.ts';
import { type School, schools } from '../country/places.ts';
import { randomFor } from '../country/random.ts';
import { csv, underHeader } from '../csv.ts';
import type { DatasetFiles } from './file.ts';
import { FIRST_URN } from './schools-england.ts';

const COMMON = [
  'URN',
  'LAESTAB',
  'School name',
  'Ofsted phase',
  'Type of education',
  'Local authority',
  'Postcode',
] as const;

/** Graded inspections under the framework that ended in 2025; the overall grade stopped in September 2024. */
export const OFSTED_GRADES_HEADER: readonly string[] = [
  ...COMMON,
  'Inspection start date of latest OEIF graded inspection',
  'Publication date of latest OEIF graded inspection',
  'Latest OEIF overall effectiveness',
  'Latest OEIF quality of education',
  'Latest OEIF behaviour and attitudes',
  'Latest OEIF personal development',
  'Latest OEIF effectiveness of leadership and management',
  'Latest OEIF safeguarding is effective?',
  'Latest OEIF early years provision (where applicable)',
  'Latest OEIF sixth form provision (where applicable)',
];

/** Report cards since November 2025: six areas on five points, and safeguarding met or not. */
export const OFSTED_CARDS_HEADER: readonly string[] = [
  ...COMMON,
  'Inspection start date',
  'Publication date',
  'Safeguarding standards',
  'Inclusion',
  'Curriculum and teaching',
  'Achievement',
  'Attendance and behaviour',
  'Personal development and well-being',
  'Leadership and governance',
];

const STANDARDS = [
  'Needs attention',
  'Expected standard',
  'Expected standard',
  'Strong standard',
  'Exceptional',
] as const;

/**
 * Ofsted's management information for state-funded schools. Neither file was at hand when this was written:
 * the columns follow what readers of the publisher's files name.
 */
export function ofsted(country: Country): DatasetFiles[] {
  const inspected = schools(country).filter(
    (school) => school.settlement.nation === 'England' && !school.independent && school.open,
  );
  const cards = inspected.filter((_, i) => i % 4 === 1).map(card);
  const grades = inspected.filter((_, i) => i !== 2).map(graded);
  return [
    ['ofsted/latest-oeif-inspections.csv', OFSTED_GRADES_HEADER, grades] as const,
    ['ofsted/latest-report-cards.csv', OFSTED_CARDS_HEADER, cards] as const,
  ].map(([path, header, rows]) => ({
    dataset: 'ofsted',
    path,
    files: [{ path, content: csv(underHeader(header, rows), '\r\n'), rows: rows.length }],
  }));
}

function common(school: School): Record<string, string | number> {
  return {
    URN: FIRST_URN + school.serial,
    LAESTAB: `99${school.settlement.authority.code.slice(-1)}${2000 + school.serial}`,
    'School name': school.name.replace('’', "'"),
    'Ofsted phase': school.phase,
    'Type of education': school.name.includes('Academy') ? 'Academy Sponsor Led' : 'Community School',
    'Local authority': school.settlement.authority.name,
    Postcode: school.postcode.postcode,
  };
}

function graded(school: School): Record<string, string | number> {
  const random = randomFor('ofsted', school.name);
  const year = random.int(2019, 2025);
  const grade = (): number => random.pick([1, 2, 2, 2, 3]);
  return {
    ...common(school),
    'Inspection start date of latest OEIF graded inspection': slashDate(`${year}-03-12`),
    'Publication date of latest OEIF graded inspection': slashDate(`${year}-04-25`),
    'Latest OEIF overall effectiveness': year >= 2025 ? 'Not judged' : grade(),
    'Latest OEIF quality of education': grade(),
    'Latest OEIF behaviour and attitudes': grade(),
    'Latest OEIF personal development': grade(),
    'Latest OEIF effectiveness of leadership and management': grade(),
    'Latest OEIF safeguarding is effective?': 'Yes',
    'Latest OEIF early years provision (where applicable)': school.lowAge < 5 ? grade() : 'NULL',
    'Latest OEIF sixth form provision (where applicable)': school.highAge > 16 ? grade() : 9,
  };
}

function card(school: School): Record<string, string | number> {
  const random = randomFor('report card', school.name);
  const areas = OFSTED_CARDS_HEADER.slice(-6).map((area) => [area, random.pick(STANDARDS)]);
  return {
    ...common(school),
    'Inspection start date': slashDate('2026-02-10'),
    'Publication date': slashDate('2026-03-20'),
    'Safeguarding standards': 'Met',
    ...Object.fromEntries(areas),
  };
}
