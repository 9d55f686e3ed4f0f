import type { Queryable } from '@domesday/db';
import type { Predicate } from '../../location/area.ts';

export interface LicenceRow {
  id: number;
  authority_code: string;
  authority_name: string | null;
  licence_number: string | null;
  licence_type: 'mandatory' | 'additional' | 'selective' | 'exemption' | 'not_stated';
  native_status: string | null;
  status: 'active' | 'expired' | 'pending';
  address: string;
  postcode: string | null;
  uprn: number | null;
  uprn_confidence: number | null;
  issued: string | null;
  expires: string | null;
  max_occupants: number | null;
  max_households: number | null;
  storeys: number | null;
  rooms_sleeping: number | null;
  latitude: number | null;
  longitude: number | null;
  distance_m: number | null;
}

export interface LicenceFilter {
  today: string;
  status: string;
  licence_type: string;
  expires_by: string | null;
}

const status = (today: string) =>
  `case when h.pending then 'pending' when h.ended or h.expires < ${today} then 'expired' else 'active' end`;

function conditions(
  where: Predicate,
  filter: LicenceFilter,
): { sql: string; values: unknown[]; today: string } {
  const n = where.values.length;
  const today = `$${n + 1}::date`;
  return {
    today,
    sql: `${where.sql} and ($${n + 2} = 'any' or ${status(today)} = $${n + 2})
      and ($${n + 3} = 'any' or h.licence_type = $${n + 3})
      and ($${n + 4}::date is null or h.expires between ${today} and $${n + 4})`,
    values: [...where.values, filter.today, filter.status, filter.licence_type, filter.expires_by],
  };
}

/**
 * One page of licences in a place, nearest first; index hmo_licences_position, or hmo_licences_postcode for
 * codes.
 */
export async function licencesIn(
  db: Queryable,
  where: Predicate,
  filter: LicenceFilter,
  from: { easting: number | null; northing: number | null },
  page: { after: (string | number | null)[] | null; limit: number },
): Promise<LicenceRow[]> {
  const { sql, values, today } = conditions(where, filter);
  const n = values.length;
  const { rows } = await db.query<LicenceRow>(
    `select * from (
       select h.id, h.authority_code, r.authority_name, h.licence_number, h.licence_type, h.native_status,
              ${status(today)} as status, h.address, h.postcode, h.uprn, h.uprn_confidence, h.issued, h.expires,
              h.max_occupants, h.max_households, h.storeys, h.rooms_sleeping, h.latitude, h.longitude,
              coalesce(round(h.position <-> point($${n + 1}, $${n + 2}))::int, 2147483647) as distance_m
         from hmo_licences h
         left join hmo_registers r on r.authority_code = h.authority_code and r.register = h.register
        where ${sql}) f
      where $${n + 3}::int is null or (distance_m, id) > ($${n + 3}::int, $${n + 4}::int)
      order by distance_m, id limit $${n + 5}`,
    [...values, from.easting, from.northing, page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
  );
  return rows.map((row) => ({ ...row, distance_m: row.distance_m === 2147483647 ? null : row.distance_m }));
}

/** Number of licences that meet the request; same indexes. */
export async function licenceCount(db: Queryable, where: Predicate, filter: LicenceFilter): Promise<number> {
  const { sql, values } = conditions(where, filter);
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from hmo_licences h where ${sql}`,
    values,
  );
  return rows[0]!.n;
}

/** Licences of some authorities that meet the request and that no place can find; index hmo_licences_register. */
export function unplacedLicences(
  db: Queryable,
  unplaced: string,
  codes: string[],
  filter: LicenceFilter,
): Promise<number> {
  return licenceCount(db, { sql: `h.${unplaced} and h.authority_code = any ($1)`, values: [codes] }, filter);
}

/** Addresses known in a place; index addresses_position, or addresses_postcode for codes. */
export async function addressCount(db: Queryable, where: Predicate): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from addresses where ${where.sql}`,
    where.values,
  );
  return rows[0]!.n;
}

export interface RegisterRow {
  authority_code: string;
  authority_name: string | null;
  register: string;
  register_date: string | null;
  loaded_at: Date;
  newest_licence: string | null;
}

/** Registers of authorities; primary key of hmo_registers, index hmo_licences_register. */
export async function registersOf(db: Queryable, codes: string[]): Promise<RegisterRow[]> {
  const { rows } = await db.query<RegisterRow>({
    name: 'hmo-registers-of',
    text: `select r.authority_code, coalesce(r.authority_name, l.name) as authority_name, r.register,
             r.register_date, r.loaded_at,
             (select max(h.issued) from hmo_licences h
               where h.authority_code = r.authority_code and h.register = r.register) as newest_licence
           from hmo_registers r left join local_authorities l on l.code = r.authority_code
           where r.authority_code = any ($1) order by r.authority_code, r.register`,
    values: [codes],
  });
  return rows;
}

/**
 * Whether a property or postcode lies in an Article 4 area that takes away the change of use to a small shared
 * house (class 3L of the General Permitted Development Order, or said in words), and whether the authority
 * supplies such areas at all. Primary keys of the partitions of area_members and area_postcodes.
 */
export async function articleFour(
  db: Queryable,
  place: { uprn: number | null; postcode: string | null; local_authority_code: string | null },
  today: string,
): Promise<{ inside: boolean; covered: boolean }> {
  const { rows } = await db.query<{ inside: boolean; covered: boolean }>({
    name: 'article-four',
    text: `with d as (select no from area_datasets where dataset = 'planning-data' and built_at is not null),
           m as (select area_id from area_members where dataset_no = (select no from d) and uprn = $1
                 union all
                 select area_id from area_postcodes
                  where $1::bigint is null and dataset_no = (select no from d) and postcode = $2)
           select exists (select from m join areas a on a.id = m.area_id
                           where a.kind like 'article-4%' and (a.ended_on is null or a.ended_on > $4)
                             and (a.attributes ->> 'permitted_development_rights' ~* '(^|[;, ])3L'
                                  or concat(a.name, a.attributes ->> 'description') ~* 'multiple occup|\\mhmo|\\mC4\\M'))
                  as inside,
                  exists (select from area_coverage c
                           where c.dataset_no = (select no from d) and c.kind like 'article-4%' and c.complete
                             and c.authority_code = $3) as covered`,
    values: [place.uprn, place.postcode, place.local_authority_code, today],
  });
  return rows[0]!;
}
