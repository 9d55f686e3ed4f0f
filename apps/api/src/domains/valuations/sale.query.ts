import { byFloorArea, isSoldTogether, newestFirst, usableArea } from '@domesday/builds/packed-sales/usable';
import {
  columnsOf,
  type Db,
  json,
  listOf,
  loaderBy,
  type Nation,
  nation,
  nullable,
  orNull,
  type Queryable,
  query,
  type RowOf,
  required,
  sql,
  statement,
} from '@domesday/db';
import {
  type Candidate,
  type HomeSale,
  NO_OWN_HOME_CLASS,
  type PastSale,
  type PlaceEffect,
  type PropertyType,
  type Tenure,
  USABLE_PRICE,
} from '@domesday/valuation';
import { BY_POSTCODE } from '../../location/placed.ts';
import { FARTHEST_M, type From } from './comparables.query.ts';

export interface HomeRow {
  uprn: number;
  address: string;
  postcode: string;
  country: Nation | null;
  easting: number | null;
  northing: number | null;
  /** Class of the premises in the address list. */
  classification: string | null;
  /**
   * The address of a home in this building, if it holds homes with UPRNs of their own; else null. Garages, shops and
   * rooms of a shared home do not count, nor does a single annexe of a listed house.
   */
  home_within: string | null;
  certificate: {
    property_type: PropertyType | null;
    floor_area_sqm: number | null;
    /** Among the certificates lodged on the same day, the floor area that differs most from this one. */
    other_area_sqm: number | null;
    habitable_rooms: number | null;
    construction_age: string | null;
  } | null;
  /** Oldest first. `sold_together`: the price is that of several homes. */
  sales: (HomeSale & { sold_together: boolean })[];
  /** The build of the home's area; null if there is none. */
  build_id: number | null;
  known_before: string | null;
  /** The build's effects for the places of its postcode, or else of its sector; null if it has none. */
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
  boolean,
];

const usable = (certificate: string) => sql.raw(usableArea(`${certificate}.floor_area_sqm`));

const classOf = (home: string) => sql.raw(`upper(trim(coalesce(${home}.classification, '')))`);
const NO_OWN_HOME = sql.lit(NO_OWN_HOME_CLASS);

const HOME = {
  ...columnsOf('addresses', ['uprn', 'address', 'postcode', 'easting', 'northing', 'classification']),
  country: orNull(nation),
  certificate: orNull(json<HomeRow['certificate']>()),
  ...nullable(columnsOf('valuation_areas', ['build_id', 'known_before'])),
  effects: orNull(json<PlaceEffect[]>()),
  home_within: orNull('text'),
  sales: orNull(json<SaleFields[]>()),
};

/**
 * A home as known on a day: its newest certificate, with the floor area of the newest usable one, its sales, and the
 * build's effects for its postcode. Read by key for many homes at once. The keys are JSON because the server then keeps
 * one plan for any number of homes; for an array it plans each call. Primary keys of addresses, valuation_areas and
 * valuation_postcodes; addresses_postcode, energy_certificates_uprn, sales_uprn_date, and the primary key of
 * sold_together.
 */
