import { type Kysely, sql } from 'kysely';

/** Plans, accounts, keys, the credit ledger and the usage counters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plans (
      id text primary key,
      monthly_credits integer not null check (monthly_credits >= 0),
      rate_limit integer not null check (rate_limit > 0)
    )`.execute(db);
  await sql`
    insert into plans (id, monthly_credits, rate_limit) values
      ('free', 100, 50), ('starter', 5000, 50), ('pro', 50000, 100), ('scale', 1000000, 500)`.execute(db);
  await sql`
    create table accounts (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(name) between 1 and 200),
      plan_id text not null references plans (id),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table api_keys (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references accounts (id),
      parent_id uuid references api_keys (id),
      hash bytea not null unique check (length(hash) = 32),
      prefix text not null,
      label text,
      mode text not null check (mode in ('live', 'test')),
      monthly_cap integer check (monthly_cap >= 0),
      created_at timestamptz not null default now(),
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index api_keys_account on api_keys (account_id)`.execute(db);
  await sql`
    create table account_months (
      account_id uuid not null references accounts (id),
      month date not null,
      credits_used integer not null check (credits_used >= 0),
      primary key (account_id, month)
    )`.execute(db);
  await sql`
    create table key_months (
      key_id uuid not null references api_keys (id),
      month date not null,
      credits_used integer not null check (credits_used >= 0),
      primary key (key_id, month)
    )`.execute(db);
  await sql`
    create table ledger (
      id bigint generated always as identity primary key,
      charged_at timestamptz not null,
      month date not null,
      account_id uuid not null,
      key_id uuid not null,
      operation text not null,
      credits integer not null check (credits > 0),
      request_id text not null
    )`.execute(db);
  await sql`create index ledger_account_month on ledger (account_id, month)`.execute(db);
  await sql`
    create table usage_days (
      key_id uuid not null references api_keys (id),
      day date not null,
      operation text not null,
      calls bigint not null default 0,
      credits bigint not null default 0,
      would_be_credits bigint not null default 0,
      ok bigint not null default 0,
      client_errors bigint not null default 0,
      server_errors bigint not null default 0,
      latency_buckets bigint[] not null,
      last_used_at timestamptz not null,
      primary key (key_id, day, operation)
    )`.execute(db);
}
