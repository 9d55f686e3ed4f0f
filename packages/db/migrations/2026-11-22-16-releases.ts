import { type Kysely, sql } from 'kysely';

/**
 * A release names what was served after a build. The schema `past` has, for each table that answers about a release
 * are read from, the rows that have left it since (`<table>_gone`), the keys of those that came since
 * (`<table>_since`), and a view of the table as it was in the release of the setting `domesday.release`. All three are
 * made with the first release; `past.keep` then keeps them by triggers. `paid_questions` are those whose answers an
 * account has paid for: the same answer of the same release is paid for once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create schema past;

    create table releases (
      no bigint primary key,
      name text not null,
      released_on date not null,
      released_at timestamptz not null,
      last_load bigint not null,
      version text not null,
      pruned boolean not null default false
    );
    create index releases_name on releases (name, no desc);

    create table paid_questions (
      account_id uuid not null,
      question bytea not null,
      release text not null,
      primary key (account_id, question)
    );

    create function past.keep() returns trigger language plpgsql as $$
    declare
      statement text;
    begin
      foreach statement in array public.past_statements(
        tg_table_name, tg_argv,
        case when tg_op <> 'INSERT' then 'old_rows' end, case when tg_op <> 'DELETE' then 'new_rows' end
      ) loop
        execute statement;
      end loop;
      return null;
    end
    $$;
  `.execute(db);
}
