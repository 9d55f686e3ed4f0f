import { type Kysely, sql } from 'kysely';

/**
 * What an operator must not show, be it that a person objected or a court ordered it: homes by UPRN, and records by their
 * dataset and key there. Loads leave them out. `uprn` says of which home a record is that was withheld with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table withheld_homes (
      uprn bigint primary key check (uprn between 1 and 999999999999),
      since timestamptz not null default now()
    );

    create table withheld_records (
      dataset text not null,
      record text not null,
      uprn bigint references withheld_homes on delete cascade,
      since timestamptz not null default now(),
      primary key (dataset, record)
    );
    create index withheld_records_home on withheld_records (uprn) where uprn is not null;
  `.execute(db);
}
