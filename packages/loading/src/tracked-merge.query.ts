import { command, type DbClient, sql, statement, writeWorking } from '@domesday/db';
import { compareRows, MOST_CHANGES } from './changes.query.ts';
import { type Merge, mergeRows, replaced } from './merge.query.ts';
import type { ChangeLog } from './types.ts';

export interface TrackedMerge extends Merge {
  /** Receives which rows the merge inserts, changes and removes; nothing is compared if absent. */
  changes?: ChangeLog | null;
}

const isRebuilt = statement({
  name: 'is-rebuilt',
  parameters: { table: 'text' },
  row: { rebuilt: 'bool' },
  build: ({ table }) => sql`select to_regclass(${table}::text) is not null as rebuilt`,
});

/**
 * Merges rows into the dataset's own table and compares what changes. A rebuilt table is compared with the served one
 * beside it. Rows that are replaced in place are copied first.
 */
export async function mergeTracked(client: DbClient, { changes, ...merge }: TrackedMerge): Promise<number> {
  if (!changes) return mergeRows(client, merge);
  const { table, key, columns, staging, remove } = merge;
  const staged = `exists (select from ${staging} s where ${replaced(merge)})`;
  // A larger load that replaces rows in place is recorded as a `reset`, so its former rows are not needed.
  const copied = remove !== 'true' && merge.rows <= MOST_CHANGES;
  if (copied) {
    const touched = remove ? `${staged} or ${remove}` : staged;
    await writeWorking(
      client,
      `create temp table former_rows on commit drop as select t.* from ${table} t where ${touched}`,
    );
    await command(client, 'analyze former_rows');
  }
  const written = await mergeRows(client, merge);
  const compared = { table, key, columns };
  const { rebuilt } = await isRebuilt.one(client, { table: `staging.${table}` });
  if (rebuilt)
    await compareRows(client, changes, { ...compared, before: `public.${table}`, after: `staging.${table}` });
  else if (copied)
    await compareRows(client, changes, {
      ...compared,
      before: 'former_rows',
      after: `(select t.* from ${table} t where ${staged})`,
    });
  return written;
}
