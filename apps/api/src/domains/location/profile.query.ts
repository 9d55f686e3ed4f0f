import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Country, Place } from '../../location/place.ts';

/** A small area that a place lies in, and the share of its postcodes that the place holds. */
export interface AreaShare {
  code: string;
  country: Country;
  local_authority_code: string | null;
  msoa_code: string | null;
  share: number;
}

/** The small area of one postcode; primary keys of postcodes and small_areas. */
export async function smallAreaOfPostcode(db: Queryable, postcode: string): Promise<AreaShare[]> {
  const { rows } = await db.query<AreaShare>({
    name: 'small-area-of-postcode',
    text: `select p.lsoa_code as code, p.country, coalesce(p.local_authority_code, s.local_authority_code)
             as local_authority_code, coalesce(p.msoa_code, s.msoa_code) as msoa_code, 1::float8 as share
           from postcodes p left join small_areas s on s.code = p.lsoa_code
           where p.postcode = $1 and p.lsoa_code is not null and p.country is not null`,
    values: [postcode],
  });
  return rows;
}

/** Small areas of a place with the share of each; index of postcodes that `inPlace` names, key of small_areas. */
export async function smallAreasOf(db: Queryable, place: Place): Promise<AreaShare[]> {
  const where = inPlace(place, { postcode: 'p.postcode', position: 'p.position' }, 1);
  const { rows } = await db.query<AreaShare>({
    text: `select s.code, s.country, s.local_authority_code, s.msoa_code, count(*)::float8 / s.postcodes as share
           from postcodes p join small_areas s on s.code = p.lsoa_code
           where ${where.sql} and p.terminated_on is null
           group by s.code order by s.code`,
    values: where.values,
  });
  return rows;
}

export interface FiguresRow {
  topic: string;
  area_code: string;
  dataset: string;
  as_of: string;
  total: number | null;
  figures: Record<string, number>;
}

/** Figures of areas by topic; primary key of area_figures. */
export async function figuresOf(db: Queryable, topics: string[], codes: string[]): Promise<FiguresRow[]> {
  const { rows } = await db.query<FiguresRow>({
    name: 'area-figures',
    text: `select topic, area_code, dataset, as_of, total, figures from area_figures
           where topic = any($1) and area_code = any($2)`,
    values: [topics, codes],
  });
  return rows;
}

export interface DeprivationRow {
  dataset: 'deprivation-england' | 'deprivation-wales' | 'deprivation-scotland';
  area_code: string;
  level: 'small_area' | 'middle_area' | 'local_authority';
  year: number;
  score: number | null;
  rank: number | null;
  rank_of: number | null;
  decile: number | null;
  domains: Record<string, number | null>;
}

/** Deprivation of areas, the newest edition that has each; primary key of deprivation_areas. */
export async function deprivationOf(db: Queryable, codes: string[]): Promise<DeprivationRow[]> {
  const { rows } = await db.query<DeprivationRow>({
    name: 'deprivation-of-areas',
    text: `select distinct on (area_code) dataset, area_code, level, year, score, rank, rank_of, decile, domains
           from deprivation_areas where area_code = any($1) order by area_code, year desc`,
    values: [codes],
  });
  return rows;
}

/** The newest twelve months that any force has given, oldest first; primary key of crime_months. */
export async function crimeMonths(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ month: string }>({
    name: 'crime-months',
    text: `select to_char(newest - make_interval(months => back), 'YYYY-MM') as month
           from (select (max(month) || '-01')::date as newest from crime_months) m, generate_series(11, 0, -1) back
           where newest is not null`,
  });
  return rows.map((row) => row.month);
}

export interface ForceRow {
  force: string;
  /** Authorities of those asked for that it polices. */
  authorities: string[];
  /** Months that it has given, with the incidents of each that bear no place. */
  months: Record<string, number>;
}

/** The forces of authorities and which of the months each has given; primary keys of crime_forces, crime_months. */
export async function forcesOf(db: Queryable, authorities: string[], months: string[]): Promise<ForceRow[]> {
  const { rows } = await db.query<ForceRow>({
    name: 'crime-forces',
    text: `select f.force, array_agg(distinct f.local_authority_code) as authorities,
             coalesce(json_object_agg(m.month, m.without_location) filter (where m.month is not null), '{}') as months
           from crime_forces f left join crime_months m on m.force = f.force and m.month = any($2)
           where f.local_authority_code = any($1)
           group by f.force order by f.force`,
    values: [authorities, months],
  });
  return rows;
}

/** True where every force of the country that gave any of the months gave all; primary key of crime_months. */
export async function allForcesComplete(db: Queryable, months: string[]): Promise<boolean> {
  const { rows } = await db.query<{ complete: boolean }>({
    name: 'crime-complete',
    text: `select coalesce(bool_and(n = $2), false) as complete
           from (select force, count(*) filter (where month = any($1)) as n from crime_months group by force) f`,
    values: [months, months.length],
  });
  return rows[0]!.complete;
}

export interface CrimeRow {
  area_code: string;
  month: string;
  incidents: number;
  by_category: Record<string, number>;
}

/** Crime of areas by month; primary key of crime_areas. */
export async function crimeOf(db: Queryable, codes: string[], months: string[]): Promise<CrimeRow[]> {
  const { rows } = await db.query<CrimeRow>({
    name: 'crime-of-areas',
    text: `select area_code, month, incidents, by_category from crime_areas
           where area_code = any($1) and month = any($2)`,
    values: [codes, months],
  });
  return rows;
}

export interface BroadbandAreaRow {
  area_code: string;
  median_down_mbps: number | null;
}

/** Broadband of authorities and nations; primary key of broadband_areas. */
export async function broadbandAreas(db: Queryable, codes: string[]): Promise<BroadbandAreaRow[]> {
  const { rows } = await db.query<BroadbandAreaRow>({
    name: 'broadband-areas',
    text: 'select area_code, median_down_mbps from broadband_areas where area_code = any($1)',
    values: [codes],
  });
  return rows;
}
