import { type Kysely, sql } from 'kysely';

/** PostgreSQL extensions that the search for addresses needs. */
export const EXTENSIONS = ['pg_trgm', 'btree_gist'];

/** Indexes that PostgreSQL drops together with an extension. */
const INDEXES_OF_EXTENSIONS = [
  { name: 'areas_box', table: 'areas', columns: 'dataset_no, box' },
  { name: 'price_cells_place', table: 'price_cells', columns: 'size_m, position' },
];

/**
 * Creates extensions that are missing because a restore left them out or somebody dropped them. Returns their names.
 */
export async function makeLackingExtensions(trx: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${EXTENSIONS}::text[]) name where name not in (select extname from pg_extension)`.execute(
    trx,
  );
  for (const { name } of rows) await sql`create extension ${sql.id(name)}`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Creates the indexes that were dropped with an extension. Without them answers are the same, but slow. */
export async function makeLackingIndexes(trx: Kysely<unknown>): Promise<string[]> {
  const lacking = await lackingIndexes(trx);
  for (const { name, table, columns } of lacking)
    await sql.raw(`create index ${name} on public.${table} using gist (${columns})`).execute(trx);
  return lacking.map(({ name }) => name);
}

/** The missing ones among INDEXES_OF_EXTENSIONS whose tables exist. */
async function lackingIndexes(db: Kysely<unknown>): Promise<typeof INDEXES_OF_EXTENSIONS> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${INDEXES_OF_EXTENSIONS.map(({ name }) => name)}::text[],
                            ${INDEXES_OF_EXTENSIONS.map(({ table }) => table)}::text[]) as n (name, of_table)
    where to_regclass('public.' || name) is null and to_regclass('public.' || of_table) is not null`.execute(
    db,
  );
  return INDEXES_OF_EXTENSIONS.filter((index) => rows.some(({ name }) => name === index.name));
}

/** Whether the database has the extensions and the indexes that need them. */
export async function hasExtensions(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_extension where extname = any(${EXTENSIONS})`.execute(db);
  return rows[0]!.n === EXTENSIONS.length && (await lackingIndexes(db)).length === 0;
}

/** Throws if the extensions are in a schema that the database user may not use: no search would find an address. */
export async function mustReachExtensions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select quote_ident(nspname) as schema from pg_extension join pg_namespace n on n.oid = extnamespace
    where extname in ('pg_trgm', 'btree_gist') and not has_schema_privilege(n.oid, 'usage')`.execute(db);
  if (rows[0])
    throw new Error(
      `The extensions that Domesday needs are in the schema ${rows[0].schema}, which the user of the database may not use. Run as its owner: grant usage on schema ${rows[0].schema} to … (the user that DATABASE_URL names).`,
    );
}
