import type { Queryable } from '@domesday/db';
import type { Country } from './place.ts';

export interface PostcodeRow {
  postcode: string;
  sector: string;
  outcode: string;
  country: Country | null;
  local_authority_code: string | null;
  terminated_on: string | null;
  easting: number | null;
  northing: number | null;
  latitude: number | null;
  longitude: number | null;
}

const COLUMNS =
  'postcode, sector, outcode, country, local_authority_code, terminated_on, easting, northing, latitude, longitude';

/** One postcode; primary key. */
export async function postcodeRow(db: Queryable, postcode: string): Promise<PostcodeRow | null> {
  const { rows } = await db.query<PostcodeRow>({
    name: 'postcode-row',
    text: `select ${COLUMNS} from postcodes where postcode = $1`,
    values: [postcode],
  });
  return rows[0] ?? null;
}

/** The live postcode nearest a point on the grid; index postcodes_position. */
export async function nearestPostcode(
  db: Queryable,
  easting: number,
  northing: number,
): Promise<PostcodeRow | null> {
  const { rows } = await db.query<PostcodeRow>({
    name: 'nearest-postcode',
    text: `select ${COLUMNS} from postcodes
           where position is not null and terminated_on is null
           order by position <-> point($1, $2) limit 1`,
    values: [easting, northing],
  });
  return rows[0] ?? null;
}

export interface CodeAreaRow {
  country: Country | null;
  local_authority_code: string | null;
  easting: number | null;
  northing: number | null;
  latitude: number | null;
  longitude: number | null;
}

/** Middle, nation and commonest authority of an outcode, or of one of its sectors; index postcodes_outcode. */
export async function codeArea(
  db: Queryable,
  outcode: string,
  sector: string | null,
): Promise<CodeAreaRow | null> {
  const { rows } = await db.query<CodeAreaRow & { n: number }>({
    name: 'code-area',
    text: `select count(*) as n, mode() within group (order by country) as country,
             mode() within group (order by local_authority_code) as local_authority_code,
             avg(easting) as easting, avg(northing) as northing, avg(latitude) as latitude, avg(longitude) as longitude
           from postcodes
           where outcode = $1 and ($2::text is null or sector = $2) and terminated_on is null`,
    values: [outcode, sector],
  });
  const row = rows[0];
  if (!row || Number(row.n) === 0) return null;
  const number = (value: unknown) => (value === null ? null : Number(value));
  return {
    country: row.country,
    local_authority_code: row.local_authority_code,
    easting: number(row.easting),
    northing: number(row.northing),
    latitude: number(row.latitude),
    longitude: number(row.longitude),
  };
}

export interface UprnRow {
  uprn: number;
  postcode: string;
  country: Country | null;
  local_authority_code: string | null;
  easting: number | null;
  northing: number | null;
  latitude: number | null;
  longitude: number | null;
}

/** One address; primary key. */
export async function uprnRow(db: Queryable, uprn: number): Promise<UprnRow | null> {
  const { rows } = await db.query<UprnRow>({
    name: 'uprn-row',
    text: `select uprn, postcode, country, local_authority_code, easting, northing, latitude, longitude
           from addresses where uprn = $1`,
    values: [uprn],
  });
  return rows[0] ?? null;
}
