import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { onGrid, toGrid } from '@domesday/geography/grid';
import { countOf } from '@domesday/loading/kinds/schools/phase';
import { publishSchools, SCHOOL_STAGING } from '@domesday/loading/kinds/schools/publish.query';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * School Roll and Locations, or school contact details, of the Scottish Government (publicly funded schools),
 * saved as CSV, by column name. In the one a school with several departments has one row for each under the same
 * SEED code, in the other a column for each department.
 */
const REQUIRED = {
  seed: ['SeedCode', 'Seed Code', 'SEED'],
  name: ['SchoolName', 'School Name'],
};
const OPTIONAL = {
  type: ['SchoolType', 'School Type'],
  primary: ['Primary School', 'Primary Department', 'Primary'],
  secondary: ['Secondary School', 'Secondary Department', 'Secondary'],
  special: ['Special School', 'Special Department', 'Special'],
  postcode: ['PostCode', 'Postcode', 'Post Code'],
  pupils: ['PupilRoll', 'Pupil Roll', 'Roll'],
  latitude: ['Latitude'],
  longitude: ['Longitude'],
  easting: ['Easting', 'Grid Easting', 'XCoord', 'GridRefEasting'],
  northing: ['Northing', 'Grid Northing', 'YCoord', 'GridRefNorthing'],
  centre: ['Centre Type', 'CentreType'],
};

const DEPARTMENTS = [
  ['primary', 'Primary'],
  ['secondary', 'Secondary'],
  ['special', 'Special'],
] as const;

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: SCHOOL_STAGING,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  nullRates: { easting: 0.05, pupils: 0.2 },
  recognise,
  ...publishSchools('seed', gathered),
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('the Scottish School Roll', head, REQUIRED, OPTIONAL, { preamble: true });
  if (isRefused(found)) return found;
  if (found.at.type === -1 && found.at.primary === -1) {
    return {
      refused: 'as the Scottish School Roll it misses the column SchoolType.',
      missing: ['SchoolType'],
    };
  }
  const { at, width, dataOffset, firstLine } = found;

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const text = (column: keyof typeof at) => (at[column] === -1 ? null : cleanText(fields[at[column]]));
    const seed = text('seed');
    if (!seed || !/^\d{5,8}$/.test(seed)) return `"${seed ?? ''}" is not a SEED code.`;
    const name = text('name');
    if (!name) return 'The school has no name.';
    const departments = DEPARTMENTS.filter(([column]) => /^(yes|y|1|true)$/i.test(text(column) ?? ''));
    const type = text('type') ?? (departments.map(([, shown]) => shown).join(', ') || 'Not recorded');
    const point = positionOf(text('easting'), text('northing'), text('latitude'), text('longitude'));
    row[0] = 'seed';
    row[1] = seed;
    row[2] = name;
    row[3] = 'Scotland';
    row[4] = /primary.*secondary/i.test(type)
      ? 'all_through'
      : /primary/i.test(type)
        ? 'primary'
        : /secondary/i.test(type)
          ? 'secondary'
          : /nursery|early/i.test(type)
            ? 'nursery'
            : 'not_applicable';
    row[5] = /special/i.test(type)
      ? 'special'
      : /independent/i.test(text('centre') ?? '')
        ? 'independent'
        : 'state';
    row[6] = type;
    row[7] = null;
    row[8] = null;
    row[9] = null;
    row[10] = countOf(text('pupils') ?? undefined);
    row[11] = null;
    row[12] = postcodeOf(text('postcode') ?? undefined);
    row[13] = point?.easting ?? null;
    row[14] = point?.northing ?? null;
    return null;
  }
  return { name: 'school roll', dataOffset, firstLine, map };
}

function positionOf(...texts: (string | null)[]): { easting: number; northing: number } | null {
  const [easting, northing, latitude, longitude] = texts.map((text) => numberOf(text ?? undefined));
  if (onGrid(easting!, northing!)) return { easting: easting!, northing: northing! };
  if (
    latitude == null ||
    longitude == null ||
    latitude < 49 ||
    latitude > 61.5 ||
    longitude < -9.5 ||
    longitude > 2.5
  )
    return null;
  return toGrid(latitude, longitude);
}

/** The departments of a school made one row: a school with primary and secondary pupils is all-through. */
function gathered(staging: string): string {
  return `select id_scheme, id, min(name) as name, country,
      case when count(distinct phase) filter (where phase in ('primary', 'secondary')) = 2 then 'all_through'
           else min(phase) end as phase,
      min(sector) as sector, string_agg(distinct type, ', ' order by type) as type, min(gender) as gender,
      min(age_from) as age_from, max(age_to) as age_to, sum(pupils)::integer as pupils, sum(capacity)::integer as capacity,
      min(postcode) as postcode, min(easting) as easting, min(northing) filter (where easting is not null) as northing
    from ${staging} group by id_scheme, id, country`;
}
