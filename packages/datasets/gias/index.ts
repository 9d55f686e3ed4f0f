import { isRefused, namedColumns } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { onGrid } from '@domesday/geography/grid';
import { countOf, type Phase, phaseOfAges } from '@domesday/loading/kinds/schools/phase';
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
 * Get Information about Schools, `edubasealldata<yyyymmdd>.csv` of the Department for Education, by column name:
 * 120 columns in 2018, 140 in 2025, 135 in 2026, in Windows-1252. Open schools are kept; closed and proposed
 * ones, Welsh establishments (the Welsh register has them) and universities are left out. Positions are grid
 * metres; `..` and `SUPP` stand for suppressed numbers. No names of persons are read.
 */
const REQUIRED = {
  urn: ['URN'],
  name: ['EstablishmentName'],
  type: ['TypeOfEstablishment (name)'],
  status: ['EstablishmentStatus (name)'],
  phase: ['PhaseOfEducation (name)'],
  postcode: ['Postcode'],
  easting: ['Easting'],
  northing: ['Northing'],
};
const OPTIONAL = {
  group: ['EstablishmentTypeGroup (name)'],
  low: ['StatutoryLowAge'],
  high: ['StatutoryHighAge'],
  gender: ['Gender (name)'],
  pupils: ['NumberOfPupils'],
  capacity: ['SchoolCapacity'],
};
type Column = keyof typeof REQUIRED | keyof typeof OPTIONAL;

/**
 * Extracts put together from several years hold rows of another width than their header. Up to column 54 all
 * editions agree; what follows lies here in the edition of 135 columns.
 */
const OTHER_WIDTHS: Record<number, Partial<Record<Column, number>>> = {
  120: { postcode: 64, easting: 102, northing: 103 },
  135: { postcode: 61, easting: 110, northing: 111 },
};

const PHASES: Record<string, Phase> = {
  nursery: 'nursery',
  primary: 'primary',
  'middle deemed primary': 'primary',
  secondary: 'secondary',
  'middle deemed secondary': 'secondary',
  'all-through': 'all_through',
  '16 plus': 'post_16',
};

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: SCHOOL_STAGING,
  maxFieldChars: 8000,
  maxRecordChars: 64_000,
  nullRates: { easting: 0.05, postcode: 0.02, pupils: 0.3 },
  recognise,
  ...publishSchools('urn'),
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('an extract of Get Information about Schools', head, REQUIRED, OPTIONAL);
  if (isRefused(found)) return found;
  const { at: own, width } = found;

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    let at = own;
    if (fields.length !== width) {
      const other = OTHER_WIDTHS[fields.length];
      if (!other || own.gender !== 27)
        return `The row has ${fields.length} columns, where the header names ${width}.`;
      at = { ...own, ...other };
    }
    const text = (column: Column) => (at[column] === -1 ? null : cleanText(fields[at[column]]));
    const urn = text('urn');
    if (!urn || !/^\d{5,7}$/.test(urn)) return `"${urn ?? ''}" is not a URN.`;
    const name = text('name');
    if (!name) return 'The school has no name.';
    if (!/^open\b/i.test(text('status') ?? '')) return SKIP;
    const type = text('type') ?? 'Not recorded';
    if (/^welsh|higher education|children.s centre|offshore|overseas/i.test(type)) return SKIP;
    const ages = [countOf(text('low') ?? undefined), countOf(text('high') ?? undefined)] as const;
    const easting = numberOf(fields[at.easting]);
    const northing = numberOf(fields[at.northing]);
    const placed = onGrid(easting, northing);
    const gender = text('gender');
    row[0] = 'urn';
    row[1] = urn;
    row[2] = name;
    row[3] = 'England';
    row[4] = PHASES[(text('phase') ?? '').toLowerCase()] ?? phaseOfAges(...ages);
    row[5] = sectorOf(type, text('group') ?? '');
    row[6] = type;
    row[7] = gender && !/not applicable/i.test(gender) ? gender : null;
    row[8] = ages[0];
    row[9] = ages[1];
    row[10] = countOf(text('pupils') ?? undefined);
    row[11] = countOf(text('capacity') ?? undefined);
    row[12] = postcodeOf(text('postcode') ?? undefined);
    row[13] = placed ? easting : null;
    row[14] = placed ? northing : null;
    return null;
  }
  const { dataOffset, firstLine } = found;
  return { name: `${found.width} columns`, dataOffset, firstLine, map };
}

function sectorOf(type: string, group: string): string {
  if (/special|pupil referral|alternative provision/i.test(`${type} ${group}`)) return 'special';
  return /independent/i.test(`${type} ${group}`) ? 'independent' : 'state';
}
