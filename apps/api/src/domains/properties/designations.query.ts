import { columnsOf, jsonListOf, jsonOf, loaderBy, orNull, type RowOf, sql, statement } from '@domesday/db';
import { membersOf } from '../../designations/members.ts';

const KIND = { ...columnsOf('area_datasets', ['dataset']), ...columnsOf('areas', ['kind']) };
const DESIGNATIONS = {
  /** Kinds of area that contain the property and have not ended, by dataset. */
  inside: jsonListOf({ ...KIND, ...columnsOf('areas', ['designated_on']) }),
  /** Kinds of area whose coverage includes the property's place. */
  covered: jsonListOf(KIND),
  /** The smallest parcel around its point, and how many addresses lie in it. */
  parcel: orNull(jsonOf({ ...columnsOf('areas', ['area_sqm']), addresses: 'int8' })),
};
export type Designations = RowOf<typeof DESIGNATIONS>;

/**
 * Flood zones, conservation areas and parcels of homes by key: primary keys of the partitions of area_members and of
 * areas, index area_coverage_place, addresses_position for the homes in the parcel.
 */
const designationsOfHomes = statement({
  name: 'designations-of-homes',
  parameters: { keys: 'json' },
  row: { line: 'int4', ...DESIGNATIONS },
  build: ({ keys }) => sql`
    with d as materialized (
      select no, dataset from area_datasets
       where built_at is not null and dataset in
         ('flood-zones-england', 'flood-zones-wales', 'planning-data', 'inspire-polygons'))
    select k.line, f.*
    from json_to_recordset(${keys}) as k (line integer, uprn bigint, today date)
    cross join lateral (
      select country, local_authority_code from addresses where uprn = k.uprn limit 1) p
    cross join lateral (
      with m as (
        select d.dataset, d.no, a.id, a.kind, a.designated_on, a.area_sqm, a.box
          from d cross join lateral ${membersOf(sql`d.no`, sql`k.uprn`)} m
          join areas a on a.id = m.area_id
         where a.ended_on is null or a.ended_on > k.today)
      select
        (select coalesce(json_agg(json_build_object('dataset', dataset, 'kind', kind,
                                                    'designated_on', designated_on)), '[]')
           from m where kind in ('flood-zone-2', 'flood-zone-3', 'conservation-area')) as inside,
        (select coalesce(json_agg(json_build_object('dataset', dataset, 'kind', kind)), '[]')
           from (select distinct d.dataset, c.kind from d join area_coverage c on c.dataset_no = d.no
                  where c.complete and c.kind in ('flood-zone-2', 'flood-zone-3', 'conservation-area')
                    and (c.country = p.country or c.authority_code = p.local_authority_code)) c) as covered,
        (select json_build_object('area_sqm', s.area_sqm, 'addresses',
                  (select count(*) from addresses p
                     cross join lateral ${membersOf(sql`s.no`, sql`p.uprn`)} o
                    where o.area_id = s.id and p.position <@ s.box))
           from (select * from m where kind = 'parcel' order by area_sqm limit 1) s) as parcel) f`,
});

/** The designations of a home, read together for many callers. */
export const designationsOf = loaderBy<{ uprn: number; today: string }, Designations>(designationsOfHomes);
