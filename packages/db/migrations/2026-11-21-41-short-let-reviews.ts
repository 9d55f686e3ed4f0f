import { type Kysely, sql } from 'kysely';

/** Reviews of short lets by listing and month, which tell when in the year a home is let. No names and no texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table short_let_reviews (
      listing_id bigint not null,
      month date not null,
      reviews integer not null,
      load_id bigint not null,
      primary key (listing_id, month)
    )`.execute(db);
}
