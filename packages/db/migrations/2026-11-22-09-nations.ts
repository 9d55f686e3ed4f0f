import { type Kysely, sql } from 'kysely';

/**
 * The code of each nation, as the loaded files of postcodes write it. A database whose postcodes were loaded before
 * gets the codes that the ONS has issued.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table nations (country text primary key, code text not null)`.execute(db);
  await sql`
    insert into nations (country, code)
    select n.country, n.code
      from (values ('England', 'E92000001'), ('Wales', 'W92000004'), ('Scotland', 'S92000003')) n (country, code)
     where exists (select from code_point_postcodes) or exists (select from onspd_postcodes)`.execute(db);
}
