import { type Kysely, sql } from 'kysely';

/**
 * What was loaded, from which file, which rows were refused, and what each derived table was built from.
 * A load that replaced all that its dataset held makes the loads before it void.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;
    create extension if not exists btree_gist;
    create schema staging;

    create table dataset_loads (
      id bigint generated always as identity primary key,
      dataset text not null,
      status text not null check (status in ('running', 'published', 'failed')),
      uri text not null,
      content_hash text not null,
      release text,
      newest_record date,
      rows_read bigint not null default 0,
      rows_published bigint not null default 0,
      rows_rejected bigint not null default 0,
      licence text not null,
      attribution text not null,
      checks jsonb not null default '[]',
      failure text,
      started_at timestamptz not null,
      finished_at timestamptz,
      replaced boolean not null default false
    );
    create index dataset_loads_latest on dataset_loads (dataset, id desc);

    create table dataset_rejects (
      load_id bigint not null references dataset_loads (id) on delete cascade,
      file text not null default '',
      line bigint not null,
      reason text not null,
      raw text not null,
      primary key (load_id, file, line)
    );

    create table derived_builds (
      name text primary key,
      inputs text not null,
      built_at timestamptz not null
    );
  `.execute(db);
}
