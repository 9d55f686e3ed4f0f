import { type DbClient, writeWorking } from '@domesday/db';
import type { DatasetModule } from './types.ts';

/** The staging column that numbers the files of a load and, within them, the headers that come again. */
export const PART = 'part';

/** That column, for tables of rows without a key; it is filled while they are staged. */
export const PART_COLUMN = {
  [PART]: { type: 'integer not null', staging_only: true, read: () => 0 },
} as const;

/**
 * Leaves out rows that stand in another part too: of a file beside its copy, of one that was put behind itself, or of
 * two that overlap. A row that stands twice in one part is two rows. Two sorts of staging, unless it is one part.
 * Returns the number of rows left out.
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
