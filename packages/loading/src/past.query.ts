import {
  command,
  type DbClient,
  keptTables,
  keysOf,
  PAST_RELEASE,
  pastView,
  sql,
  statement,
  writeWorking,
} from '@domesday/db';

const shapes = statement({
  name: 'shapes-of-kept-tables',
  parameters: { tables: '_text' },
  row: { name: 'text', columns: 'text', kept: 'text?', viewed: 'bool' },
  build: ({ tables }) => sql`
    select k.name, k.columns, k.kept, to_regclass('past.' || quote_ident(k.name)) is not null as viewed
      from (select t.name,
              (select string_agg(quote_ident(attname) || ' ' || atttypid::regtype, ', ' order by attname)
                 from pg_attribute where attrelid = ('public.' || quote_ident(t.name))::regclass
                  and attnum > 0 and not attisdropped) as columns,
              (select string_agg(quote_ident(attname) || ' ' || atttypid::regtype, ', ' order by attname)
                 from pg_attribute where attrelid = to_regclass('past.' || quote_ident(t.name || '_gone'))
                  and attnum > 0 and not attisdropped and attname not in ('born', 'died')) as kept
              from unnest(${tables}::text[]) as t (name)) k`,
});

/**
 * Creates the history tables, views and triggers that keep the past of the kept tables, where they are missing; all of
 * them anew if `all`. Returns false if the history of a table was lost because its columns have changed.
 */
export async function keepPast(client: DbClient, all: boolean): Promise<boolean> {
  let whole = true;
  for (const { name, columns, kept, viewed } of await shapes.rows(client, { tables: keptTables })) {
    const changed = kept !== null && kept !== columns;
    if (changed) whole = false;
    if (all || changed || kept === null) {
      await dropView(client, name);
      await makeHistory(client, name);
    } else if (viewed) continue;
    await makeView(client, name);
  }
  // A valuation looks up each of its comparables: a hash index takes half the time of the primary key.
  await command(
    client,
    'create index if not exists valuation_comparables_since_k2 on past.valuation_comparables_since using hash (k2)',
  );
  await command(client, 'drop view if exists past.dataset_loads');
  await writeWorking(
    client,
    `create view past.dataset_loads as select * from public.dataset_loads
      where id <= (select last_load from public.releases where no = ${PAST_RELEASE})`,
  );
  return whole;
}

const indexDefinitions = statement({
  name: 'definitions-of-indexes',
  parameters: { table: 'text' },
  row: { definition: 'text' },
  build: ({ table }) => sql`
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = ${table}::text::regclass`,
});

async function makeHistory(client: DbClient, table: string): Promise<void> {
  const keys = keysOf(table);
  const named = keys.map((key, i) => `${key} as k${i + 1}`).join(', ');
  await command(client, `drop table if exists past.${table}_gone, past.${table}_since`);
  await writeWorking(
    client,
    `create table past.${table}_gone as
     select t.*, 0::bigint as born, 0::bigint as died from public.${table} t with no data`,
  );
  await writeWorking(
    client,
    `create table past.${table}_since as select ${named}, 0::bigint as after from public.${table} t with no data`,
  );
  const places = keys.map((_, i) => `k${i + 1}`).join(', ');
  await command(client, `alter table past.${table}_since add primary key (${places})`);
  for (const { definition } of await indexDefinitions.rows(client, { table: `public.${table}` })) {
    const copied = definition.replace(
      /^CREATE (UNIQUE )?INDEX \S+ ON \S+ /,
      `create index on past.${table}_gone `,
    );
    await command(client, copied);
  }
}

const viewedColumns = statement({
  name: 'columns-of-kept-table',
  parameters: { table: 'text' },
  row: { column: 'text' },
  build: ({ table }) => sql`
    select quote_ident(attname) as column from pg_attribute
     where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped order by attnum`,
});

/**
 * Creates the view of the table as it was in the release that a setting names, and the triggers that record its
 * history.
 */
