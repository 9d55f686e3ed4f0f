import type { Queryable } from '@domesday/db';
import type { Candidate, PastSale, PropertyType, Tenure } from '@domesday/valuation';

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
  /** Street of the newest sale in the postcode, for a home that was never sold. */
  neighbour: { street: string; locality: string; town: string; tenure: Tenure | null } | null;
}

/**
 * The home, its newest certificate lodged by a day, its sales by that day, and a neighbour's street, in one
 * read by key: primary key of addresses, energy_certificates_uprn, sales_uprn_date, sales_postcode_date.
 */
export async function homeByUprn(db: Queryable, uprn: number, as_of: string): Promise<HomeRow | null> {
  const { rows } = await db.query<HomeRow>({
    name: 'valuation-home',
    text: `select a.uprn, a.postcode, a.country, a.easting, a.northing,
        (select to_json(c) from (
          select property_type, floor_area_sqm, construction_age from energy_certificates
          where uprn = a.uprn and (lodged_on is null or lodged_on <= $2)
          order by lodged_on desc nulls last, certificate_number desc limit 1) c) as certificate,
        coalesce((select json_agg(s order by s.date) from (
          select transaction_id, price, date, category, new_build, property_type, tenure,
            coalesce(saon, '') as saon, coalesce(paon, '') as paon, coalesce(street, '') as street,
            coalesce(locality, '') as locality, coalesce(town, '') as town
          from sales where uprn = a.uprn and date <= $2) s), '[]') as sales,
        (select to_json(n) from (
          select coalesce(street, '') as street, coalesce(locality, '') as locality,
            coalesce(town, '') as town, tenure
          from sales where postcode = a.postcode and date <= $2 order by date desc limit 1) n) as neighbour
      from addresses a where a.uprn = $1`,
    values: [uprn, as_of],
  });
  return rows[0] ?? null;
}

export interface AreaRow {
  build_id: number;
  known_before: string;
  intercept: number;
  area_intercept: number | null;
  elasticities: number[] | null;
  settings: unknown;
  index: {
    id: string;
    first_month: string;
    data_month: string;
    slope_per_month: number;
    own_slope_per_month: number;
    log_levels: number[];
  };
  places: { measure: 'price' | 'price_per_sqm'; family: string; effect: number; n: number }[];
}

type AreaHead = Omit<AreaRow, 'places'>;

/** Heads by area, type and build, for each pool. What a build made never changes, so an entry is right for ever. */
const headsOf = new WeakMap<Queryable, Map<string, AreaHead>>();
const MOST_HEADS = 2000;

/**
 * What the last build keeps of an area for one type and place. The index and the settings are read once for
 * each build and kept; the effects of the place are read by key. Families and keys go in pairs.
 */
export async function builtArea(
  db: Queryable,
  area: string,
  property_type: string,
  families: readonly string[],
  keys: readonly string[],
): Promise<AreaRow | null> {
  const found = await builtPlaces(db, area, families, keys);
  if (!found) return null;
  const heads = headsOf.get(db) ?? new Map<string, AreaHead>();
  headsOf.set(db, heads);
  const id = `${area} ${property_type} ${found.build_id}`;
  let head = heads.get(id);
  if (!head) {
    const read = await areaHead(db, area, property_type);
    if (!read) return null;
    head = read;
    // A build that came between the two reads is kept under its own name by the next request.
    if (read.build_id === found.build_id) heads.set(id, read);
    if (heads.size > MOST_HEADS) heads.delete(heads.keys().next().value!);
  }
  return { ...head, places: found.places };
}

/** The build of an area and its effects of a place: primary keys of valuation_areas and valuation_places. */
async function builtPlaces(
  db: Queryable,
  area: string,
  families: readonly string[],
  keys: readonly string[],
): Promise<{ build_id: number; places: AreaRow['places'] } | null> {
  const { rows } = await db.query({
    name: 'valuation-places',
    text: `select v.build_id,
        coalesce((select json_agg(p) from (
          select p.measure, p.family, p.effect, p.n
          from unnest ($2::text[], $3::text[]) as k (family, key)
          cross join (values ('price'), ('price_per_sqm')) as m (measure)
          join valuation_places p
            on p.area = v.area and p.measure = m.measure and p.family = k.family and p.key = k.key) p), '[]') as places
      from valuation_areas v where v.area = $1`,
    values: [area, families, keys],
  });
  return rows[0] ?? null;
}

/** Index and settings of an area for one type: primary keys of valuation_areas and valuation_indices. */
async function areaHead(db: Queryable, area: string, property_type: string): Promise<AreaHead | null> {
  const { rows } = await db.query<AreaHead>({
    name: 'valuation-area-head',
    text: `select v.build_id, v.known_before, v.intercept, v.area_intercept, v.elasticities, v.settings,
        json_build_object('id', i.id, 'first_month', i.first_month, 'data_month', i.data_month,
          'slope_per_month', i.slope_per_month, 'own_slope_per_month', i.own_slope_per_month,
          'log_levels', i.log_levels) as index
      from valuation_areas v
      join valuation_indices i on i.area = v.area and i.property_type = $2
      where v.area = $1`,
    values: [area, property_type],
  });
  return rows[0] ?? null;
}

/** Postcodes of an area in which anything was sold when it was built; primary key of valuation_places. */
export async function postcodesOfArea(db: Queryable, area: string): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>({
    name: 'valuation-postcodes',
    text: `select key from valuation_places where area = $1 and measure = 'price' and family = 'postcode'`,
    values: [area],
  });
  return rows.map((row) => row.key);
}

export interface NearbySale extends Candidate {
  uprn: number | null;
  address: string;
}

/**
 * The nearest standard sales of one type between two days, other than those of the home itself, with floor
 * areas known by the later day; read outwards from the point by sales_position.
 */
export async function nearbySales(
  db: Queryable,
  from: { uprn: number; easting: number; northing: number },
  property_type: string,
  since: string,
  until: string,
  limit: number,
): Promise<NearbySale[]> {
  const { rows } = await db.query<Omit<NearbySale, 'position'> & { easting: number; northing: number }>({
    name: 'valuation-nearby',
    text: `select s.transaction_id, s.price, s.date, s.category, s.new_build, s.property_type, s.tenure, s.postcode,
        s.street, (s.position)[0] as easting, (s.position)[1] as northing, s.uprn,
        concat_ws(', ', s.saon, concat_ws(' ', s.paon, s.street), s.town) as address,
        c.floor_area_sqm, c.construction_age
      from (
        select * from sales
        where property_type = $4 and category = 'standard' and date between $5 and $6
          and uprn is distinct from $1 and postcode is not null
          and position <@ circle(point($2, $3), 5000)
        order by position <-> point($2, $3) limit $7) s
      left join lateral (
        select floor_area_sqm, construction_age from energy_certificates e
        where e.uprn = s.uprn and e.floor_area_sqm is not null and (e.lodged_on is null or e.lodged_on <= $6)
        order by e.lodged_on desc nulls last limit 1) c on true`,
    values: [from.uprn, from.easting, from.northing, property_type, since, until, limit],
  });
  return rows.map(({ easting, northing, ...sale }) => ({ ...sale, position: { easting, northing } }));
}
