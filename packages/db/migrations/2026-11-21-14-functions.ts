import { type Kysely, sql } from 'kysely';

/** Which version of each SQL function the database has: the hash of its text. The functions stand in `sql/`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sql_functions (
      name text primary key,
      hash text not null
    );
  `.execute(db);
}