const homesAsOf = statement({
  name: 'valuation-homes',
  parameters: { keys: 'json' },
  row: { line: 'int4', ...HOME },
  build: ({ keys }) => sql`
    select k.line, a.uprn, a.address, a.postcode, a.country, a.easting, a.northing, a.classification,
      case when c.found then
        json_build_object('property_type', c.property_type,
          'floor_area_sqm', case when ${usable('c')} then c.floor_area_sqm else (
            select floor_area_sqm from energy_certificates e
            where e.uprn = a.uprn and (e.lodged_on is null or e.lodged_on <= k.as_of) and ${usable('e')}
            order by e.lodged_on desc nulls last, e.certificate_number desc limit 1) end,
          'other_area_sqm', (
            select floor_area_sqm from energy_certificates e
            where e.uprn = a.uprn and e.lodged_on = c.lodged_on and ${usable('e')} and ${usable('c')}
            order by greatest(e.floor_area_sqm / c.floor_area_sqm, c.floor_area_sqm / e.floor_area_sqm) desc limit 1),
          'habitable_rooms', c.habitable_rooms,
          'construction_age', c.construction_age) end as certificate,
      s.sales, b.address as home_within,
      v.build_id, v.known_before, p.effects::json as effects
    from json_to_recordset(${keys}) as k (line integer, uprn bigint, as_of date)
    cross join lateral (
      select uprn, address, postcode, country, easting, northing, classification
      from addresses where uprn = k.uprn limit 1) a
    left join lateral (
      select true as found, property_type, floor_area_sqm, habitable_rooms, construction_age, lodged_on
      from energy_certificates
      where uprn = a.uprn and (lodged_on is null or lodged_on <= k.as_of)
      order by lodged_on desc nulls last, certificate_number desc limit 1) c on true
    left join lateral (
      select json_agg(json_build_array(transaction_id, price, date, category, new_build, property_type, tenure,
        coalesce(saon, ''), coalesce(paon, ''), coalesce(street, ''), coalesce(locality, ''),
        coalesce(town, ''), ${sql.raw(isSoldTogether('sales'))}) order by date, transaction_id) as sales
      from sales where uprn = a.uprn and date <= k.as_of) s on true
    left join lateral (
      select (array_agg(address order by classification like 'R%' is false, uprn))[1] as address,
        count(*) > case when ${classOf('a')} ~ '^RD0[234]' then 1 else 0 end as several
      from addresses x
      where postcode = a.postcode and parent_uprn = a.uprn and ${classOf('x')} !~ ${NO_OWN_HOME}) b on b.several
    left join lateral (
      select area, build_id, known_before from valuation_areas
      where area = split_part(a.postcode, ' ', 1) limit 1) v on true
    left join lateral (
      select effects from valuation_postcodes
      where area = v.area and postcode in (a.postcode, left(a.postcode, -2))
      order by postcode desc limit 1) p on true`,
});

const homes = loaderBy<{ uprn: number; as_of: string }, RowOf<typeof HOME>>(homesAsOf);

/** The home as it was known on a day; null if the UPRN has no address. */
export async function homeByUprn(db: Db, uprn: number, as_of: string): Promise<HomeRow | null> {
  const found = await homes(db, { uprn, as_of });
  return found && { ...found, sales: (found.sales ?? []).map(homeSale) };
}

function homeSale(fields: SaleFields): HomeRow['sales'][number] {
  const [transaction_id, price, date, category, new_build, property_type, tenure, saon, paon, ...words] =
    fields;
  const [street, locality, town, sold_together] = words;
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
    sold_together,
  };
}

/** Postcodes of an area that had a sale at the time of the build; primary key of valuation_postcodes. */
export const postcodesOfArea = statement({
  name: 'valuation-postcodes',
  parameters: { area: 'text' },
  row: columnsOf('valuation_postcodes', ['postcode']),
  build: ({ area }) => query.selectFrom('valuation_postcodes').select('postcode').where('area', '=', area),
});

export const OUTCODE_SALES = { scottish: 'int8', others: 'int8' } as const;

/**
 * Number of sales in the Scottish part of an outcode and in the rest; indexes postcodes_outcode, sales_postcode_date.
 */
export const outcodeSales = statement({
  name: 'valuation-outcode-sales',
  parameters: { outcode: 'text' },
  row: OUTCODE_SALES,
  build: ({ outcode }) => sql`
    select count(*) filter (where p.country = 'Scotland') as scottish,
      count(*) filter (where p.country is distinct from 'Scotland') as others
    from postcodes p join sales s on s.postcode = p.postcode where p.outcode = ${outcode}`,
});

