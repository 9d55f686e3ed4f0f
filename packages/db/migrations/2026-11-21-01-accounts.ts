import { type Kysely, sql } from 'kysely';

/**
 * Plans, accounts, keys, the credit ledger, usage counters and answers kept for repeated requests.
 *
 * The monthly counters are raised many times a second: the fill factor leaves room for the new version of a row on its
 * own page. All charges of one settlement bear its time, and the ledger is written in the order of time, so a BRIN index
 * of a few pages finds them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plans (
      id text primary key,
      monthly_credits integer not null check (monthly_credits >= 0),
      rate_limit integer not null check (rate_limit > 0)
    );

    insert into plans (id, monthly_credits, rate_limit) values
      ('free', 100, 50), ('starter', 5000, 50), ('pro', 50000, 100), ('scale', 1000000, 500);

    create table accounts (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(name) between 1 and 200),
      plan_id text not null references plans (id),
      created_at timestamptz not null default now()
    );

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
    );
    create index api_keys_account on api_keys (account_id);

    create table account_months (
      account_id uuid not null references accounts (id),
      month date not null,
      credits_used integer not null check (credits_used >= 0),
      primary key (account_id, month)
    ) with (fillfactor = 50);

    create table key_months (
      key_id uuid not null references api_keys (id),
      month date not null,
      credits_used integer not null check (credits_used >= 0),
      primary key (key_id, month)
    ) with (fillfactor = 50);

    create table ledger (
      id bigint generated always as identity (cache 100),
      charged_at timestamptz not null,
      month date not null,
      account_id uuid not null,
      key_id uuid not null,
      operation text not null,
      credits integer not null check (credits > 0),
      request_id text not null,
      primary key (account_id, month, id)
    );
    create index ledger_charged_at on ledger using brin (charged_at)
    with (pages_per_range = 32, autosummarize = on);

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
    );

    create table idempotent_answers (
      key_id uuid not null references api_keys (id),
      idempotency_key text not null,
      fingerprint bytea not null,
      answered_at timestamptz not null,
      content_type text not null,
      body text not null,
      primary key (key_id, idempotency_key)
    );
    create index idempotent_answers_age on idempotent_answers (answered_at);
  `.execute(db);
}
