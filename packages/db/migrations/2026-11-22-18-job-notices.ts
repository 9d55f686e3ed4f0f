import { type Kysely, sql } from 'kysely';

/**
 * What the licences behind the results of a job ask, collected as its inputs are answered; whether the fictional country
 * answered when the job began, since a job never mixes two countries; and the jobs that still receive inputs, which are
 * deleted if those stop arriving.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_notices (
      job_id uuid not null references jobs (id) on delete cascade,
      licence text not null,
      attribution text not null,
      source text not null,
      primary key (job_id, licence, attribution, source)
    );
    alter table jobs add column fictional boolean;
    create index jobs_receiving on jobs (created_at) where state = 'receiving';
  `.execute(db);
}
