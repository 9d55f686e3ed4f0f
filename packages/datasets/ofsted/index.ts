import { anyDate, cleanText, entryOf } from '@domesday/files/values';
import { columnTable, type RowReader } from '@domesday/loading/columns';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import { newestDate } from '@domesday/loading/staging.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { quoted } from '@domesday/loading/values';
import { source } from './source.ts';

/** Areas of a report card and of a graded inspection, under the names that files have for them. */
const REPORT_CARD = {
  inclusion: ['Inclusion'],
  curriculum_and_teaching: ['Curriculum and teaching'],
  achievement: ['Achievement'],
  attendance_and_behaviour: ['Attendance and behaviour'],
  personal_development_and_wellbeing: [
    'Personal development and wellbeing',
    'Personal development and well-being',
  ],
  early_years: ['Early years (where applicable)', 'Early years'],
  post_16_provision: ['Post-16 provision (where applicable)', 'Post-16 provision'],
  leadership_and_governance: ['Leadership and governance'],
};
const GRADED = {
  quality_of_education: ['Latest OEIF quality of education', 'Quality of education'],
  behaviour_and_attitudes: ['Latest OEIF behaviour and attitudes', 'Behaviour and attitudes'],
  personal_development: ['Latest OEIF personal development', 'Personal development'],
  leadership_and_management: [
    'Latest OEIF effectiveness of leadership and management',
    'Effectiveness of leadership and management',
  ],
  early_years_provision: [
    'Latest OEIF early years provision (where applicable)',
    'Early years provision (where applicable)',
  ],
  sixth_form_provision: [
    'Latest OEIF sixth form provision (where applicable)',
    'Sixth form provision (where applicable)',
  ],
};
type Area = keyof typeof REPORT_CARD | keyof typeof GRADED;
const AREAS = Object.fromEntries(
  Object.entries({ ...REPORT_CARD, ...GRADED }).map(([area, from]) => [area, { from, optional: true }]),
) as Record<Area, { from: string[]; optional: true }>;

const SCALE = [
  'exceptional',
  'strong standard',
  'expected standard',
  'needs attention',
  'urgent improvement',
];
const GRADES: Record<string, string> = {
  '1': 'Outstanding',
  '2': 'Good',
  '3': 'Requires improvement',
  '4': 'Inadequate',
  outstanding: 'Outstanding',
  good: 'Good',
  'requires improvement': 'Requires improvement',
  inadequate: 'Inadequate',
};
/** Values for an area that was not judged or that a school does not have: 9, or 0 for a sixth form. */
const NO_GRADE = /^(0|8|9|not (judged|applicable|inspected|assessed)|no data.*|-+)$/i;
/** Words for safeguarding in report cards (met, not met) and in graded inspections (yes, no). */
const SAFEGUARDING: Record<string, 'met' | 'not_met'> = {
  met: 'met',
  'not met': 'not_met',
  yes: 'met',
  no: 'not_met',
};

/** The newest inspection of a school, by its inspection framework. */
interface Inspection {
  urn: string;
  framework: 'report_card' | 'graded' | 'ungraded';
  overall: string | null;
  areas: Record<string, string>;
  safeguarding: 'met' | 'not_met' | null;
  outcome: string | null;
  inspected_on: string | null;
  published_on: string | null;
  predecessor: boolean;
}

/**
 * Ofsted's monthly management information, `latest inspections`, by column name, in Windows-1252, `NULL` for blank.
 * Three frameworks: report cards since November 2025 (up to seven areas on five points, no overall grade), graded
 * inspections before (an overall grade until September 2024, `Not judged` after), and ungraded visits. Files before
 * 2025 name the graded columns without `Latest OEIF`.
 */
const table = columnTable<undefined, Inspection>()(
  {
    urn: { type: 'text not null', from: ['URN'], read: (_, row) => row.made.urn },
    framework: { type: 'text not null', read: (_, row) => row.made.framework },
    overall: {
      type: 'text',
      from: ['Latest OEIF overall effectiveness', 'Overall effectiveness'],
      optional: true,
      read: (_, row) => row.made.overall,
    },
    areas: { type: 'jsonb not null', read: (_, row) => JSON.stringify(row.made.areas) },
    safeguarding: {
      type: 'text',
      from: ['Safeguarding standards'],
      optional: true,
      read: (_, row) => row.made.safeguarding,
    },
    outcome: {
      type: 'text',
      from: ['Ungraded inspection overall outcome', 'Overall outcome of the ungraded inspection'],
      optional: true,
      read: (_, row) => row.made.outcome,
    },
    inspected_on: {
      type: 'date',
      from: ['Inspection start date'],
      read: (_, row) => row.made.inspected_on,
    },
    published_on: {
      type: 'date',
      from: ['Publication date'],
      optional: true,
      read: (_, row) => row.made.published_on,
    },
    predecessor: { type: 'boolean not null', read: (_, row) => row.made.predecessor },
    url: {
      type: 'text',
      from: ['Web Link (opens in new window)', 'Web Link'],
      optional: true,
      read: (text, row) => urlOf(known(text), row.made.urn),
    },
    ...PART_COLUMN,
    ...AREAS,
    safeguarding_effective: {
      from: ['Latest OEIF safeguarding is effective?', 'Safeguarding is effective?'],
      optional: true,
    },
    graded_start: { from: ['Inspection start date of latest OEIF graded inspection'], optional: true },
    graded_published: { from: ['Publication date of latest OEIF graded inspection'], optional: true },
    ungraded_start: { from: ['Date of latest ungraded inspection'], optional: true },
    ungraded_published: { from: ['Ungraded inspection publication date'], optional: true },
    own_report_card: {
      from: ['Does the latest full inspection relate to the URN of the current school?'],
      optional: true,
    },
    own_graded: {
      from: ['Does the latest OEIF graded inspection relate to the URN of the current school?'],
      optional: true,
    },
    own_ungraded: {
      from: ['Does the ungraded inspection relate to the URN of the current school?'],
      optional: true,
    },
  },
  (row) => {
    const urn = known(row.raw('urn'));
    if (!urn || !/^\d{5,7}$/.test(urn)) return row.refuse(`${quoted(urn)} is not a URN.`);
    const inspection = reportCard(row) ?? graded(row) ?? ungraded(row);
    // A school without an inspection yet is no error in the file.
    return inspection === null ? row.skip('The school has not been inspected yet.') : { urn, ...inspection };
  },
);

