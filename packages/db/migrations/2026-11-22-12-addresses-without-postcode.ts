import { type Kysely, sql } from 'kysely';

/**
 * A listed address may lack its postcode. The served one then has the postcode of a home nearby, and `postcode_from`
 * says which home that was; null where a source gives the postcode.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table address_records alter column postcode drop not null`.execute(db);
  await sql`
    alter table addresses add column postcode_from text check (postcode_from in ('street', 'position'))`.execute(
    db,
  );
  await sql`
    alter table address_premises add column served_postcode text collate "C",
      add column postcode_from text check (postcode_from in ('street', 'position'))`.execute(db);
}
