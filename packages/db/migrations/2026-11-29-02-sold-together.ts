import { type Kysely, sql } from 'kysely';

/**
 * Sales whose price is registered beside several homes, as the fits of valuations find them: no statistic of prices counts
 * one. An area is replaced whole. Releases from before show it as it is now, until the next is recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sold_together (
      transaction_id uuid primary key,
      area text collate "C" not null references valuation_areas (area) on delete cascade
    );
    create index sold_together_area on sold_together (area);
    insert into sold_together
      select t.id::uuid, a.area from valuation_areas a, jsonb_array_elements_text(a.settings -> 'sold_together') as t (id)
      on conflict do nothing;
    do $$ begin
      if to_regclass('past.sales_gone') is not null then
        create view past.sold_together as select * from public.sold_together;
      end if;
    end $$;
  `.execute(db);
}
