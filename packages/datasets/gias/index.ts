import { cleanText, countOf, entryOf, numberOf } from '@domesday/files/values';
import { onGrid } from '@domesday/geography/grid';
import { columnTable } from '@domesday/loading/columns';
import { type Phase, phaseOfAges } from '@domesday/loading/kinds/schools/phase';
import { publishSchools, SCHOOL_TYPES } from '@domesday/loading/kinds/schools/publish.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { source } from './source.ts';

const PHASES: Record<string, Phase> = {
  nursery: 'nursery',
  primary: 'primary',
  'middle deemed primary': 'primary',
  secondary: 'secondary',
  'middle deemed secondary': 'secondary',
  'all-through': 'all_through',
  '16 plus': 'post_16',
};

/** Known groups of establishments that are not independent. */
const GROUPS = /academ|college|free school|maintained|other types|universit|welsh/i;

/**
 * Get Information about Schools, `edubasealldata<yyyymmdd>.csv` of the Department for Education, by column name: 120
 * columns in 2018, 140 in 2025, 135 in 2026, in Windows-1252. Only open schools are loaded, without Welsh
 * establishments (the Welsh register has them) and universities. Positions are grid metres; `..` and `SUPP` are
 * suppressed numbers. No names of persons are read.
 */
const table = columnTable<undefined, { urn: string; name: string; type: string; placed: boolean }>()(
  {
    id_scheme: { type: SCHOOL_TYPES.id_scheme, read: () => 'urn' },
    id: { type: SCHOOL_TYPES.id, from: ['URN'], read: (_, row) => row.made.urn },
    name: { type: SCHOOL_TYPES.name, from: ['EstablishmentName'], read: (_, row) => row.made.name },
    country: { type: SCHOOL_TYPES.country, read: () => 'England' },
    phase: {
      type: SCHOOL_TYPES.phase,
      from: ['PhaseOfEducation (name)'],
      read: (text, row) =>
        entryOf(PHASES, (cleanText(text) ?? '').toLowerCase()) ??
        phaseOfAges(countOf(row.raw('age_from')), countOf(row.raw('age_to'))),
    },
    sector: {
      type: SCHOOL_TYPES.sector,
      read: (_, row) => {
        const group = row.text('group');
        const sector = sectorOf(row.made.type, group);
        if (sector === 'state' && group !== null && !GROUPS.test(group)) row.unknown('sector', group, sector);
        return sector;
      },
    },
    type: {
      type: SCHOOL_TYPES.type,
      from: ['TypeOfEstablishment (name)'],
      read: (_, row) => row.made.type,
    },
    gender: {
      type: SCHOOL_TYPES.gender,
      from: ['Gender (name)'],
      optional: true,
      read: (text) => {
        const gender = cleanText(text);
        return gender && !/not applicable/i.test(gender) ? gender : null;
      },
    },
    age_from: { type: SCHOOL_TYPES.age_from, from: ['StatutoryLowAge'], optional: true, read: countOf },
    age_to: { type: SCHOOL_TYPES.age_to, from: ['StatutoryHighAge'], optional: true, read: countOf },
    pupils: { type: SCHOOL_TYPES.pupils, from: ['NumberOfPupils'], optional: true, read: countOf },
    capacity: { type: SCHOOL_TYPES.capacity, from: ['SchoolCapacity'], optional: true, read: countOf },
    postcode: { type: SCHOOL_TYPES.postcode, from: ['Postcode'], read: postcodeOf },
    easting: {
      type: SCHOOL_TYPES.easting,
      from: ['Easting'],
      read: (text, row) => (row.made.placed ? numberOf(text) : null),
    },
    northing: {
      type: SCHOOL_TYPES.northing,
      from: ['Northing'],
      read: (text, row) => (row.made.placed ? numberOf(text) : null),
    },
    ...PART_COLUMN,
    status: { from: ['EstablishmentStatus (name)'] },
    group: { from: ['EstablishmentTypeGroup (name)'], optional: true },
  },
  (row) => {
    const urn = row.text('id');
    if (!urn || !/^\d{5,7}$/.test(urn)) return row.refuse(`${quoted(urn)} is not a URN.`);
    const name = row.text('name');
    if (!name) return row.refuse('The school has no name.');
    if (!/^open\b/i.test(row.text('status') ?? '')) return row.skip('The school is closed, or not open yet.');
    const type = row.text('type') ?? 'Not recorded';
    if (/^welsh|higher education|children.s centre|offshore|overseas/i.test(type))
      return row.skip('It is a university or a children’s centre, or lies outside England.');
    if (/online provider|\bsecure\b/i.test(type))
      return row.skip('It teaches online alone, or in a secure unit: no pupil goes there from nearby.');
    const placed = onGrid(numberOf(row.raw('easting')), numberOf(row.raw('northing')));
    return { urn, name, type, placed };
  },
);

/**
 * Extracts compiled from several years have rows whose width differs from the header. Up to column 54 all editions
 * agree; the later columns are here at their positions in the edition of 135 columns.
 */
const OTHER_WIDTHS: Record<number, { postcode: number; easting: number; northing: number }> = {
  120: { postcode: 64, easting: 102, northing: 103 },
  135: { postcode: 61, easting: 110, northing: 111 },
};

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['id'] },
  staging: table.staging,
  maxFieldChars: 8000,
  maxRecordChars: 64_000,
  nullRates: { easting: 0.05, postcode: 0.02, pupils: 0.3 },
  recognise,
  ...publishSchools('urn'),
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find('an extract of Get Information about Schools', head);
  if ('refused' in found) return found;
  const { at, width, dataOffset, firstLine, delimiter } = found;
  const layoutAt = (places: typeof at) =>
    table.layout({ name: `${width} columns`, at: places, dataOffset, firstLine, delimiter, file: undefined });
  const own = layoutAt(at);
  const others = new Map(
    Object.entries(at.gender === 27 ? OTHER_WIDTHS : {}).map(([other, places]) => [
      Number(other),
      layoutAt({ ...at, ...places }),
    ]),
  );
  const map: Layout['map'] = (fields, row) => {
    if (fields.length === width) return own.map(fields, row);
    const other = others.get(fields.length);
    if (other) return other.map(fields, row);
    return `The row has ${fields.length} columns, where the header names ${width}.`;
  };
  return { ...own, map };
}

function sectorOf(type: string, group: string | null): string {
  // The register groups them with independent schools, but they are funded by the state.
  if (/^city technology college/i.test(type)) return 'state';
  const kind_text = `${type} ${group ?? ''}`;
  if (/special|pupil referral|alternative provision/i.test(kind_text)) return 'special';
  return /independent/i.test(kind_text) ? 'independent' : 'state';
}
