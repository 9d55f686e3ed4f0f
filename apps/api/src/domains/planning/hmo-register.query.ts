import { columnsOf, listOf, nullable, oneOf, type Queryable, type RowOf, sql, statement } from '@domesday/db';
import { type Area, areaStatement } from '../../location/area-statement.ts';

const LICENCE = columnsOf('hmo_licences', [
  'authority_code',
  'licence_number',
  'licence_type',
  'native_status',
  'address',
  'postcode',
  'uprn',
  'uprn_confidence',
  'issued',
  'expires',
  'max_occupants',
  'max_households',
  'storeys',
  'rooms_sleeping',
  'latitude',
  'longitude',
  'placed_by_postcode',
]);
const FOUND = {
  ...LICENCE,
  ...nullable(columnsOf('hmo_registers', ['authority_name'])),
  status: oneOf('active', 'expired', 'pending'),
  issued_plausible: 'bool?',
  expires_plausible: 'bool?',
  distance_m: 'int4',
  row_key: 'text',
  copy: 'int4',
} as const;
export type LicenceRow = Omit<RowOf<typeof FOUND>, 'distance_m'> & { distance_m: number | null };

/** The place of a licence in the sort order. */
export type LicencePlace = [distance_m: number, row_key: string, copy: number];

/** Filters; status and type are `any` if not asked for. */
const FILTER = { today: 'date', status: 'text', licence_type: 'text', expires_by: 'date?' } as const;
type LicenceFilter = RowOf<typeof FILTER>;

const PLACED = { postcode: 'h.postcode', position: 'h.position' };
/** The distance that stands for an unknown position, so that such licences come last. */
export const NOWHERE = 2147483647;

/**
 * Whether a licence's day is plausible. Licences last at most five years (Housing Act 2004, section 68), but registers
 * hold days such as 3017-03-02. A licence with an implausible day counts as one without that day.
 */
const isPlausible = (day: 'issued' | 'expires', today: string) => sql`
  (h.${sql.ref(day)} between '1990-01-01' and ${today}::date + interval '10 years')`;
/** The status of a licence `h` on a day. A licence granted from a later day is pending until then. */
export const statusOn = (today: string) => sql`
  case when h.pending then 'pending'
       when h.ended or (h.expires < ${today}::date and ${isPlausible('expires', today)}) then 'expired'
       when h.issued > ${today}::date and ${isPlausible('issued', today)} then 'pending' else 'active' end`;

const meets = (v: LicenceFilter) => sql`
  (${v.status}::text = 'any' or ${statusOn(v.today)} = ${v.status})
  and (${v.licence_type}::text = 'any' or h.licence_type = ${v.licence_type})
  and (${v.expires_by}::date is null or h.expires between ${v.today}::date and ${v.expires_by} and ${isPlausible('expires', v.today)})`;

/**
 * Identifies a licence `h` in every load of its register. Its id changes with each load, so a list paged across a load
 * would start anew, and the code of an authority can change. Identical rows are told apart by their order (`copy`).
 */
const ROW_KEY = sql`
  md5(concat_ws('/', h.register, h.licence_number, h.address, h.postcode, h.issued, h.expires)) collate "C"`;

const licencesFound = areaStatement({
  name: 'hmo-licences-in',
  parameters: {
    ...FILTER,
    easting: 'float8?',
    northing: 'float8?',
    after_m: 'int4?',
    after_key: 'text?',
    after_copy: 'int4?',
    limit: 'int8',
  },
  row: FOUND,
  columns: PLACED,
  build: (v, inArea) => sql`
    select ${listOf(FOUND, 'f')} from (
      select g.*, row_number() over (partition by distance_m, row_key order by id)::int as copy from (
      select h.id, ${listOf(LICENCE, 'h')}, ${ROW_KEY} as row_key, coalesce(r.authority_name, l.name) as authority_name, ${statusOn(v.today)} as status,
             ${isPlausible('issued', v.today)} as issued_plausible,
             ${isPlausible('expires', v.today)} as expires_plausible,
             coalesce(round(h.position <-> point(${v.easting}, ${v.northing}))::int, ${sql.lit(NOWHERE)}) as distance_m
        from hmo_licences h
        left join hmo_registers r on r.authority_code = h.authority_code and r.register = h.register
        left join local_authorities l on l.code = h.authority_code
       where ${inArea} and ${meets(v)}) g) f
     where ${v.after_m}::int is null
        or (distance_m, row_key, copy) > (${v.after_m}::int, ${v.after_key}::text collate "C", ${v.after_copy}::int)
     order by distance_m, row_key, copy limit ${v.limit}`,
});

