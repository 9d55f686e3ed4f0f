import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Country, Place } from '../../location/place.ts';

export interface MarketAreaRow {
  /** null: postcodes that the look-up does not have. */
  brma_key: string | null;
  name: string | null;
  code: string | null;
  country: Country | null;
  postcodes: number;
}

/**
 * Live postcodes of a place by broad rental market area, commonest first. Indexes: the primary keys of postcodes
 * and brma_postcodes, postcodes_position.
 */
export async function marketAreasOfPlace(db: Queryable, place: Place): Promise<MarketAreaRow[]> {
  const where = inPlace(place, { postcode: 'p.postcode', position: 'p.position' }, 1);
  const { rows } = await db.query<MarketAreaRow>({
    text: `select b.brma_key, m.name, m.code, mode() within group (order by p.country) as country,
             count(*) as postcodes
           from postcodes p
           left join brma_postcodes b on b.postcode = p.postcode
           left join brmas m on m.brma_key = b.brma_key
           where p.terminated_on is null and ${where.sql}
           group by b.brma_key, m.name, m.code
           order by postcodes desc, m.name`,
    values: where.values,
  });
  return rows;
}

/** The area of the live postcode nearest a point within `radius_m`; index postcodes_position. */
export async function marketAreaNearest(
  db: Queryable,
  easting: number,
  northing: number,
  radius_m: number,
): Promise<MarketAreaRow | null> {
  const { rows } = await db.query<MarketAreaRow>({
    name: 'market-area-nearest',
    text: `select b.brma_key, m.name, m.code, p.country, 1 as postcodes
           from postcodes p
           join brma_postcodes b on b.postcode = p.postcode
           join brmas m on m.brma_key = b.brma_key
           where p.terminated_on is null and p.position <@ circle(point($1, $2), $3)
           order by p.position <-> point($1, $2) limit 1`,
    values: [easting, northing, radius_m],
  });
  return rows[0] ?? null;
}
