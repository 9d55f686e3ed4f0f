import {
  columnsOf,
  json,
  listOf,
  namesOf,
  nation,
  oneOf,
  query,
  type RowOf,
  required,
  sql,
  statement,
} from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';

/** A small area that overlaps a place, and the share of its postcodes that lie in the place. */
const AREA_SHARE = {
  ...columnsOf('small_areas', ['code', 'local_authority_code', 'msoa_code']),
  country: nation,
  share: 'float8',
} as const;
export type AreaShare = RowOf<typeof AREA_SHARE>;

const OF_POSTCODE = required(columnsOf('postcodes', ['lsoa_code', 'country']));

/** The small area of one postcode; primary keys of postcodes and small_areas. */
export const smallAreaOfPostcode = statement({
  name: 'small-area-of-postcode',
  parameters: { postcode: 'text' },
  row: { ...AREA_SHARE, code: OF_POSTCODE.lsoa_code, country: OF_POSTCODE.country },
  build: ({ postcode }) => sql`
    select p.lsoa_code as code, p.country,
      coalesce(p.local_authority_code, s.local_authority_code) as local_authority_code,
      coalesce(p.msoa_code, s.msoa_code) as msoa_code, 1::float8 as share
    from postcodes p left join small_areas s on s.code = p.lsoa_code
    where p.postcode = ${postcode} and p.lsoa_code is not null and p.country is not null`,
});

const NEAREST = {
  ...required(columnsOf('postcodes', ['postcode', 'easting', 'northing'])),
  ...columnsOf('postcodes', ['lsoa_code', 'country', 'local_authority_code']),
};

/** The live postcode nearest to a point, other than `own`; index postcodes_position. */
export const nearestOther = statement({
  name: 'nearest-other-postcode',
  parameters: { easting: 'float8', northing: 'float8', own: 'text?' },
  row: { ...NEAREST, distance_m: 'float8' },
  build: ({ easting, northing, own }) => sql`
    select * from (
      select ${listOf(NEAREST)}, position <-> point(${easting}, ${northing}) as distance_m
      from postcodes
      where position is not null and terminated_on is null and postcode is distinct from ${own}
      order by position <-> point(${easting}, ${northing}) fetch first row with ties) nearest
    order by postcode limit 1`,
});

/**
 * The share of an area's postcodes that lie in the place. `small_areas` counts postcodes with a position, so these are
 * counted; if a place has none, such as some sectors, the others.
 */
const shareOf = sql`least(1, coalesce(nullif(count(p.position), 0), count(*))::float8 / s.postcodes)`;

/** Small areas of a place with the share of each; index of postcodes by code or position, key of small_areas. */
export const smallAreasOf = areaStatement({
  name: 'small-areas-of',
  row: AREA_SHARE,
  columns: { postcode: 'p.postcode', position: 'p.position' },
  build: (_, inArea) => sql`
    select s.code, s.country, s.local_authority_code, s.msoa_code, ${shareOf} as share
    from postcodes p join small_areas s on s.code = p.lsoa_code
    where ${inArea} and p.terminated_on is null
    group by s.code order by s.code`,
});

const OF_DIRECTORY = required(columnsOf('onspd_postcodes', ['lsoa_2011_code']));

/** The small area of 2011 of one postcode; primary keys of postcodes and onspd_postcodes. */
export const areaOf2011OfPostcode = statement({
  name: 'area-of-2011-of-postcode',
  parameters: { postcode: 'text' },
  row: { ...AREA_SHARE, code: OF_DIRECTORY.lsoa_2011_code, country: OF_POSTCODE.country },
  build: ({ postcode }) => sql`
    select o.lsoa_2011_code as code, p.country, p.local_authority_code, o.msoa_2011_code as msoa_code,
      1::float8 as share
    from postcodes p join onspd_postcodes o using (postcode)
    where p.postcode = ${postcode} and o.lsoa_2011_code is not null and p.country is not null`,
});

/**
 * Small areas of 2011 in a place, with the share of each; index of postcodes by code or position, keys of
 * onspd_postcodes and small_areas_2011.
 */
export const areasOf2011 = areaStatement({
  name: 'areas-of-2011',
  row: AREA_SHARE,
  columns: { postcode: 'p.postcode', position: 'p.position' },
  build: (_, inArea) => sql`
    select s.code, s.country, s.local_authority_code, s.msoa_code, ${shareOf} as share
    from postcodes p
    join onspd_postcodes o on o.postcode = p.postcode
    join small_areas_2011 s on s.code = o.lsoa_2011_code
    where ${inArea} and p.terminated_on is null
    group by s.code order by s.code`,
});

/** The code of a nation in the postcode files; primary key of nations. */
export const nationOf = statement({
  name: 'nation-of-country',
  parameters: { country: 'text' },
  row: columnsOf('nations', ['code']),
  build: ({ country }) => query.selectFrom('nations').select('code').where('country', '=', country),
});

const FIGURES = {
  ...columnsOf('area_figures', ['topic', 'area_code', 'dataset', 'as_of', 'total']),
  figures: json<Record<string, number | null>>('jsonb'),
};
export type FiguresRow = RowOf<typeof FIGURES>;

/** Figures of areas by topic; primary key of area_figures. */
export const figuresOf = statement({
  name: 'area-figures',
  parameters: { topics: '_text', codes: '_text' },
  row: FIGURES,
  build: ({ topics, codes }) =>
    query
      .selectFrom('area_figures')
      .select(namesOf(FIGURES))
      .$narrowType<{ figures: Record<string, number | null> }>()
      .where('topic', '=', sql<string>`any(${topics})`)
      .where('area_code', '=', sql<string>`any(${codes})`),
});

