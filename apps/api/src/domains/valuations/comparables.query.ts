import { loaderBy, orNull, type Queryable, sql, statement } from '@domesday/db';
import { stoodIn } from '@domesday/loading/past.query';
import {
  type Candidate,
  candidateOf,
  FITTED_TYPES,
  type FittedType,
  type PackedSale,
} from '@domesday/valuation';

/** Greatest distance of a comparable from the home. */
export const FARTHEST_M = 5000;

export interface From {
  uprn: number;
  easting: number;
  northing: number;
}

const KEYS = sql`(line integer, uprn bigint, easting float8, northing float8, property_type text, most integer)`;
const DISTANCE = sql`position <-> point(k.easting, k.northing)`;

/** The nearest of one type, by the partial index of the type: the statement must name it. */
const nearest = (property_type: FittedType, table: ReturnType<typeof sql>, stood = 'true') => sql`
  (select sale, position from ${table}
   where k.property_type = ${sql.lit(property_type)} and property_type = ${sql.lit(property_type)}
     and position <@ circle(point(k.easting, k.northing), ${sql.lit(FARTHEST_M)})
     and uprn is distinct from k.uprn and ${sql.raw(stood)}
   order by ${DISTANCE}, sale limit k.most)`;

const ofEachType = (arms: (property_type: FittedType) => ReturnType<typeof sql>[]) =>
  sql.join(FITTED_TYPES.flatMap(arms), sql` union all `);

/**
 * Nearest first, each home's of the type that its key names: only the arms of that type are run. The sales of a home are
 * one text, since PostgreSQL would read all of it again to call it JSON.
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

const then = stoodIn('valuation_comparables');

/**
 * The same as it was in a release. The view of the release cannot be read by distance, so what is still served and what
 * has gone since are each read so, and merged.
 */
const comparablesThen = statement({
  name: 'valuation-comparables-then',
  parameters: { keys: 'json' },
  row: { line: 'int4', sales: orNull('text') },
  build: ({ keys }) => sql`
    select k.line, n.sales from json_to_recordset(${keys}) as k ${KEYS}
    cross join lateral (select string_agg(sale, ',') as sales from (
      select sale from (${ofEachType((type) => [
        nearest(type, sql`public.valuation_comparables t`, then.served),
        nearest(type, sql`past.valuation_comparables_gone g`, then.gone),
      ])}) u
      order by ${DISTANCE}, sale limit k.most) s) n`,
});

interface Key extends From {
  property_type: FittedType;
  most: number;
}
const readNow = loaderBy<Key, { sales: string | null }>(comparables);
const readThen = loaderBy<Key, { sales: string | null }>(comparablesThen);

/** The nearest sales of one type that the build keeps for comparables, other than those of the home itself. */
export async function builtComparables(
  { db, past }: { db: Queryable; past: boolean },
  from: From,
  property_type: FittedType,
  most: number,
): Promise<Candidate[]> {
  const found = await (past ? readThen : readNow)(db, { ...from, property_type, most });
  const sales = JSON.parse(`[${found?.sales ?? ''}]`) as PackedSale[];
  return sales.map((sale) => candidateOf(sale, property_type));
}
