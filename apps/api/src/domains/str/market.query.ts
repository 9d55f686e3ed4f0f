import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Place } from '../../location/place.ts';

export interface ShortLetRow {
  id: number;
  seen_on: string;
  listing_type: 'entire_home' | 'private_room' | 'shared_room' | 'hotel_room';
  property_kind: 'house' | 'apartment' | null;
  price_pn: number | null;
  price_usable: boolean;
  reviews: number;
  reviews_12m: number;
  nights_12m: number;
  availability_365: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  guests: number | null;
  easting: number;
  northing: number;
  latitude: number;
  longitude: number;
}

const COLUMNS = `s.id, s.seen_on, s.listing_type, s.property_kind, s.price_pn, s.price_usable, s.reviews, s.reviews_12m,
  s.nights_12m, s.availability_365, s.bedrooms, s.bathrooms, s.guests, s.easting, s.northing, s.latitude, s.longitude`;
const PLACED = { postcode: 's.postcode', position: 's.position' };

/** Listings of a place at the newest visit of its city; indexes short_lets_position, short_lets_postcode. */
export async function currentShortLets(db: Queryable, place: Place): Promise<ShortLetRow[]> {
  const where = inPlace(place, PLACED, 1);
  const { rows } = await db.query<ShortLetRow>(
    `select ${COLUMNS} from short_lets s where s.current and ${where.sql}`,
    where.values,
  );
  return rows;
}

/** Listings of a place at every visit from a day on, oldest first; the same indexes. */
export async function pastShortLets(db: Queryable, place: Place, from: string): Promise<ShortLetRow[]> {
  const where = inPlace(place, PLACED, 2);
  const { rows } = await db.query<ShortLetRow>(
    `select ${COLUMNS} from short_lets s where s.seen_on >= $1 and ${where.sql} order by s.seen_on`,
    [from, ...where.values],
  );
  return rows;
}

/** Whether any city that is loaded has a listing within some metres of a point; index short_lets_position. */
export async function shortLetsNear(
  db: Queryable,
  easting: number,
  northing: number,
  within_m: number,
): Promise<boolean> {
  const { rows } = await db.query<{ near: boolean }>({
    name: 'short-lets-near',
    text: `select exists (select from short_lets s
             where s.current and s.position <@ circle(point($1, $2), $3)) as near`,
    values: [easting, northing, within_m],
  });
  return rows[0]!.near;
}