type Row = Pick<
  RowReader<
    | Area
    | 'safeguarding'
    | 'safeguarding_effective'
    | 'overall'
    | 'outcome'
    | 'inspected_on'
    | 'published_on'
    | 'graded_start'
    | 'graded_published'
    | 'ungraded_start'
    | 'ungraded_published'
    | 'own_report_card'
    | 'own_graded'
    | 'own_ungraded',
    undefined,
    Inspection
  >,
  'raw' | 'unknown'
>;
type Found = Omit<Inspection, 'urn'>;

function reportCard(row: Row): Found | null {
  const areas = gradesOf(REPORT_CARD, (area) => {
    const text = judged(row.raw(area));
    return text === null || SCALE.includes(text.toLowerCase()) ? text : row.unknown('report card', text);
  });
  const met = judged(row.raw('safeguarding'));
  if (Object.keys(areas).length === 0 && !met) return null;
  return {
    framework: 'report_card',
    overall: null,
    areas,
    safeguarding: safeguardingOf(met, row),
    outcome: null,
    inspected_on: dayOf(row.raw('inspected_on')),
    published_on: dayOf(row.raw('published_on')),
    predecessor: known(row.raw('own_report_card')) === 'No',
  };
}

function graded(row: Row): Found | null {
  const gradeIn = (text: string | undefined) => {
    const grade = judged(text);
    return grade && (entryOf(GRADES, grade.toLowerCase()) ?? row.unknown('grade', grade));
  };
  const areas = gradesOf(GRADED, (area) => gradeIn(row.raw(area)));
  const overall = gradeIn(row.raw('overall'));
  if (!overall && Object.keys(areas).length === 0) return null;
  return {
    framework: 'graded',
    overall,
    areas,
    safeguarding: safeguardingOf(judged(row.raw('safeguarding_effective')), row),
    outcome: known(row.raw('outcome')),
    inspected_on: dayOf(row.raw('graded_start')) ?? dayOf(row.raw('inspected_on')),
    published_on: dayOf(row.raw('graded_published')) ?? dayOf(row.raw('published_on')),
    predecessor: known(row.raw('own_graded')) === 'No',
  };
}

function ungraded(row: Row): Found | null {
  const outcome = known(row.raw('outcome'));
  if (!outcome) return null;
  return {
    framework: 'ungraded',
    overall: null,
    areas: {},
    safeguarding: null,
    outcome,
    inspected_on: dayOf(row.raw('ungraded_start')) ?? dayOf(row.raw('ungraded_published')),
    published_on: dayOf(row.raw('ungraded_published')),
    predecessor: known(row.raw('own_ungraded')) === 'No',
  };
}

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['urn'] },
  staging: table.staging,
  maxFieldChars: 8000,
  maxRecordChars: 64_000,
  nullRates: { inspected_on: 0.1 },
  recognise,
  replacedRows: (staged) => servedRows(staged, 'school_inspections'),
  newestRecord: (staged) => newestDate(staged.client, staged.table, 'inspected_on'),
  publish: (staged) =>
    publishRows(staged, {
      table: 'school_inspections',
      key: ['urn'],
      columns: table.served,
      remove: 'true',
    }),
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find("Ofsted's management information", head);
  if ('refused' in found) return found;
  const { overall, curriculum_and_teaching } = found.at;
  if (overall === -1 && curriculum_and_teaching === -1) {
    const missing = ['Latest OEIF overall effectiveness', 'Curriculum and teaching'];
    return {
      refused: `as Ofsted's management information it misses the columns ${missing.join(', ')}.`,
      missing,
    };
  }
  const name = curriculum_and_teaching === -1 ? 'graded inspections' : 'report cards and graded inspections';
  return table.layout({ name, ...found, file: undefined });
}

/** A text, or null for the file's ways of writing an unknown one. */
function known(text: string | undefined): string | null {
  const value = cleanText(text);
  return value === null || /^(null|n\/a)$/i.test(value) ? null : value;
}

/** A judgement; null if there is none. */
function judged(text: string | undefined): string | null {
  const grade = known(text);
  return grade !== null && NO_GRADE.test(grade) ? null : grade;
}

function safeguardingOf(word: string | null, row: Row): Inspection['safeguarding'] {
  if (word === null) return null;
  return entryOf(SAFEGUARDING, word.toLowerCase()) ?? row.unknown('safeguarding', word);
}

function dayOf(text: string | undefined): string | null {
  return anyDate(known(text) ?? undefined);
}

function gradesOf<K extends string>(
  areas: Record<K, string[]>,
  gradeOf: (area: K) => string | null,
): Record<string, string> {
  const grades: Record<string, string> = {};
  for (const area of Object.keys(areas) as K[]) {
    const grade = gradeOf(area);
    if (grade) grades[area] = grade;
  }
  return grades;
}

function urlOf(text: string | null, urn: string): string {
  return text && /^https?:\/\//.test(text) ? text : `https://reports.ofsted.gov.uk/provider/21/${urn}`;
}
