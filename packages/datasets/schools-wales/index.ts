import { cleanText, countOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import type { Phase } from '@domesday/loading/kinds/schools/phase';
import { publishSchools, SCHOOL_TYPES } from '@domesday/loading/kinds/schools/publish.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { source } from './source.ts';

const PHASES: [RegExp, Phase][] = [
  [/nursery/i, 'nursery'],
  [/primary|infant|junior/i, 'primary'],
  [/secondary/i, 'secondary'],
  [/middle|all.?through|3.?(to|-).?1\d/i, 'all_through'],
];

/**
 * The Welsh Government's address list of schools, each English sheet (Maintained, Independent, PRU) saved as CSV and
 * loaded together, by column name. Some names end in ` - see notes`. There are no coordinates: the postcode gives the
 * position. Independent schools and PRUs are identified by the sheet, which is part of the file name.
 */
const table = columnTable<{ sheet: string | null }, { number: string; sector: string }>()(
  {
    id_scheme: { type: SCHOOL_TYPES.id_scheme, read: () => 'wales' },
    id: { type: SCHOOL_TYPES.id, from: ['School Number'], read: (_, row) => row.made.number },
    name: {
      type: SCHOOL_TYPES.name,
      from: ['School Name'],
      read: (text, row) => cleanText(text) ?? row.made.number,
    },
    country: { type: SCHOOL_TYPES.country, read: () => 'Wales' },
    phase: {
      type: SCHOOL_TYPES.phase,
      read: (_, row) => PHASES.find(([pattern]) => pattern.test(row.made.sector))?.[1] ?? 'not_applicable',
    },
    sector: {
      type: SCHOOL_TYPES.sector,
      from: ['Sector'],
      optional: true,
      read: (_, row) => sectorOf(row.made.sector),
    },
    type: {
      type: SCHOOL_TYPES.type,
      from: ['School Type', 'Governance - see notes', 'Governance'],
      optional: true,
      read: (text, row) => cleanText(text) ?? (row.made.sector || 'Not recorded'),
    },
    gender: { type: SCHOOL_TYPES.gender, read: () => null },
    age_from: { type: SCHOOL_TYPES.age_from, read: (_, row) => agesOf(row.text('type'))?.from ?? null },
    age_to: { type: SCHOOL_TYPES.age_to, read: (_, row) => agesOf(row.text('type'))?.to ?? null },
    pupils: {
      type: SCHOOL_TYPES.pupils,
      from: ['Pupils - see notes', 'Pupils'],
      optional: true,
      read: countOf,
    },
    capacity: { type: SCHOOL_TYPES.capacity, read: () => null },
    postcode: { type: SCHOOL_TYPES.postcode, from: ['Postcode'], read: postcodeOf },
    easting: { type: SCHOOL_TYPES.easting, read: () => null },
    northing: { type: SCHOOL_TYPES.northing, read: () => null },
    ...PART_COLUMN,
  },
  (row) => {
    // Notes follow the table in the same sheet.
    if (!row.text('name') && !row.text('postcode')) return row.skip();
    const number = row.text('id');
    if (!number || !/^\d{6,7}$/.test(number)) return row.refuse(`${quoted(number)} is not a school number.`);
    return { number, sector: row.text('sector') ?? row.file.sheet ?? '' };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['id'] },
  staging: table.staging,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  nullRates: { postcode: 0.02, pupils: 0.2 },
  recognise,
  ...publishSchools('wales'),
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find('the address list of schools', head);
  if ('refused' in found) return found;
  const sheet = /independent/i.test(head.name)
    ? 'Independent'
    : /pru\b/i.test(head.name)
      ? 'Pupil referral unit'
      : null;
  return table.layout({ name: sheet ?? 'maintained schools', ...found, file: { sheet } });
}

function sectorOf(sector: string): string {
  if (/special|referral|\bpru\b/i.test(sector)) return 'special';
  return /independent/i.test(sector) ? 'independent' : 'state';
}

/** The ages within a kind of school, such as `Secondary (ages 11-19)`. */
function agesOf(type: string | null): { from: number; to: number } | null {
  const [, from, to] = /\bages (\d{1,2}) ?(?:-|to) ?(\d{1,2})\b/i.exec(type ?? '') ?? [];
  return from && to ? { from: Number(from), to: Number(to) } : null;
}
