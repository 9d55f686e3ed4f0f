import {
  columnsOf,
  listOf,
  namesOf,
  nation,
  orNull,
  type Queryable,
  query,
  type RowOf,
  sql,
  statement,
} from '@domesday/db';
import type { Country } from './place.ts';

const POSTCODE = {
  ...columnsOf('postcodes', ['postcode', 'sector', 'outcode', 'country', 'local_authority_code']),
  ...columnsOf('postcodes', ['terminated_on', 'easting', 'northing', 'latitude', 'longitude']),
};
export type PostcodeRow = RowOf<typeof POSTCODE>;

/** One postcode; primary key. */
export const postcodeRow = statement({
  name: 'postcode-row',
  parameters: { postcode: 'text' },
  row: POSTCODE,
  build: ({ postcode }) =>
    query.selectFrom('postcodes').select(namesOf(POSTCODE)).where('postcode', '=', postcode),
});

/**
 * The live postcode nearest to a point on the grid; of several at the same point the first. Index postcodes_position.
 */
export const nearestPostcode = statement({
  name: 'nearest-postcode',
  parameters: { easting: 'float8', northing: 'float8' },
  row: POSTCODE,
  build: ({ easting, northing }) => sql`
    select * from (
      select ${listOf(POSTCODE)} from postcodes where position is not null and terminated_on is null
      order by position <-> point(${easting}, ${northing}) fetch first row with ties) nearest
    order by postcode limit 1`,
});

const CODE_AREA = {
  country: orNull(nation),
  local_authority_code: 'text?',
  easting: 'float8?',
  northing: 'float8?',
  latitude: 'float8?',
  longitude: 'float8?',
} as const;
export type CodeAreaRow = RowOf<typeof CODE_AREA>;

const codeAreas = statement({
  name: 'code-area',
  parameters: { outcode: 'text', sector: 'text?' },
  row: { n: 'int8', ...CODE_AREA },
  build: ({ outcode, sector }) => sql`
    select count(*) as n, mode() within group (order by country) as country,
      mode() within group (order by local_authority_code) as local_authority_code,
      avg(easting)::float8 as easting, avg(northing)::float8 as northing,
      avg(latitude) as latitude, avg(longitude) as longitude
    from postcodes
    where outcode = ${outcode} and (${sector}::text is null or sector = ${sector}) and terminated_on is null`,
});

/** Centre, nation and commonest authority of an outcode, or of one of its sectors; index postcodes_outcode. */
export async function codeArea(
  db: Queryable,
  outcode: string,
  sector: string | null,
): Promise<CodeAreaRow | null> {
  const { n, ...area } = await codeAreas.one(db, { outcode, sector });
  return n === 0 ? null : area;
}

/**
 * Centre and nation of an authority from its live postcodes; no row if it has none. Index postcodes_local_authority.
 */
export const authorityPlace = statement({
  name: 'authority-place',
  parameters: { code: 'text' },
  row: {
    postcodes: 'int8',
    country: CODE_AREA.country,
    easting: 'float8?',
    northing: 'float8?',
    latitude: 'float8?',
    longitude: 'float8?',
  },
  build: ({ code }) => sql`
    select count(*) as postcodes, min(country) as country, avg(easting)::float8 as easting,
      avg(northing)::float8 as northing, avg(latitude) as latitude, avg(longitude) as longitude
    from postcodes where local_authority_code = ${code} and terminated_on is null having count(*) > 0`,
});

/** The names of all authorities; some hundred rows. */
export const authorityNames = statement({
  name: 'authority-names',
  row: columnsOf('local_authorities', ['code', 'name']),
  build: () => query.selectFrom('local_authorities').select(['code', 'name']),
});

const UPRN = columnsOf('addresses', [
  'uprn',
  'postcode',
  'country',
  'local_authority_code',
  'easting',
  'northing',
  'latitude',
  'longitude',
  'position_source',
]);

/** One address; primary key. */
export const uprnRow = statement({
  name: 'uprn-row',
  parameters: { uprn: 'int8' },
  row: { ...UPRN, country: CODE_AREA.country },
  build: ({ uprn }) =>
    query
      .selectFrom('addresses')
      .select(namesOf(UPRN))
      .$narrowType<{ country: Country | null }>()
      .where('uprn', '=', uprn),
});
