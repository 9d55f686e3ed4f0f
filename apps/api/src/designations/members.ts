import { sql } from '@domesday/db';

/**
 * The areas of one dataset that contain a home. `offset 0` keeps this a subquery, so that PostgreSQL reads only the
 * partition of that dataset; in a plain join it reads all partitions.
 */
export function membersOf(dataset_no: unknown, uprn: unknown) {
  return sql`(select area_id from area_members where dataset_no = ${dataset_no} and uprn = ${uprn} offset 0)`;
}
