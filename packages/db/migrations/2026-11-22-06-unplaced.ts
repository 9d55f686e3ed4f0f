import { type Kysely, sql } from 'kysely';

/** Records that no circle can find, counted by their outcode beside each answer that they could belong to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index sales_unplaced on sales (split_part(postcode, ' ', 1), date) where position is null;
    create index listings_unplaced on listings (split_part(postcode, ' ', 1)) where position is null;
    create index lettings_unplaced on lettings (split_part(postcode, ' ', 1)) where position is null;
  `.execute(db);
}
