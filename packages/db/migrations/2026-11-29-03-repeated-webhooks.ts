import { type Kysely, sql } from 'kysely';

/** The Idempotency-Key that an endpoint was made under: a repeated request, whose answer was lost, makes no second. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks add column key_id uuid, add column idempotency_key text;
    create unique index webhooks_idempotency on webhooks (key_id, idempotency_key) where idempotency_key is not null;
  `.execute(db);
}
