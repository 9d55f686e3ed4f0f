import type { Db, Queryable } from '@domesday/db';
import {
  type Candidate,
  candidateOf,
  type FITTED_TYPES,
  type PackedSale,
  type PastSale,
  type PlaceEffect,
  type PropertyType,
  type Tenure,
} from '@domesday/valuation';
import { gathered } from '../../statistics/gather.ts';

/** No comparable is farther from the home. */
const FARTHEST_M = 5000;

/** A sale of the home itself, with the address words that its place is known by. */
export interface HomeSale extends PastSale {
  transaction_id: string;
  tenure: Tenure | null;
  saon: string;
  paon: string;
  street: string;
  locality: string;
  town: string;
}

export interface HomeRow {
  uprn: number;
  postcode: string;
  country: 'England' | 'Wales' | 'Scotland' | null;
  easting: number | null;
  northing: number | null;
  certificate: {
    property_type: PropertyType | null;
    floor_area_sqm: number | null;
    construction_age: string | null;
  } | null;
  sales: HomeSale[];
  /** The newest sale in the postcode, where the home itself was never sold. */
  neighbour: {
    street: string;
    locality: string;
    town: string;
    tenure: Tenure | null;
    property_type: PropertyType;
  } | null;
  /** The build of its area; null where there is none. */
  build_id: number | null;
  known_before: string | null;
  /** What the build says of the places of its postcode, or of its sector; null where it says nothing. */
  effects: PlaceEffect[] | null;
}

type SaleFields = [
  string,
  number,
  string,
  PastSale['category'],
  boolean,
  PropertyType,
  Tenure | null,
  string,
  string,
  string,
  string,
  string,
];

/**
 * The home, its newest certificate lodged by a day, its sales by that day, a neighbour's street where it has
 * none, and what the build says of its postcode. All is read by key, for many homes at a time, whose list is
 * JSON because the server then keeps one plan for any number: it plans an array of one anew each time. Primary keys of addresses, valuation_areas and valuation_postcodes; energy_certificates_uprn, sales_uprn_date,
 * sales_postcode_date.
 */
const homes = gathered<{ uprn: number; as_of: string }, HomeRow>(async (db, keys) => {
  const { rows } = await db.query<Omit<HomeRow, 'sales'> & { line: number; sales: SaleFields[] | null }>({
    name: 'valuation-homes',
    text: `select k.line, a.uprn, a.postcode, a.country, a.easting, a.northing,
        case when c.found then
          json_build_object('property_type', c.property_type, 'floor_area_sqm', c.floor_area_sqm,
            'construction_age', c.construction_age) end as certificate,
        s.sales,
        case when s.sales is null then (
          select json_build_object('street', coalesce(street, ''), 'locality', coalesce(locality, ''),
            'town', coalesce(town, ''), 'tenure', tenure, 'property_type', property_type)
          from sales where postcode = a.postcode and date <= k.as_of order by date desc limit 1) end as neighbour,
        v.build_id, v.known_before, p.effects::json as effects
      from json_to_recordset($1) as k (line integer, uprn bigint, as_of date)
      cross join lateral (
        select uprn, postcode, country, easting, northing from addresses where uprn = k.uprn limit 1) a
      left join lateral (
        select true as found, property_type, floor_area_sqm, construction_age from energy_certificates
        where uprn = a.uprn and (lodged_on is null or lodged_on <= k.as_of)
        order by lodged_on desc nulls last, certificate_number desc limit 1) c on true
      left join lateral (
        select json_agg(json_build_array(transaction_id, price, date, category, new_build, property_type, tenure,
          coalesce(saon, ''), coalesce(paon, ''), coalesce(street, ''), coalesce(locality, ''),
          coalesce(town, '')) order by date, transaction_id) as sales
        from sales where uprn = a.uprn and date <= k.as_of) s on true
      left join lateral (
        select area, build_id, known_before from valuation_areas
        where area = split_part(a.postcode, ' ', 1) limit 1) v on true
      left join lateral (
        select effects from valuation_postcodes
        where area = v.area and postcode in (a.postcode, left(a.postcode, -2))
        order by postcode desc limit 1) p on true`,
    values: [JSON.stringify(keys.map((key, line) => ({ ...key, line })))],
  });
  const found: (HomeRow | null)[] = keys.map(() => null);
  for (const { line, sales, ...home } of rows) {
    found[line] = { ...home, sales: (sales ?? []).map(homeSale) };
  }
  return found;
});

