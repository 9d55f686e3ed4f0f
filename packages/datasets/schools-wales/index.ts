import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText } from '@domesday/files/values';
import { countOf, type Phase } from '@domesday/loading/kinds/schools/phase';
import { publishSchools, SCHOOL_STAGING } from '@domesday/loading/kinds/schools/publish.query';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * The Welsh Government's address list of schools, each English sheet (Maintained, Independent, PRU) saved as
 * CSV and loaded together, by column name. Some names end in ` - see notes`. There are no coordinates: the
 * postcode places the school. Independent schools and PRUs are told by the sheet, which names the file.
 */
const REQUIRED = { number: ['School Number'], name: ['School Name'], postcode: ['Postcode'] };
const OPTIONAL = {
  sector: ['Sector'],
  type: ['School Type', 'Governance - see notes', 'Governance'],
  pupils: ['Pupils - see notes', 'Pupils'],
};
const PHASES: [RegExp, Phase][] = [
  [/nursery/i, 'nursery'],
  [/primary|infant|junior/i, 'primary'],
  [/secondary/i, 'secondary'],
  [/middle|all.?through|3.?(to|-).?1\d/i, 'all_through'],
];

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: SCHOOL_STAGING,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  nullRates: { postcode: 0.02, pupils: 0.2 },
  recognise,
  ...publishSchools('wales'),
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('the address list of schools', head, REQUIRED, OPTIONAL, { preamble: true });
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;
  const sheet = /independent/i.test(head.name)
    ? 'Independent'
    : /pru\b/i.test(head.name)
      ? 'Pupil referral unit'
      : null;

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const text = (column: keyof typeof at) => (at[column] === -1 ? null : cleanText(fields[at[column]]));
    const number = text('number');
    // Notes follow the table in the same sheet.
    if (!text('name') && !text('postcode')) return SKIP;
    if (!number || !/^\d{6,7}$/.test(number)) return `"${number ?? ''}" is not a school number.`;
    const sector = text('sector') ?? sheet ?? '';
    const type = text('type') ?? (sector || 'Not recorded');
    row[0] = 'wales';
    row[1] = number;
    row[2] = text('name') ?? number;
    row[3] = 'Wales';
    row[4] = PHASES.find(([pattern]) => pattern.test(sector))?.[1] ?? 'not_applicable';
    row[5] = /special|referral|\bpru\b/i.test(sector)
      ? 'special'
      : /independent/i.test(sector)
        ? 'independent'
        : 'state';
    row[6] = type;
    row[7] = null;
    row[8] = null;
    row[9] = null;
    row[10] = countOf(text('pupils') ?? undefined);
    row[11] = null;
    row[12] = postcodeOf(text('postcode') ?? undefined);
    row[13] = null;
    row[14] = null;
    return null;
  }
  return { name: sheet ?? 'maintained schools', dataOffset, firstLine, map };
}
