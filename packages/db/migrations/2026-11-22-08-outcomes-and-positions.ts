import { type Kysely, sql } from 'kysely';

/** An outcome that could not be read is told from one that is neither approval nor refusal; a licence says how it is placed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table planning_applications drop constraint planning_applications_status_check,
      add constraint planning_applications_status_check
        check (status in ('pending', 'approved', 'refused', 'withdrawn', 'appeal', 'other', 'unknown'))`.execute(
    db,
  );
  await sql`alter table hmo_licences add column placed_by_postcode boolean not null default false`.execute(
    db,
  );
}
