import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { anyDate, cleanText } from '@domesday/files/values';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import { newestDate } from '@domesday/loading/staging.query';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * Ofsted's monthly management information, `latest inspections`, by column name, in Windows-1252, `NULL` for
 * blank. Three frameworks: report cards since November 2025 (up to seven areas on five points, no overall
 * grade), graded inspections before (an overall grade until September 2024, `Not judged` after), and ungraded
 * visits, which grade nothing. Files before 2025 name the graded columns without `Latest OEIF`.
 */
const REQUIRED = { urn: ['URN'], start: ['Inspection start date'] };
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
const OPTIONAL = {
  ...REPORT_CARD,
  ...GRADED,
  published: ['Publication date'],
  safeguarding: ['Safeguarding standards'],
  overall: ['Latest OEIF overall effectiveness', 'Overall effectiveness'],
  safeguarding_effective: ['Latest OEIF safeguarding is effective?', 'Safeguarding is effective?'],
  graded_start: ['Inspection start date of latest OEIF graded inspection'],
  graded_published: ['Publication date of latest OEIF graded inspection'],
  ungraded_outcome: ['Ungraded inspection overall outcome', 'Overall outcome of the ungraded inspection'],
  ungraded_start: ['Date of latest ungraded inspection'],
  ungraded_published: ['Ungraded inspection publication date'],
  own_report_card: ['Does the latest full inspection relate to the URN of the current school?'],
  own_graded: ['Does the latest OEIF graded inspection relate to the URN of the current school?'],
  own_ungraded: ['Does the ungraded inspection relate to the URN of the current school?'],
  url: ['Web Link (opens in new window)', 'Web Link'],
};
type Column = keyof typeof REQUIRED | keyof typeof OPTIONAL;

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
};

const COLUMNS = [
  { name: 'urn', type: 'text not null' },
  { name: 'framework', type: 'text not null' },
  { name: 'overall', type: 'text' },
  { name: 'areas', type: 'jsonb not null' },
  { name: 'safeguarding', type: 'text' },
  { name: 'outcome', type: 'text' },
  { name: 'inspected_on', type: 'date' },
  { name: 'published_on', type: 'date' },
  { name: 'predecessor', type: 'boolean not null' },
  { name: 'url', type: 'text' },
];

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: COLUMNS,
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
      columns: COLUMNS.map((c) => c.name),
      remove: 'true',
    }),
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns("Ofsted's management information", head, REQUIRED, OPTIONAL, { preamble: true });
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;
  if (at.overall === -1 && at.curriculum_and_teaching === -1) {
    const missing = ['Latest OEIF overall effectiveness', 'Curriculum and teaching'];
    return {
      refused: `as Ofsted's management information it misses the columns ${missing.join(', ')}.`,
      missing,
    };
  }

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const text = (column: Column) => {
      const value = at[column] === -1 ? null : cleanText(fields[at[column]]);
      return value === null || /^(null|n\/a)$/i.test(value) ? null : value;
    };
    const date = (column: Column) => anyDate(text(column) ?? undefined);
    const urn = text('urn');
    if (!urn || !/^\d{5,7}$/.test(urn)) return `"${urn ?? ''}" is not a URN.`;

    const cards = gradesOf(REPORT_CARD, (column) => cardGrade(text(column)));
    const graded = gradesOf(GRADED, (column) => GRADES[text(column) ?? ''] ?? null);
    const overall = GRADES[text('overall') ?? ''] ?? null;
    const met = text('safeguarding')?.toLowerCase();
    const effective = text('safeguarding_effective')?.toLowerCase();
    const outcome = text('ungraded_outcome');
    row[0] = urn;
    row[2] = null;
    row[5] = null;
    if (Object.keys(cards).length > 0 || met) {
      row[1] = 'report_card';
      row[3] = JSON.stringify(cards);
      row[4] = met === undefined ? null : met === 'met' ? 'met' : 'not_met';
      row[6] = date('start');
      row[7] = date('published');
      row[8] = text('own_report_card') === 'No';
    } else if (overall || Object.keys(graded).length > 0) {
      row[1] = 'graded';
      row[2] = overall;
      row[3] = JSON.stringify(graded);
      row[4] = effective === 'yes' ? 'met' : effective === 'no' ? 'not_met' : null;
      row[6] = date('graded_start') ?? date('start');
      row[7] = date('graded_published') ?? date('published');
      row[8] = text('own_graded') === 'No';
    } else if (outcome) {
      row[1] = 'ungraded';
      row[3] = '{}';
      row[4] = null;
      row[6] = date('ungraded_start') ?? date('ungraded_published');
      row[7] = date('ungraded_published');
      row[8] = text('own_ungraded') === 'No';
    } else {
      // A school that was not inspected yet is no fault of the file.
      return '';
    }
    row[5] = row[1] === 'report_card' ? null : outcome;
    row[9] = urlOf(text('url'), urn);
    return null;
  }
  const name =
    at.curriculum_and_teaching === -1 ? 'graded inspections' : 'report cards and graded inspections';
  return { name, dataOffset, firstLine, map };
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

function cardGrade(text: string | null): string | null {
  return text && SCALE.includes(text.toLowerCase()) ? text : null;
}

function urlOf(text: string | null, urn: string): string {
  return text && /^https?:\/\//.test(text) ? text : `https://reports.ofsted.gov.uk/provider/21/${urn}`;
}
