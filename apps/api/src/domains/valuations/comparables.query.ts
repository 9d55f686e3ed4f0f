import { loaderBy, orNull, type Queryable, sql, statement, stoodIn } from '@domesday/db';
import { FITTED_TYPES, type FittedType, type PackedSale } from '@domesday/valuation';

/** Greatest distance of a comparable from the home, metres. */
export const FARTHEST_M = 5000;

export interface From {
  uprn: number;
  easting: number;
  northing: number;
}

const KEYS = sql`(line integer, uprn bigint, easting float8, northing float8, property_type text, most integer)`;
const DISTANCE = sql`position <-> point(k.easting, k.northing)`;

/** The nearest sales of one type. The statement names the type literally, so that its partial index is used. */
const nearest = (property_type: FittedType, table: ReturnType<typeof sql>, stood = 'true') => sql`
  (select sale, position from ${table}
   where k.property_type = ${sql.lit(property_type)} and property_type = ${sql.lit(property_type)}
     and position <@ circle(point(k.easting, k.northing), ${sql.lit(FARTHEST_M)})
     and uprn is distinct from k.uprn and ${sql.raw(stood)}
   order by ${DISTANCE}, sale limit k.most)`;

const ofEachType = (arms: (property_type: FittedType) => ReturnType<typeof sql>[]) =>
  sql.join(FITTED_TYPES.flatMap(arms), sql` union all `);

/**
 * Comparables nearest first, for each home of the type in its key: only the arm of that type runs. The sales of a home
 * are one text, because a conversion to JSON would make PostgreSQL parse all of it again.
 */
const comparables = statement({
  name: 'valuation-comparables',
  parameters: { keys: 'json' },
  row: { line: 'int4', sales: orNull('text') },
  build: ({ keys }) => sql`
    select k.line, n.sales from json_to_recordset(${keys}) as k ${KEYS}
    cross join lateral (select string_agg(sale, ',') as sales from (
      ${ofEachType((type) => [nearest(type, sql`valuation_comparables`)])}) s) n`,
});

const past_comparables = stoodIn('valuation_comparables');

/**
 * The same comparables in a past release. The view of a release cannot be searched by distance, so the rows still
 * served and those removed since are each searched, and merged.
 */
const comparablesThen = statement({
  name: 'valuation-comparables-then',
  parameters: { keys: 'json' },
  row: { line: 'int4', sales: orNull('text') },
  build: ({ keys }) => sql`
    select k.line, n.sales from json_to_recordset(${keys}) as k ${KEYS}
    cross join lateral (select string_agg(sale, ',') as sales from (
      select sale from (${ofEachType((type) => [
        nearest(type, sql`public.valuation_comparables t`, past_comparables.served),
        nearest(type, sql`past.valuation_comparables_gone g`, past_comparables.gone),
      ])}) u
      order by ${DISTANCE}, sale limit k.most) s) n`,
});

interface Key extends From {
  property_type: FittedType;
  most: number;
}
const readNow = loaderBy<Key, { sales: string | null }>(comparables);
const readThen = loaderBy<Key, { sales: string | null }>(comparablesThen);

/**
 * The nearest sales of one type that the build keeps as comparables, nearest first, without those of the home itself.
 */
export async function nearestComparables(
  { db, past }: { db: Queryable; past: boolean },
  key: Key,
): Promise<PackedSale[]> {
  return unpacked(await (past ? readThen : readNow)(db, key));
}

const around = statement({
  name: 'valuation-comparables-around',
  parameters: { keys: 'json' },
  row: { line: 'int4', sales: orNull('text') },
  build: ({ keys }) => sql`
    select k.line, n.sales from json_to_recordset(${keys})
      as k (line integer, easting float8, northing float8, property_type text, reach_m float8)
    cross join lateral (
      select string_agg(concat('[', coalesce(uprn::text, 'null'), ',', sale, ']'), ',' order by sale) as sales
      from (${ofEachType((type) => [
        sql`
        select uprn, sale from valuation_comparables
        where k.property_type = ${sql.lit(type)} and property_type = ${sql.lit(type)}
          and position <@ circle(point(k.easting, k.northing), k.reach_m)`,
      ])}) s) n`,
});

interface Place {
  easting: number;
  northing: number;
  property_type: FittedType;
  reach_m: number;
}
const readAround = loaderBy<Place, { sales: string | null }>(around);

/**
 * All sales of one type within a distance of a point, each with the UPRN of the home sold. Ordered as
 * `nearestComparables` orders equally near sales; by the partial index of the type.
 */
export async function comparablesAround(
  db: Queryable,
  place: Place,
): Promise<[uprn: number | null, sale: PackedSale][]> {
  return unpacked(await readAround(db, place));
}

function unpacked<T>(found: { sales: string | null } | null): T[] {
  return JSON.parse(`[${found?.sales ?? ''}]`) as T[];
}
