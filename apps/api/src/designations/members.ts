import { sql } from '@domesday/db';

/**
 * The areas of one dataset in which a home lies. `offset 0` keeps it a subquery, so that PostgreSQL looks into the
 * partition of that dataset alone; joined outright, it looks into the partitions of all.
 */
export function membersOf(dataset_no: unknown, uprn: unknown) {
  return sql`(select area_id from area_members where dataset_no = ${dataset_no} and uprn = ${uprn} offset 0)`;
}
