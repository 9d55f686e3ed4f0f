import { command, type DbClient, sql, statement, writeWorking } from '@domesday/db';
import { compareRows, MOST_CHANGES } from './changes.query.ts';
import { type Merge, mergeRows, replaced } from './merge.query.ts';
import type { ChangeLog } from './types.ts';

export interface TrackedMerge extends Merge {
  /** Keeps which rows the merge inserts, changes and removes; nothing is kept if absent. */
  changes?: ChangeLog | null;
}

const isRebuilt = statement({
  name: 'is-rebuilt',
  parameters: { table: 'text' },
  row: { rebuilt: 'bool' },
  build: ({ table }) => sql`select to_regclass(${table}::text) is not null as rebuilt`,
});

/**
 * Merges the rows of the dataset's own table and keeps what changes. A table that was rebuilt stands beside the served
 * one and is compared with it; of rows that are replaced in place, the former ones are copied before.
 */
export async function mergeTracked(client: DbClient, { changes, ...merge }: TrackedMerge): Promise<number> {
  if (!changes) return mergeRows(client, merge);
  const { table, key, columns, staging, remove } = merge;
  const staged = `exists (select from ${staging} s where ${replaced(merge)})`;
  // A load of more is told as a reset if it replaces rows in place.
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