async function makeView(client: DbClient, table: string): Promise<void> {
  const keys = keysOf(table);
  const columns = (await viewedColumns.rows(client, { table: `public.${table}` })).map((row) => row.column);
  await writeWorking(client, pastView(table, columns));
  const given = keys.map((key) => `'${key.replaceAll("'", "''")}'`).join(', ');
  const rows = { insert: 'new table as new_rows', delete: 'old table as old_rows' };
  const moves = { ...rows, update: `${rows.delete} ${rows.insert}` };
  for (const [move, referencing] of Object.entries(moves))
    await command(
      client,
      `create or replace trigger past_${move} after ${move} on public.${table} referencing ${referencing}
         for each statement execute function past.keep(${given})`,
    );
}

function dropView(client: DbClient, table: string): Promise<void> {
  return command(client, `drop view if exists past.${table}`);
}

const statementsOf = statement({
  name: 'past-statements',
  parameters: { table: 'text', keys: '_text', old_rows: 'text?', new_rows: 'text?' },
  row: { statement: 'text' },
  build: ({ table, keys, old_rows, new_rows }) => sql`
    select unnest(public.past_statements(${table}, ${keys}, ${old_rows}, ${new_rows})) as statement`,
});

const viewed = statement({
  name: 'viewed-in-past',
  parameters: { table: 'text' },
  row: { there: 'bool' },
  build: ({ table }) => sql`select to_regclass('past.' || quote_ident(${table})) is not null as there`,
});

/** Whether the history of the table is being kept. */
export async function isKept(client: DbClient, table: string): Promise<boolean> {
  return keptTables.includes(table) && (await viewed.one(client, { table })).there;
}

const anyRelease = statement({
  name: 'any-release',
  row: { any: 'bool' },
  build: () => sql`select exists (select from public.releases) as any`,
});

/** Writes the history of a table whose served rows will be replaced by the rows of its namesake in `staging`. */
export async function keepReplaced(client: DbClient, table: string): Promise<void> {
  if (!(await anyRelease.one(client)).any) return;
  const keys = keysOf(table);
  const columns = (await viewedColumns.rows(client, { table: `public.${table}` }))
    .map((row) => row.column)
    .filter((column) => column !== 'load_id');
  const row = (alias: string) => `row(${columns.map((column) => `${alias}.${column}`).join(', ')})::record`;
  const same = keys
    .map((key) => `${key.replaceAll(/\bt\./g, 'a.')} = ${key.replaceAll(/\bt\./g, 'b.')}`)
    .join(' and ');
  const without = (from: string, other: string) =>
    `select a.* from ${from} a where not exists (
       select from ${other} b where ${same} and ${row('a')} operator(pg_catalog.*=) ${row('b')})`;
  const [old_rows, new_rows] = [`pg_temp.${table}_old`, `pg_temp.${table}_new`];
  await command(client, `drop table if exists ${old_rows}, ${new_rows}`);
  for (const [name, from, other] of [
    [old_rows, `public.${table}`, `staging.${table}`],
    [new_rows, `staging.${table}`, `public.${table}`],
  ] as const)
    await writeWorking(
      client,
      `create temporary table ${name.slice(8)} on commit drop as ${without(from, other)}`,
    );
  const parameters = { table, keys: [...keys], old_rows, new_rows };
  for (const { statement: text } of await statementsOf.rows(client, parameters))
    await writeWorking(client, text);
  await command(client, `drop table ${old_rows}, ${new_rows}`);
}

/**
 * Runs `replace`, which puts another table in the place of `table`, and recreates the view and triggers of its history.
 */
export async function withPast(client: DbClient, table: string, replace: () => Promise<void>): Promise<void> {
  const has_history = await isKept(client, table);
  if (has_history) await dropView(client, table);
  await replace();
  if (has_history) await makeView(client, table);
}

/**
 * Deletes history that only releases that are no longer kept would read. `kept` are the numbers of the kept releases.
 */
export async function prunePast(client: DbClient, kept: readonly number[]): Promise<void> {
  const first = Math.min(...kept);
  for (const table of keptTables) {
    await writeWorking(
      client,
      `delete from past.${table}_gone g
        where not exists (select from unnest($1::bigint[]) as k (no) where k.no between g.born and g.died)`,
      [[...kept]],
    );
    await writeWorking(client, `delete from past.${table}_since where after < $1`, [first]);
  }
}
