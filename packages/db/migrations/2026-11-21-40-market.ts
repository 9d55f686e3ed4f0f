import { type Kysely, sql } from 'kysely';

/**
 * Sales packed for the statistics of an area: by month and outcode, apart by authority and market area, and by
 * kilometre square and year. `domesday build` writes both whole; `market-build/records.ts` says what the bytes are.
 * A row is read in one piece, so its bytes stay in it instead of in a table of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sale_months (
      outcode text collate "C" not null,
      month date not null,
      local_authority_code text,
      brma_key text,
      n integer not null,
      sales bytea not null
    )`.execute(db);
  await sql`create index sale_months_outcode on sale_months (outcode, month)`.execute(db);
  await sql`create index sale_months_authority on sale_months (local_authority_code, month)`.execute(db);
  await sql`create index sale_months_brma on sale_months (brma_key, month) where brma_key is not null`.execute(
    db,
  );
  await sql`
    create table sale_squares (
      square integer not null,
      year smallint not null,
      n integer not null,
      sales bytea not null,
      primary key (square, year)
    )`.execute(db);
  for (const table of ['sale_months', 'sale_squares'])
    await sql`alter table ${sql.ref(table)} alter column sales set storage main`.execute(db);
  // An area of the index is also asked for by the name of its nation.
  await sql`create index house_price_index_name on house_price_index (area_name, property_type)`.execute(db);
}
