import { type DbClient, writeWorking } from '@domesday/db';
import type { DatasetModule } from './types.ts';

/**
 * The staging column that numbers the parts of a load: each file, and within a file each repeated header, begins a
 * part.
 */
export const PART = 'part';

/** The definition of that column, for tables of rows without a key. Staging fills it in. */
export const PART_COLUMN = {
  [PART]: { type: 'integer not null', staging_only: true, read: () => 0 },
} as const;

/**
 * Deletes staged rows that another part repeats: a file was loaded with its copy, appended to itself, or two files
 * overlap. Equal rows within one part are different records and stay. Two sorts of staging; nothing is read if the load
 * has one part. Returns the number of rows deleted.
 */
export async function leaveOutRepeated(
  client: DbClient,
  { keyless, staging }: Pick<DatasetModule, 'keyless' | 'staging'>,
  table: string,
  parts: number,
): Promise<number> {
  if (!keyless || parts < 2) return 0;
  const columns = staging.flatMap(({ name }) => (name === PART ? [] : [name])).join(', ');
  return writeWorking(
    client,
    `delete from ${table} t using (
       select r.at, row_number() over (partition by ${columns}, nth order by ${PART}) as copy from (
         select *, ctid as at, row_number() over (partition by ${columns}, ${PART}) as nth from ${table}) r) c
      where t.ctid = c.at and c.copy > 1`,
  );
}
