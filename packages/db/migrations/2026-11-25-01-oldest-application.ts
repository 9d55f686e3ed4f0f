import { type Kysely, sql } from 'kysely';

/** Of each authority the oldest application too: a list of the newest alone says nothing of the time before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table planning_authorities add column oldest_application date;
    update planning_authorities p set oldest_application = a.oldest
      from (select authority_code, source, min(day) as oldest from planning_applications
             where authority_code is not null group by authority_code, source) a
     where a.authority_code = p.authority_code and a.source = p.source;
  `.execute(db);
}