/**
 * One page of licences in a place, nearest first; index hmo_licences_position, or hmo_licences_postcode if the place is
 * given by a code.
 */
export async function licencesIn(
  db: Queryable,
  area: Area,
  filter: LicenceFilter,
  from: { easting: number | null; northing: number | null },
  page: { after: LicencePlace | null; limit: number },
): Promise<LicenceRow[]> {
  const [after_m, after_key, after_copy] = page.after ?? [null, null, null];
  const rows = await licencesFound.rows(db, area, {
    ...filter,
    easting: from.easting,
    northing: from.northing,
    after_m,
    after_key,
    after_copy,
    limit: page.limit,
  });
  return rows.map((row) => ({ ...row, distance_m: row.distance_m === NOWHERE ? null : row.distance_m }));
}

const COUNTS = {
  status: oneOf('active', 'expired', 'pending'),
  n: 'int8',
  meeting: 'int8',
  selective: 'int8',
  implausible: 'int8',
} as const;
export type LicenceCount = RowOf<typeof COUNTS>;

/**
 * Number of licences by status: `n` of all with the requested type and last day, `meeting` of those that also have the
 * requested status, and among these the selective ones and those with an implausible day; the same indexes.
 */
export const licenceCounts = areaStatement({
  name: 'hmo-licence-counts',
  parameters: FILTER,
  row: COUNTS,
  columns: PLACED,
  build: (v, inArea) => sql`
    select ${statusOn(v.today)} as status, count(*) as n,
           count(*) filter (where ${v.status}::text in ('any', ${statusOn(v.today)})) as meeting,
           count(*) filter (where ${v.status}::text in ('any', ${statusOn(v.today)})
                              and h.licence_type = 'selective') as selective,
           count(*) filter (where ${v.status}::text in ('any', ${statusOn(v.today)})
                              and not (${isPlausible('issued', v.today)} and ${isPlausible('expires', v.today)})) as implausible
      from hmo_licences h where ${inArea} and ${meets({ ...v, status: 'any' })} group by 1`,
});

const unplacedBy = (column: 'postcode' | 'position') =>
  statement({
    name: `hmo-licences-without-${column}`,
    parameters: { ...FILTER, codes: '_text' },
    row: { n: 'int8' },
    build: ({ codes, ...filter }) => sql`
      select count(*) as n from hmo_licences h
       where h.${sql.ref(column)} is null and h.authority_code = any (${codes}) and ${meets(filter)}`,
  });
/**
 * Licences of these authorities that match the filters but lack the attribute by which the place finds records; index
 * hmo_licences_register.
 */
export const unplacedLicences = { postcode: unplacedBy('postcode'), position: unplacedBy('position') };

/**
 * Number of loaded addresses in a place; index addresses_position, or addresses_postcode if the place is given by a
 * code.
 */
export const addressCount = areaStatement({
  name: 'address-count',
  row: { n: 'int8' },
  columns: { postcode: 'postcode', position: 'position' },
  build: (_, inArea) => sql`select count(*) as n from addresses where ${inArea}`,
});

const REGISTER = {
  ...columnsOf('hmo_registers', [
    'authority_code',
    'authority_name',
    'register',
    'register_date',
    'loaded_at',
  ]),
  newest_licence: 'date?',
} as const;
export type RegisterRow = RowOf<typeof REGISTER>;

/** Registers of authorities; primary key of hmo_registers, index hmo_licences_register. */
export const registersOf = statement({
  name: 'hmo-registers-of',
  parameters: { codes: '_text', today: 'date' },
  row: REGISTER,
  build: ({ codes, today }) => sql`
    select r.authority_code, coalesce(r.authority_name, l.name) as authority_name, r.register,
      r.register_date, r.loaded_at,
      (select max(h.issued) from hmo_licences h
        where h.authority_code = r.authority_code and h.register = r.register
          and h.issued <= ${today}::date) as newest_licence
    from hmo_registers r left join local_authorities l on l.code = r.authority_code
    where r.authority_code = any (${codes}) order by r.authority_code, r.register`,
});