/** The home as it was known on a day; null for a UPRN of no address. */
export function homeByUprn(db: Db, uprn: number, as_of: string): Promise<HomeRow | null> {
  return homes(db, { uprn, as_of });
}

function homeSale(fields: SaleFields): HomeSale {
  const [transaction_id, price, date, category, new_build, property_type, tenure, saon, paon, ...words] =
    fields;
  const [street, locality, town] = words;
  return {
    transaction_id,
    price,
    date,
    category,
    new_build,
    property_type,
    tenure,
    saon,
    paon,
    street,
    locality,
    town,
  };
}

/** Postcodes of an area in which anything was sold when it was built; primary key of valuation_postcodes. */
export async function postcodesOfArea(db: Queryable, area: string): Promise<string[]> {
  const { rows } = await db.query<{ postcode: string }>({
    name: 'valuation-postcodes',
    text: 'select postcode from valuation_postcodes where area = $1',
    values: [area],
  });
  return rows.map((row) => row.postcode);
}

/**
 * The nearest sales of one type that the build keeps for comparables, other than those of the home itself; read
 * outwards from the point by the index of the type, which the statement must name to make use of it.
 */
export async function builtComparables(
  db: Queryable,
  from: { uprn: number; easting: number; northing: number },
  property_type: (typeof FITTED_TYPES)[number],
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await db.query<{ sales: PackedSale[] | null }>({
    name: `valuation-comparables-${property_type}`,
    text: `select ('[' || string_agg(sale, ',') || ']')::json as sales from (
        select sale from valuation_comparables
        where property_type = '${property_type}' and position <@ circle(point($2, $3), ${FARTHEST_M})
          and uprn is distinct from $1
        order by position <-> point($2, $3) limit $4) s`,
    values: [from.uprn, from.easting, from.northing, limit],
  });
  return (rows[0]?.sales ?? []).map((sale) => candidateOf(sale, property_type));
}

/** Home and address of sales by transaction, for those that are shown; primary key of sales. */
export async function soldHomes(
  db: Queryable,
  transactions: readonly string[],
): Promise<{ transaction_id: string; uprn: number | null; address: string }[]> {
  const { rows } = await db.query({
    name: 'valuation-sold-homes',
    text: `select transaction_id, uprn,
        concat_ws(', ', saon, concat_ws(' ', paon, street), town) as address
      from sales where transaction_id = any ($1)`,
    values: [transactions],
  });
  return rows;
}

/**
 * The same straight from the sales between two days, for a day before the build or where there is none, with
 * floor areas known by the later day; read outwards from the point by sales_position.
 */
export async function nearbySales(
  db: Queryable,
  from: { uprn: number; easting: number; northing: number },
  property_type: string,
  since: string,
  until: string,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await db.query<Omit<Candidate, 'position'> & { easting: number; northing: number }>({
    name: 'valuation-nearby',
    text: `select s.transaction_id, s.price, s.date, s.category, s.new_build, s.property_type, s.tenure, s.postcode,
        s.street, (s.position)[0] as easting, (s.position)[1] as northing,
        c.floor_area_sqm, c.construction_age
      from (
        select * from sales
        where property_type = $4 and category = 'standard' and date between $5 and $6
          and uprn is distinct from $1 and postcode is not null
          and position <@ circle(point($2, $3), ${FARTHEST_M})
        order by position <-> point($2, $3) limit $7) s
      left join lateral (
        select floor_area_sqm, construction_age from energy_certificates e
        where e.uprn = s.uprn and e.floor_area_sqm is not null and (e.lodged_on is null or e.lodged_on <= $6)
        order by e.lodged_on desc nulls last limit 1) c on true`,
    values: [from.uprn, from.easting, from.northing, property_type, since, until, limit],
  });
  return rows.map(({ easting, northing, ...sale }) => ({ ...sale, position: { easting, northing } }));
}
