import { type Kysely, sql } from 'kysely';

/**
 * Areas that a build has fitted and not yet published: none is served before all are. A build that is interrupted goes
 * on with the rest; the one that publishes them empties the table. `fitted` is the area as Node.js serialises it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fitted_areas (
      area text collate "C" primary key,
      signature text not null,
      fitted_on date not null,
      fitted bytea not null
    );
  `.execute(db);
}
