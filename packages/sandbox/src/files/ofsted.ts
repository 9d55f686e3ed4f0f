import { slashDate } from '../country/dates.ts';
import type { Country } from '../country/model.ts';
import { type School, schools } from '../country/places.ts';
import { randomFor } from '../country/random.ts';
import { csv, underHeader } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';
import { FIRST_URN } from './gias.ts';

const CARD_AREAS = [
  'Inclusion',
  'Curriculum and teaching',
  'Achievement',
  'Attendance and behaviour',
  'Personal development and wellbeing',
  'Early years (where applicable)',
  'Post-16 provision (where applicable)',
  'Leadership and governance',
] as const;
const GRADED_AREAS = [
  'Latest OEIF quality of education',
  'Latest OEIF behaviour and attitudes',
  'Latest OEIF personal development',
  'Latest OEIF effectiveness of leadership and management',
  'Latest OEIF early years provision (where applicable)',
  'Latest OEIF sixth form provision (where applicable)',
] as const;

/** One row per school: report cards since November 2025, graded inspections before, and ungraded visits. */
export const OFSTED_HEADER: readonly string[] = [
  'Web Link (opens in new window)',
  'URN',
  'LAESTAB',
  'School name',
  'Ofsted phase',
  'Type of education',
  'Ofsted region',
  'Local authority',
  'Postcode',
  'Inspection start date',
  'Publication date',
  'Does the latest full inspection relate to the URN of the current school?',
  'Safeguarding standards',
  ...CARD_AREAS,
  'Date of latest ungraded inspection',
  'Ungraded inspection publication date',
  'Ungraded inspection overall outcome',
  'Inspection start date of latest OEIF graded inspection',
  'Publication date of latest OEIF graded inspection',
  'Does the latest OEIF graded inspection relate to the URN of the current school?',
  'Latest OEIF overall effectiveness',
  'Latest OEIF safeguarding is effective?',
  ...GRADED_AREAS,
];

const STANDARDS = [
  'Needs attention',
  'Expected standard',
  'Expected standard',
  'Strong standard',
  'Exceptional',
] as const;

/**
 * Ofsted's management information on state-funded schools in England, `NULL` for blank; independent schools have
 * another inspectorate, and one school has not been inspected yet. No published file was available: the columns are
 * those that programs reading it use.
 */
export function ofsted(country: Country): DatasetFiles[] {
  const inspected = schools(country).filter(
    (school) => school.settlement.nation === 'England' && !school.independent && school.open,
  );
  const records = inspected.filter((_, i) => i !== 2).map(record);
  return [
    oneFile(
      'ofsted',
      'ofsted/latest-inspections.csv',
      csv(underHeader(OFSTED_HEADER, records), '\r\n'),
      records.length,
    ),
  ];
}

function record(school: School, index: number): Record<string, string | number> {
  const grades = graded(school, index);
  return {
    ...Object.fromEntries(OFSTED_HEADER.map((name) => [name, 'NULL'])),
    'Web Link (opens in new window)': `https://reports.example/provider/21/${FIRST_URN + school.serial}`,
    URN: FIRST_URN + school.serial,
    LAESTAB: `99${school.settlement.authority.code.slice(-1)}${2000 + school.serial}`,
    'School name': school.name.replace('’', "'"),
    'Ofsted phase': school.phase,
    'Type of education': school.name.includes('Academy') ? 'Academy Sponsor Led' : 'Community School',
    'Ofsted region': 'Xerris Sound',
    'Local authority': school.settlement.authority.name,
    Postcode: school.postcode.postcode,
    ...grades,
    ...(index % 3 === 1 ? card(school) : {}),
    ...(index % 3 === 2 ? ungraded(grades['Latest OEIF overall effectiveness']) : {}),
  };
}

/**
 * A visit without grades confirms the grade of the last inspection; a school that requires improvement is graded again.
 */
const CONFIRMED = new Map<unknown, string>([
  [1, 'School remains Outstanding'],
  [2, 'School remains Good'],
  ['Not judged', 'Standards maintained'],
]);

function ungraded(grade: unknown): Record<string, string> {
  const outcome = CONFIRMED.get(grade);
  if (!outcome) return {};
  return {
    'Date of latest ungraded inspection': '14/05/2025',
    'Ungraded inspection publication date': '20/06/2025',
    'Ungraded inspection overall outcome': outcome,
  };
}

/** The single overall grade ended in September 2024; the grades of its parts continued for a year. */
function graded(school: School, index: number): Record<string, string | number> {
  const random = randomFor('ofsted', school.name);
  const year = index % 4 === 0 ? 2025 : random.int(2017, 2023);
  const areas = GRADED_AREAS.map((area) => [area, random.pick([1, 2, 2, 2, 3])]);
  return {
    'Inspection start date of latest OEIF graded inspection': slashDate(`${year}-03-12`),
    'Publication date of latest OEIF graded inspection': slashDate(`${year}-04-25`),
    'Does the latest OEIF graded inspection relate to the URN of the current school?':
      school.name.includes('Academy') && year < 2020 ? 'No' : 'Yes',
    'Latest OEIF overall effectiveness': year >= 2025 ? 'Not judged' : random.pick([1, 2, 2, 2, 3]),
    'Latest OEIF safeguarding is effective?': 'Yes',
    ...Object.fromEntries(areas),
    'Latest OEIF early years provision (where applicable)': school.lowAge < 5 ? 2 : 'NULL',
    'Latest OEIF sixth form provision (where applicable)': school.highAge > 16 ? 2 : 9,
  };
}

function card(school: School): Record<string, string | number> {
  const random = randomFor('report card', school.name);
  return {
    'Inspection start date': slashDate('2026-02-10'),
    'Publication date': slashDate('2026-03-20'),
    'Does the latest full inspection relate to the URN of the current school?': 'Yes',
    'Safeguarding standards': 'Met',
    ...Object.fromEntries(CARD_AREAS.map((area) => [area, random.pick(STANDARDS)])),
    ...(school.lowAge < 5 ? {} : { 'Early years (where applicable)': 'NULL' }),
    ...(school.highAge > 16 ? {} : { 'Post-16 provision (where applicable)': 'NULL' }),
  };
}
