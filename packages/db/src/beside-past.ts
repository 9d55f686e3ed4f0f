import { type Kysely, type Migration, sql } from 'kysely';

interface PastView {
  name: string;
  definition: string;
  /** Columns of the table that it shows, with their types. */
  columns: string[];
  /** Whether rows that have left the table are kept; otherwise it shows rows of the served table alone. */
  kept: boolean;
}

/**
 * A migration that may alter tables whose past is kept. PostgreSQL refuses to alter a column that a view reads, so the
 * views of the schema `past` are set aside and put back in the same transaction, except one that the migration makes
 * anew for the columns that it adds. If else the columns of a table have changed, its past cannot be shown any more: it
 * is dropped, and all releases until then are marked as pruned, so that they are refused and do not fail. The next build
 * begins anew.
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
           ${columnsOf(sql`v.viewname`)} as columns
      from pg_views v where v.schemaname = 'past' order by v.viewname`.execute(db);
  for (const { name } of rows) await sql`drop view past.${sql.id(name)}`.execute(db);
  return rows;
}

async function putBack(db: Kysely<unknown>, views: readonly PastView[]): Promise<void> {
  let whole = true;
  for (const { name, definition, columns, kept } of views) {
    const { rows } = await sql<{ columns: string[]; made: boolean }>`
      select ${columnsOf(sql`${name}::text`)} as columns,
             to_regclass('past.' || quote_ident(${name}::text)) is not null as made`.execute(db);
    if (rows[0]!.made) continue;
    const now = rows[0]!.columns;
    const stays = columns.every((column) => now.includes(column));
    if (stays && (!kept || now.length === columns.length))
      await sql`create view past.${sql.id(name)} as ${sql.raw(definition)}`.execute(db);
    else {
      whole = false;
      if (kept)
        await sql`drop table past.${sql.id(`${name}_gone`)}, past.${sql.id(`${name}_since`)}`.execute(db);
    }
  }
  if (!whole) await sql`update releases set pruned = true`.execute(db);
}

/** Columns of a table of the schema `public` with their types; none if there is no such table. */
function columnsOf(table: ReturnType<typeof sql>) {
  return sql`array(
    select attname || ' ' || format_type(atttypid, atttypmod) from pg_attribute
     where attrelid = to_regclass('public.' || quote_ident(${table})) and attnum > 0 and not attisdropped
     order by attname)`;
}