const DEPRIVATION = {
  ...columnsOf('deprivation_areas', ['area_code', 'level', 'year', 'score', 'rank', 'rank_of', 'decile']),
  dataset: oneOf('deprivation-england', 'deprivation-wales', 'deprivation-scotland'),
  domains: json<Record<string, number | null>>('jsonb'),
};
export type DeprivationRow = RowOf<typeof DEPRIVATION>;

/** Deprivation of areas, the newest edition for each; primary key of deprivation_areas. */
export const deprivationOf = statement({
  name: 'deprivation-of-areas',
  parameters: { codes: '_text' },
  row: DEPRIVATION,
  build: ({ codes }) =>
    query
      .selectFrom('deprivation_areas')
      .distinctOn('area_code')
      .select(namesOf(DEPRIVATION))
      .$narrowType<Pick<DeprivationRow, 'dataset' | 'domains'>>()
      .where('area_code', '=', sql<string>`any(${codes})`)
      .orderBy('area_code')
      .orderBy('year', 'desc'),
});

/** The newest twelve months that any force has published, oldest first; primary key of crime_months. */
export const crimeMonths = statement({
  name: 'crime-months',
  row: { month: 'text' },
  build: () => sql`
    select to_char(newest - make_interval(months => back), 'YYYY-MM') as month
    from (select (max(month) || '-01')::date as newest from crime_months) m, generate_series(11, 0, -1) back
    where newest is not null`,
});

const FORCE = {
  ...columnsOf('crime_forces', ['force']),
  /** The force's authorities, among those asked for. */
  authorities: '_text',
  /** Months that the force has published, with the number of incidents in each that have no location. */
  months: json<Record<string, number>>(),
} as const;
export type ForceRow = RowOf<typeof FORCE>;

/** The forces of authorities, with the months that each has published; primary keys of crime_forces, crime_months. */
export const forcesOf = statement({
  name: 'crime-forces',
  parameters: { authorities: '_text', months: '_text' },
  row: FORCE,
  build: ({ authorities, months }) => sql`
    select f.force, array_agg(distinct f.local_authority_code) as authorities,
      coalesce(json_object_agg(m.month, m.without_location) filter (where m.month is not null), '{}') as months
    from crime_forces f left join crime_months m on m.force = f.force and m.month = any(${months})
    where f.local_authority_code = any(${authorities})
    group by f.force order by f.force`,
});

/**
 * Those of the given authorities for which the directory has no police area; index postcodes_local_authority, primary
 * key of onspd_postcodes.
 */
export const withoutPoliceArea = statement({
  name: 'authorities-without-police-area',
  parameters: { authorities: '_text' },
  row: { code: 'text' },
  build: ({ authorities }) => sql`
    select a.code from unnest(${authorities}::text[]) as a (code)
    where not exists (
      select from postcodes p join onspd_postcodes o using (postcode)
      where p.local_authority_code = a.code and o.police_area_code is not null and o.terminated_on is null)
    order by a.code`,
});

/**
 * Whether all incidents of a nation in these months are loaded: every authority has a force that published every month,
 * and so did every force without an area of its own that published any. Primary keys of crime_forces and crime_months,
 * one read of small_areas.
 */
export const nationComplete = statement({
  name: 'crime-complete',
  parameters: { country: 'text', months: '_text' },
  row: { complete: 'bool' },
  build: ({ country, months }) => sql`
    with published as (
      select force, count(*) filter (where month = any(${months})) = cardinality(${months}::text[]) as whole
      from crime_months group by force)
    select coalesce((
        select bool_and(coalesce(p.whole, false))
        from (select distinct local_authority_code from small_areas
               where country = ${country} and local_authority_code is not null) a
        left join crime_forces f using (local_authority_code)
        left join published p on p.force = f.force), false)
      and not exists (
        select from published p where not p.whole and not exists (
          select from crime_forces f where f.force = p.force)) as complete`,
});

const CRIME = {
  ...columnsOf('crime_areas', ['area_code', 'month', 'incidents']),
  by_category: json<Record<string, number>>('jsonb'),
};
export type CrimeRow = RowOf<typeof CRIME>;

const OF_AREAS = { codes: '_text', months: '_text' } as const;

const crimeRows = ({ codes, months }: Record<keyof typeof OF_AREAS, unknown>) =>
  query
    .selectFrom('crime_areas')
    .select(namesOf(CRIME))
    .$narrowType<{ by_category: Record<string, number> }>()
    .where('area_code', '=', sql<string>`any(${codes})`)
    .where('month', '=', sql<string>`any(${months})`);

/** Crime of areas by month; primary key of crime_areas. */
export const crimeOf = statement({
  name: 'crime-of-areas',
  parameters: OF_AREAS,
  row: CRIME,
  build: crimeRows,
});

/** Crime of areas that are not small areas of today, by month; primary keys of crime_areas and small_areas. */
export const crimeOfFormer = statement({
  name: 'crime-of-former-areas',
  parameters: OF_AREAS,
  row: CRIME,
  build: (asked) =>
    crimeRows(asked).where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('small_areas').whereRef('small_areas.code', '=', 'crime_areas.area_code'))),
    ),
});

const BROADBAND_AREA = columnsOf('broadband_areas', ['area_code', 'median_down_mbps']);

/** Median broadband speed of authorities and nations; primary key of broadband_areas. */
export const broadbandAreas = statement({
  name: 'broadband-areas',
  parameters: { codes: '_text' },
  row: BROADBAND_AREA,
  build: ({ codes }) =>
    query
      .selectFrom('broadband_areas')
      .select(namesOf(BROADBAND_AREA))
      .where('area_code', '=', sql<string>`any(${codes})`),
});
