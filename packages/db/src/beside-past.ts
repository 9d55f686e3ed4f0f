import { type Kysely, type Migration, sql } from 'kysely';
import { keptTables, keysOf, pastView } from './kept-tables.ts';

interface PastView {
  name: string;
  definition: string;
  /** Columns of the table behind the view, with their types. */
  columns: string[];
  /** Whether former rows of the table are kept; otherwise the view shows rows of the served table only. */
  kept: boolean;
  /** The key expressions of a row in the history, as given to the triggers; null if there are no triggers. */
  keys: string[] | null;
}

/**
 * Wraps a migration that may alter tables whose history is kept. PostgreSQL refuses to alter a column that a view
 * reads, so the views of the schema `past` are dropped and recreated in the same transaction. A column that the
 * migration adds is also added to the history, where former rows get its default or null. If the columns or the key of
 * a table have changed in another way, its history can no longer be shown: it is dropped, and all releases until then
 * are marked as pruned, so that requests for them are refused instead of failing. The next build starts a new history.
 */
export function besidePast(migration: Migration): Migration {
  return {
    ...migration,
    up: async (db) => {
      const views = await setAside(db);
      await migration.up(db);
      await putBack(db, views);
    },
  };
}

async function setAside(db: Kysely<unknown>): Promise<PastView[]> {
  const { rows } = await sql<PastView>`
    select v.viewname as name, v.definition, to_regclass('past.' || quote_ident(v.viewname || '_gone')) is not null as kept,
           ${columnsOf(sql`v.viewname`)} as columns,
           (select array_remove(string_to_array(encode(t.tgargs, 'escape'), '\\000'), '') from pg_trigger t
             where t.tgrelid = to_regclass('public.' || quote_ident(v.viewname)) and t.tgname = 'past_insert') as keys
      from pg_views v where v.schemaname = 'past' order by v.viewname`.execute(db);
  for (const { name } of rows) await sql`drop view past.${sql.id(name)}`.execute(db);
  return rows;
}

async function putBack(db: Kysely<unknown>, views: readonly PastView[]): Promise<void> {
  let whole = true;
  for (const { name, definition, columns, kept, keys } of views) {
    const { rows } = await sql<{
      columns: string[];
    }>`select ${columnsOf(sql`${name}::text`)} as columns`.execute(db);
    const now = rows[0]!.columns;
    const stays = columns.every((column) => now.includes(column)) && hasSameKey(name, keys);
    if (stays && (!kept || now.length === columns.length))
      await sql`create view past.${sql.id(name)} as ${sql.raw(definition)}`.execute(db);
    else if (!(stays && (await addColumnsToPast(db, name)))) {
      whole = false;
      if (kept)
        await sql`drop table past.${sql.id(`${name}_gone`)}, past.${sql.id(`${name}_since`)}`.execute(db);
    }
  }
  if (!whole) await sql`update releases set pruned = true`.execute(db);
}

/** Whether this version uses the same key for the rows of a kept table as its history does. */
function hasSameKey(table: string, keys: readonly string[] | null): boolean {
  if (keys === null || !keptTables.includes(table)) return true;
  return keys.join(', ') === keysOf(table).join(', ');
}

interface Column {
  name: string;
  /** Its type, with its collation and default if it has any. */
  definition: string;
  in_past: boolean;
  /** Whether former rows can get a value in this column: a default, or null. */
  has_value: boolean;
}

/**
 * Adds new columns of a table to its history and recreates the view. Returns false if former rows could not get a value
 * in one of them.
 */
async function addColumnsToPast(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<Column>`
    select quote_ident(a.attname) as name,
           concat_ws(' ', format_type(a.atttypid, a.atttypmod),
             (select 'collate ' || c.oid::regcollation from pg_collation c
               where c.oid = a.attcollation and c.collname <> 'default'),
             'default ' || pg_get_expr(d.adbin, d.adrelid)) as definition,
           exists (select from pg_attribute p where p.attrelid = ${`past.${table}_gone`}::text::regclass
                    and p.attname = a.attname and not p.attisdropped) as in_past,
           a.attgenerated = '' and a.attidentity = '' and (d.adbin is not null or not a.attnotnull) as has_value
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = ${`public.${table}`}::text::regclass and a.attnum > 0 and not a.attisdropped
     order by a.attnum`.execute(db);
  const added = rows.filter((column) => !column.in_past);
  if (!keptTables.includes(table) || !added.every((column) => column.has_value)) return false;
  for (const { name, definition } of added)
    await sql.raw(`alter table past.${table}_gone add column ${name} ${definition}`).execute(db);
  await sql
    .raw(
      pastView(
        table,
        rows.map((column) => column.name),
      ),
    )
    .execute(db);
  return true;
}

/** Columns of a table of the schema `public` with their types; none if there is no such table. */
function columnsOf(table: ReturnType<typeof sql>) {
  return sql`array(
    select attname || ' ' || format_type(atttypid, atttypmod) from pg_attribute
     where attrelid = to_regclass('public.' || quote_ident(${table})) and attnum > 0 and not attisdropped
     order by attname)`;
}
