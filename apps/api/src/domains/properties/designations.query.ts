import { columnsOf, jsonListOf, jsonOf, loaderBy, orNull, type RowOf, sql, statement } from '@domesday/db';
import { BUILT } from '../../designations/coverage.query.ts';
import { inForce } from '../../designations/in-force.ts';
import { membersOf } from '../../designations/members.ts';

const DESIGNATIONS = {
  built: 'text?',
  /** Kinds of area in force on the day that contain the property, with their datasets. */
  inside: jsonListOf({
    ...columnsOf('area_datasets', ['dataset']),
    ...columnsOf('areas', ['kind', 'designated_on']),
  }),
  /** The smallest parcel around the property's point, and the number of addresses in it. */
  parcel: orNull(jsonOf({ ...columnsOf('areas', ['area_sqm']), addresses: 'int8' })),
} as const;
export type Designations = RowOf<typeof DESIGNATIONS>;

/**
 * Flood zones, conservation areas and parcels of homes: primary keys of the partitions of area_members and of areas,
 * addresses_position for the homes in the parcel.
 */
const designationsOfHomes = statement({
  name: 'designations-of-homes',
  parameters: { keys: 'json' },
  row: { line: 'int4', ...DESIGNATIONS },
  build: ({ keys }) => sql`
    with d as materialized (
      select no, dataset, built_at from area_datasets
       where built_at is not null and dataset in
         ('flood-zones-england', 'flood-zones-wales', 'planning-data', 'inspire-polygons'))
    select k.line, f.*
    from json_to_recordset(${keys}) as k (line integer, uprn bigint, today date)
    cross join lateral (
      with m as (
        select d.dataset, d.no, a.id, a.kind, a.designated_on, a.area_sqm, a.box
          from d cross join lateral ${membersOf(sql`d.no`, sql`k.uprn`)} m
          join areas a on a.id = m.area_id
         where ${inForce(sql`k.today`)})
      select ${BUILT} as built,
        (select coalesce(json_agg(json_build_object('dataset', dataset, 'kind', kind,
                                                    'designated_on', designated_on)), '[]')
           from m where kind in ('flood-zone-2', 'flood-zone-3', 'conservation-area')) as inside,
        (select json_build_object('area_sqm', s.area_sqm, 'addresses',
                  (select count(*) from addresses p
                     cross join lateral ${membersOf(sql`s.no`, sql`p.uprn`)} o
                    where o.area_id = s.id and p.position <@ s.box))
           from (select * from m where kind = 'parcel' order by area_sqm limit 1) s) as parcel) f`,
});

/** The designations of a home; reads for concurrent callers are batched. */
export const designationsOf = loaderBy<{ uprn: number; today: string }, Designations>(designationsOfHomes);
