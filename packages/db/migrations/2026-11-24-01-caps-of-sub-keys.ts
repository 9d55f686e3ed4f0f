import { type Kysely, sql } from 'kysely';

/**
 * The cap of a key holds for its sub-keys too, so each month of a key counts what they spent beside what the key spent
 * itself. The credits of the account are still the sum of `credits_used`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table key_months add column sub_keys_used integer not null default 0;

    insert into key_months (key_id, month, credits_used, sub_keys_used)
      select k.parent_id, m.month, 0, sum(m.credits_used)
        from key_months m join api_keys k on k.id = m.key_id
       where k.parent_id is not null group by k.parent_id, m.month
      on conflict (key_id, month) do update set sub_keys_used = excluded.sub_keys_used;
  `.execute(db);
}
