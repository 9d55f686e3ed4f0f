import { type Kysely, sql } from 'kysely';

/**
 * Adverts whose price is that of a share in the home, also in the past, which would end where the columns of a table and
 * those of its past differ. Those loaded before are told by the next feed that has them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listings add column of_share boolean not null default false;
    do $$
    declare
      named text[];
    begin
      if to_regclass('past.listings_gone') is null then
        return;
      end if;
      alter table past.listings_gone add column of_share boolean not null default false;
      select array_agg(quote_ident(attname) order by attnum) into named from pg_attribute
       where attrelid = 'public.listings'::regclass and attnum > 0 and not attisdropped;
      execute format(
        'create view past.listings as
         select %s from public.listings t where not exists (select from past.listings_since s
           where s.k1 = t.id and s.after >= (select current_setting(''domesday.release'')::bigint))
         union all
         select %s from past.listings_gone g where g.born <= (select current_setting(''domesday.release'')::bigint)
           and g.died >= (select current_setting(''domesday.release'')::bigint)',
        't.' || array_to_string(named, ', t.'), 'g.' || array_to_string(named, ', g.'));
    end $$;
  `.execute(db);
}
