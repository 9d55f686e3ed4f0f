import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Place } from '../../location/place.ts';

export interface MarketRow {
  /** Homes advertised and not let. */
  active: number;
  lets: number;
  median_days: number | null;
  /** Lets whose day of advertising is known. */
  timed: number;
}

/**
 * Whole homes of the operator's feed in a place: those to let on the day `to`, and those let since `from` with
 * the days that took. Indexes: lettings_postcode, lettings_position.
 */
export async function lettingsMarket(
  db: Queryable,
  place: Place,
  what: { from: string; to: string; bedrooms?: number | undefined },
): Promise<MarketRow> {
  const where = inPlace(place, { postcode: 'l.postcode', position: 'l.position' }, 4);
  const { rows } = await db.query<MarketRow>({
    text: `select count(*) filter (where l.let_on is null and l.advertised_on <= $2) as active,
             count(*) filter (where l.let_on between $1 and $2) as lets,
             count(*) filter (where l.let_on between $1 and $2 and l.advertised_on <= l.let_on) as timed,
             percentile_cont(0.5) within group (order by l.let_on - l.advertised_on)
               filter (where l.let_on between $1 and $2 and l.advertised_on <= l.let_on) as median_days
           from lettings l
           where l.room_type is null
             and ($3::integer is null or case when $3 >= 5 then l.bedrooms >= 5 else l.bedrooms = $3 end)
             and ${where.sql}`,
    values: [what.from, what.to, what.bedrooms ?? null, ...where.values],
  });
  return rows[0]!;
}

/** Whether the feed tells of homes that are still to let: one that holds lets alone says nothing of stock. */
export async function feedHoldsStock(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ holds: boolean }>({
    name: 'feed-holds-stock',
    text: 'select exists (select from lettings where let_on is null and room_type is null) as holds',
  });
  return rows[0]!.holds;
}

export interface GrowthRank {
  areas: number;
  slower: number;
}

/**
 * How many authorities and market areas the index has in a month, nations and regions left out, and in how many
 * rents grew more slowly over the year. Primary key of private_rents.
 */
export async function growthRank(
  db: Queryable,
  month: string,
  segment: string,
  change_pct: number,
): Promise<GrowthRank> {
  const { rows } = await db.query<GrowthRank>({
    name: 'growth-rank',
    text: `select count(*) as areas, count(*) filter (where annual_change_pct < $3) as slower
           from private_rents
           where month = $1 and segment = $2 and annual_change_pct is not null
             and area_code !~ '^(K|E12|E92|W92|S92|N)'`,
    values: [month, segment, change_pct],
  });
  return rows[0]!;
}

/**
 * Licences of shared homes, selective ones of other homes left out, in force on a day in authorities whose
 * register is loaded; null where none is.
 * Index: hmo_registers by its primary key.
 */
export async function licencesInForce(db: Queryable, codes: string[], day: string): Promise<number | null> {
  const { rows } = await db.query<{ registers: number; licences: number }>({
    name: 'licences-in-force',
    text: `select (select count(*) from hmo_registers where authority_code = any ($1)) as registers,
             (select count(*) from hmo_licences
               where authority_code = any ($1) and licence_type in ('mandatory', 'additional', 'not_stated') and not pending and not ended
                 and (expires is null or expires >= $2)) as licences`,
    values: [codes, day],
  });
  return rows[0]!.registers === 0 ? null : rows[0]!.licences;
}