/** Those of the given postcodes that lie in Scotland; primary key of postcodes. */
export const scottishPostcodes = statement({
  name: 'valuation-scottish-postcodes',
  parameters: { postcodes: '_text' },
  row: columnsOf('postcodes', ['postcode']),
  build: ({ postcodes }) =>
    sql`select postcode from postcodes where postcode = any (${postcodes}) and country = 'Scotland'`,
});

const SOLD_AS = columnsOf('sales', [
  'transaction_id',
  'uprn',
  'postcode',
  'saon',
  'paon',
  'street',
  'locality',
  'town',
]);
const SOLD_HOME = {
  ...SOLD_AS,
  placed: 'bool',
  by_postcode: 'bool',
} as const;
export type SoldHome = RowOf<typeof SOLD_HOME>;

/** Home, address and position of the sales shown, by transaction; primary keys of sales and addresses. */
export const soldHomes = statement({
  name: 'valuation-sold-homes',
  parameters: { transactions: '_uuid' },
  row: SOLD_HOME,
  build: ({ transactions }) => sql`
    select ${listOf(SOLD_AS, 's')}, s.position is not null as placed, ${BY_POSTCODE} as by_postcode
    from sales s left join addresses a on a.uprn = s.uprn where s.transaction_id = any (${transactions})`,
});

const NEARBY = {
  ...columnsOf('sales', [
    'transaction_id',
    'price',
    'date',
    'category',
    'new_build',
    'property_type',
    'tenure',
  ]),
  ...required(columnsOf('sales', ['postcode'])),
  ...columnsOf('sales', ['street']),
};
const CERTIFIED = nullable(columnsOf('energy_certificates', ['floor_area_sqm', 'construction_age']));

const salesAround = statement({
  name: 'valuation-nearby',
  parameters: {
    uprn: 'int8',
    easting: 'float8',
    northing: 'float8',
    property_type: 'text',
    since: 'date',
    until: 'date',
    without: '_uuid',
    limit: 'int8',
  },
  row: { ...NEARBY, easting: 'float8', northing: 'float8', ...CERTIFIED },
  build: (v) => sql`
    select ${listOf(NEARBY, 's')}, (s.position)[0] as easting, (s.position)[1] as northing,
      c.floor_area_sqm, (
        select construction_age from energy_certificates e
        where e.uprn = s.uprn and (e.lodged_on is null or e.lodged_on <= ${v.until})
        order by ${sql.raw(newestFirst('e'))} limit 1) as construction_age
    from (
      select * from (
        select * from sales
        where property_type = ${v.property_type} and category = 'standard' and date between ${v.since} and ${v.until}
          and price between ${sql.lit(USABLE_PRICE.least)} and ${sql.lit(USABLE_PRICE.most)}
          and uprn is distinct from ${v.uprn} and postcode is not null and transaction_id <> all (${v.without})
          and position <@ circle(point(${v.easting}, ${v.northing}), ${sql.lit(FARTHEST_M)})
        order by position <-> point(${v.easting}, ${v.northing}) fetch first (${v.limit}) rows with ties) nearest
      order by position <-> point(${v.easting}, ${v.northing}), transaction_id limit ${v.limit}) s
    left join lateral (
      select floor_area_sqm from energy_certificates e
      where e.uprn = s.uprn and e.floor_area_sqm is not null
        and (e.lodged_on is null or e.lodged_on <= ${v.until})
      order by ${sql.raw(byFloorArea('e'))} limit 1) c on true`,
});

/**
 * The nearest sales of one type between two days, from the sales table: for a day before the build, or without a build.
 * Floor areas are those known by the later day. Leaves out the transactions in `without`. Reads outwards from the point
 * by index sales_position.
 */
export async function nearbySales(
  db: Queryable,
  from: From,
  property_type: string,
  since: string,
  until: string,
  without: readonly string[],
  limit: number,
): Promise<Candidate[]> {
  const period = { since, until, without: [...without] };
  const rows = await salesAround.rows(db, { ...from, property_type, ...period, limit });
  return rows.map(({ easting, northing, ...sale }) => ({ ...sale, position: { easting, northing } }));
}
