import { type Kysely, sql } from 'kysely';

/**
 * What each load changed, numbered without gaps; watches on it, and the webhooks that tell of them. The number of the
 * last change is a row that every publishing load locks until it commits: no number becomes visible after a higher one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changes(db);
  await webhooks(db);
}

async function changes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table changes (
      seq bigint primary key,
      load_id bigint not null,
      dataset text not null,
      change text not null check (change in ('inserted', 'changed', 'removed', 'reset')),
      record jsonb,
      uprn bigint,
      postcode text collate "C",
      outcode text collate "C",
      authority_code text collate "C",
      position point,
      event text check (event in ('sold', 'certificate', 'listing', 'price_cut', 'planning')),
      details jsonb,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`create index changes_dataset on changes (dataset, seq)`.execute(db);
  await sql`create index changes_uprn on changes (uprn, seq) where uprn is not null`.execute(db);
  await sql`create index changes_postcode on changes (postcode, seq) where postcode is not null`.execute(db);
  await sql`create index changes_outcode on changes (outcode, seq) where outcode is not null`.execute(db);
  await sql`create index changes_authority on changes (authority_code, seq) where authority_code is not null`.execute(
    db,
  );
  await sql`create index changes_resets on changes (seq) where change = 'reset'`.execute(db);
  await sql`create index changes_age on changes using brin (changed_at)`.execute(db);
  await sql`
    create table change_head (
      only_row boolean primary key default true check (only_row),
      last_seq bigint not null default 0,
      pruned_seq bigint not null default 0
    )`.execute(db);
  await sql`insert into change_head default values`.execute(db);
  await sql`
    create table watch_head (
      only_row boolean primary key default true check (only_row),
      matched_seq bigint not null default 0
    )`.execute(db);
  await sql`insert into watch_head default values`.execute(db);
}

async function webhooks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references accounts,
      url text not null,
      secret text not null,
      old_secret text,
      old_secret_until timestamptz,
      status text not null default 'on' check (status in ('on', 'off')),
      off_reason text check (off_reason in ('gone', 'failed')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index webhooks_account on webhooks (account_id)`.execute(db);
  await sql`
    create table watches (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references accounts,
      webhook_id uuid not null references webhooks on delete cascade,
      purpose text not null,
      ends_on date not null,
      events text[] not null,
      uprn bigint,
      postcode text collate "C",
      outcode text collate "C",
      polygon jsonb,
      shape polygon,
      holes polygon[],
      near_m integer,
      reach circle,
      created_at timestamptz not null default now(),
      check (num_nonnulls(uprn, postcode, outcode, polygon) = 1)
    )`.execute(db);
  await sql`create index watches_account on watches (account_id, created_at, id)`.execute(db);
  await sql`create index watches_webhook on watches (webhook_id)`.execute(db);
  await sql`create index watches_uprn on watches (uprn) where uprn is not null`.execute(db);
  await sql`create index watches_postcode on watches (postcode) where postcode is not null`.execute(db);
  await sql`create index watches_outcode on watches (outcode) where outcode is not null`.execute(db);
  await sql`create index watches_shape on watches using gist (shape)`.execute(db);
  await sql`create index watches_reach on watches using gist (reach)`.execute(db);
  await sql`
    create table webhook_deliveries (
      id uuid primary key default gen_random_uuid(),
      webhook_id uuid not null references webhooks on delete cascade,
      watch_id uuid,
      type text not null,
      body text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      delivered_at timestamptz,
      last_status integer,
      last_error text
    )`.execute(db);
  await sql`create index webhook_deliveries_due on webhook_deliveries (next_at) where status = 'pending'`.execute(
    db,
  );
  await sql`create index webhook_deliveries_of on webhook_deliveries (webhook_id, created_at desc, id)`.execute(
    db,
  );
}
