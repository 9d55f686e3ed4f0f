import {
  columnsOf,
  command,
  type DbClient,
  query,
  readWorkingRow,
  statement,
  writeWorking,
} from '@domesday/db';

/** A load with more rows than this does not record them: tables derived from it are rebuilt as a whole. */
export const MOST_NOTED = 500_000;

/** The load, and the columns of its changed rows whose former and new values are recorded. */
export interface Noted {
  load_id: number;
  columns: readonly ('uprn' | 'postcode' | 'transaction_id')[];
}

/**
 * Creates temporary tables for the rows that a load deletes from a served table (`gone`) and inserts into it (`put`).
 */
export async function keepChanged(client: DbClient, table: string): Promise<{ gone: string; put: string }> {
  const tables = { gone: `pg_temp.${table}_gone`, put: `pg_temp.${table}_put` };
  for (const name of Object.values(tables)) {
    await command(client, `drop table if exists ${name}`);
    await command(
      client,
      `create temporary table ${name.slice('pg_temp.'.length)} (like ${table}) on commit drop`,
    );
  }
  return tables;
}

const markNoted = statement({
  name: 'mark-changes-noted',
  parameters: columnsOf('dataset_loads', ['id']),
  build: ({ id }) => query.updateTable('dataset_loads').set({ changes_noted: true }).where('id', '=', id),
});

/** Records the rows in the tables of `keepChanged` as changed by the load. */
export async function noteChanged(
  client: DbClient,
  table: string,
  { load_id, columns }: Noted,
): Promise<void> {
  const list = columns.join(', ');
  await writeWorking(
    client,
    `insert into load_changes (load_id, ${list})
     select $1::bigint, ${list} from ${table}_gone union select $1::bigint, ${list} from ${table}_put`,
    [load_id],
  );
  await markNoted.run(client, { id: load_id });
}

/** Whether this transaction called `keepChanged` for the table. */
export async function hasNotedRows(client: DbClient, table: string): Promise<boolean> {
  const statement = `select to_regclass('pg_temp.${table}_gone') is not null as kept`;
  return (await readWorkingRow(client, { kept: 'bool' }, statement)).kept;
}

/** Deletes the recorded changes, once all derived tables are up to date. */
export const forgetChanges = statement({
  name: 'forget-load-changes',
  build: () => query.deleteFrom('load_changes'),
});
