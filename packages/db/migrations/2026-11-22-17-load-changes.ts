import { type Kysely, sql } from 'kysely';

/**
 * The rows that loads changed since derived tables were last brought up to date: old and new values of the columns by
 * which these follow. A load without `changes_noted` may have changed any row. The index finds the listed homes without
 * a postcode, which are few or none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table dataset_loads add column changes_noted boolean not null default false;
    create table load_changes (
      load_id bigint not null,
      uprn bigint,
      postcode text collate "C",
      transaction_id uuid
    );
    create index address_records_unposted on address_records (uprn) where postcode is null;
  `.execute(db);
}
