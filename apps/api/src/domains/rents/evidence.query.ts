import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Place } from '../../location/place.ts';

export interface LettingRow {
  rent_pcm: number;
  bedrooms: number | null;
  property_type: string | null;
  room_type: string | null;
  bills_included: boolean | null;
  advertised_on: string | null;
  let_on: string;
}

/**
 * Lettings of the operator's feed in a place, agreed within the days given: whole homes, or rooms. Indexes:
 * lettings_postcode, lettings_position.
 */
export async function lettingsInPlace(
  db: Queryable,
  place: Place,
  what: { from: string; to: string; rooms: boolean },
): Promise<LettingRow[]> {
  const where = inPlace(place, { postcode: 'l.postcode', position: 'l.position' }, 4);
  const { rows } = await db.query<LettingRow>({
    text: `select l.rent_pcm, l.bedrooms, l.property_type, l.room_type, l.bills_included, l.advertised_on, l.let_on
           from lettings l
           where l.let_on between $1 and $2 and (l.room_type is not null) = $3 and ${where.sql}`,
    values: [what.from, what.to, what.rooms, ...where.values],
  });
  return rows;
}

export interface ListOfRentsRow {
  brma_name: string;
  year: number;
  category: 'A' | 'B' | 'C' | 'D' | 'E' | 'B-E';
  n: number;
  mean_pw: number;
  min_pw: number;
  p10_pw: number;
  p25_pw: number;
  p30_pw: number;
  median_pw: number;
  p75_pw: number;
  p90_pw: number;
  max_pw: number;
}

/** Rents behind the allowance in a market area, all categories of its newest year; primary key of lha_rents. */
export async function listOfRents(db: Queryable, brma_key: string): Promise<ListOfRentsRow[]> {
  const { rows } = await db.query<ListOfRentsRow>({
    name: 'list-of-rents',
    text: `select brma_name, year, category, n, mean_pw, min_pw, p10_pw, p25_pw, p30_pw, median_pw, p75_pw, p90_pw, max_pw
           from lha_rents
           where brma_key = $1 and year = (select max(year) from lha_rents where brma_key = $1)
           order by category`,
    values: [brma_key],
  });
  return rows;
}

export interface LhaRateRow {
  brma_key: string;
  year: number;
  category: 'A' | 'B' | 'C' | 'D' | 'E';
  weekly: number;
  monthly: number;
}

/**
 * Allowance rates of market areas, every year; what is not published is worked out as 52 weeks to 12 months, to
 * the penny. Primary key of lha_rates.
 */
export async function lhaRates(db: Queryable, brma_keys: string[]): Promise<LhaRateRow[]> {
  const { rows } = await db.query<LhaRateRow>({
    name: 'lha-rates',
    text: `select brma_key, year, category,
             coalesce(weekly, round((monthly * 12 / 52)::numeric, 2)::float8) as weekly,
             coalesce(monthly, round((weekly * 52 / 12)::numeric, 2)::float8) as monthly
           from lha_rates where brma_key = any ($1) order by brma_key, year desc, category`,
    values: [brma_keys],
  });
  return rows;
}

export interface IndexRow {
  area_code: string;
  area_name: string;
  segment: string;
  month: string;
  rent_pcm: number | null;
  index_value: number | null;
  annual_change_pct: number | null;
}

/**
 * The official index of private rents for an authority, or for a Scottish market area: all segments of the
 * newest month, and the months from `from` on of one segment. Primary key of private_rents, private_rents_brma.
 */
export async function privateRents(
  db: Queryable,
  area: { codes: string[]; brma_key: string | null },
  segment: string,
  from: string,
): Promise<IndexRow[]> {
  const { rows } = await db.query<IndexRow>({
    name: 'private-rents',
    text: `with area as (
             select area_code, max(month) as newest from private_rents
             where segment = 'all' and (area_code = any ($1) or brma_key = $2)
             group by area_code order by newest desc limit 1)
           select r.area_code, r.area_name, r.segment, r.month, r.rent_pcm, r.index_value, r.annual_change_pct
           from area a join private_rents r on r.area_code = a.area_code
           where r.month = a.newest or (r.segment = $3 and r.month >= $4)
           order by r.month, r.segment`,
    values: [area.codes, area.brma_key, segment, from],
  });
  return rows;
}
