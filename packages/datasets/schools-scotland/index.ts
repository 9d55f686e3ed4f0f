import { cleanText, countOf, numberOf } from '@domesday/files/values';
import { areApart, type GridPoint, onGrid, toGrid } from '@domesday/geography/grid';
import { columnTable } from '@domesday/loading/columns';
import { publishSchools, SCHOOL_TYPES } from '@domesday/loading/kinds/schools/publish.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { source } from './source.ts';

const DEPARTMENTS = [
  ['primary', 'Primary'],
  ['secondary', 'Secondary'],
  ['special', 'Special'],
] as const;

/**
 * School Roll and Locations, or school contact details, of the Scottish Government (publicly funded schools), saved as
 * CSV, by column name. In the former a school with several departments has one row for each under the same SEED code,
 * in the latter a column for each department.
 */
const table = columnTable<undefined, { type: string; point: GridPoint | null }>()(
  {
    id_scheme: { type: SCHOOL_TYPES.id_scheme, read: () => 'seed' },
    id: { type: SCHOOL_TYPES.id, from: ['SeedCode', 'Seed Code', 'SEED'] },
    name: {
      type: SCHOOL_TYPES.name,
      from: ['SchoolName', 'School Name'],
      read: (text, row) => cleanText(text) ?? row.refuse('The school has no name.'),
    },
    country: { type: SCHOOL_TYPES.country, read: () => 'Scotland' },
    phase: { type: SCHOOL_TYPES.phase, read: (_, row) => phaseOf(row.made.type) },
    sector: { type: SCHOOL_TYPES.sector, read: (_, row) => sectorOf(row.made.type, row.text('centre')) },
    type: {
      type: SCHOOL_TYPES.type,
      from: ['SchoolType', 'School Type'],
      optional: true,
      read: (_, row) => row.made.type,
    },
    gender: { type: SCHOOL_TYPES.gender, read: () => null },
    age_from: { type: SCHOOL_TYPES.age_from, read: () => null },
    age_to: { type: SCHOOL_TYPES.age_to, read: () => null },
    pupils: {
      type: SCHOOL_TYPES.pupils,
      from: ['PupilRoll', 'Pupil Roll', 'Roll'],
      optional: true,
      read: countOf,
    },
    capacity: { type: SCHOOL_TYPES.capacity, read: () => null },
    postcode: {
      type: SCHOOL_TYPES.postcode,
      from: ['PostCode', 'Postcode', 'Post Code'],
      optional: true,
      read: postcodeOf,
    },
    easting: {
      type: SCHOOL_TYPES.easting,
      from: ['Easting', 'Grid Easting', 'XCoord', 'GridRefEasting'],
      optional: true,
      read: (_, row) => row.made.point?.easting ?? null,
    },
    northing: {
      type: SCHOOL_TYPES.northing,
      from: ['Northing', 'Grid Northing', 'YCoord', 'GridRefNorthing'],
      optional: true,
      read: (_, row) => row.made.point?.northing ?? null,
    },
    ...PART_COLUMN,
    primary: { from: ['Primary School', 'Primary Department', 'Primary'], optional: true },
    secondary: { from: ['Secondary School', 'Secondary Department', 'Secondary'], optional: true },
    special: { from: ['Special School', 'Special Department', 'Special'], optional: true },
    latitude: { from: ['Latitude'], optional: true },
    longitude: { from: ['Longitude'], optional: true },
    centre: { from: ['Centre Type', 'CentreType'], optional: true },
  },
  (row) => {
    const seed = row.text('id');
    if (!seed || !/^\d{5,8}$/.test(seed)) return row.refuse(`${quoted(seed)} is not a SEED code.`);
    const departments = DEPARTMENTS.filter(([column]) => /^(yes|y|1|true)$/i.test(row.text(column) ?? ''));
    const type = row.text('type') ?? (departments.map(([, shown]) => shown).join(', ') || 'Not recorded');
    const texts = [row.raw('easting'), row.raw('northing'), row.raw('latitude'), row.raw('longitude')];
    return { type, point: positionOf(...texts) };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['id', 'type'] },
  keyless: true,
  staging: table.staging,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  nullRates: { easting: 0.05, pupils: 0.2 },
  recognise,
  ...publishSchools('seed', gathered),
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find('the Scottish School Roll', head);
  if ('refused' in found) return found;
  if (found.at.type === -1 && found.at.primary === -1) {
    return {
      refused: 'as the Scottish School Roll it misses the column SchoolType.',
      missing: ['SchoolType'],
    };
  }
  return table.layout({ name: 'school roll', ...found, file: undefined });
}

function phaseOf(type: string): string {
  if (/primary.*secondary/i.test(type)) return 'all_through';
  if (/primary/i.test(type)) return 'primary';
  if (/secondary/i.test(type)) return 'secondary';
  return /nursery|early/i.test(type) ? 'nursery' : 'not_applicable';
}

function sectorOf(type: string, centre: string | null): string {
  if (/special/i.test(type) && !/primary|secondary/i.test(type)) return 'special';
  return /independent/i.test(centre ?? '') ? 'independent' : 'state';
}

function positionOf(...texts: (string | undefined)[]): GridPoint | null {
  const [easting, northing, latitude, longitude] = texts.map(numberOf);
  const degrees =
    latitude != null &&
    longitude != null &&
    latitude >= 49 &&
    latitude <= 61.5 &&
    longitude >= -9.5 &&
    longitude <= 2.5
      ? { latitude, longitude }
      : null;
  if (!onGrid(easting!, northing!)) return degrees && toGrid(degrees.latitude, degrees.longitude);
  const metres = { easting: easting!, northing: northing! };
  return degrees && areApart(metres, degrees) ? null : metres;
}

/**
 * Merges the departments of a school into one row: a school with primary and secondary pupils is all-through, and one
 * is special if it has no other department. A department without pupils does not make a school special or all-through
 * if another has pupils; roll and capacity are null if those of any department are unknown.
 */
function gathered(staging: string): string {
  return `select id_scheme, id, min(name) as name, country,
      case when count(distinct phase) filter (where phase in ('primary', 'secondary')) = 2 then 'all_through'
           else coalesce(min(phase) filter (where phase <> 'not_applicable'), min(phase)) end as phase,
      coalesce(min(sector) filter (where sector <> 'special'), min(sector)) as sector, string_agg(distinct type, ', ' order by type) as type, min(gender) as gender,
      min(age_from) as age_from, max(age_to) as age_to,
      case when bool_and(pupils is not null) then sum(pupils)::integer end as pupils,
      case when bool_and(capacity is not null) then sum(capacity)::integer end as capacity,
      min(postcode) as postcode, min(easting) as easting, min(northing) filter (where easting is not null) as northing
    from (select *, max(pupils) over (partition by id_scheme, id) as most from ${staging}) s
    where pupils is distinct from 0 or most = 0
    group by id_scheme, id, country`;
}
