import { type Kysely, sql } from 'kysely';

/**
 * Jobs: one operation for many inputs, answered in the background. The inputs stand in portions; a transaction answers
 * one: it deletes the inputs, adds the lines of the answers, charges them and counts the portion. A process works on a
 * portion under a lease, and another takes the portion over once the lease has run out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      id uuid primary key,
      account_id uuid not null references accounts (id),
      key_id uuid not null references api_keys (id),
      operation text not null,
      source text not null check (source in ('items', 'polygon', 'outcode', 'local_authority')),
      parameters text not null,
      meta text check (meta in ('lean')),
      state text not null check (state in ('receiving', 'waiting', 'running', 'done', 'stopped', 'cancelled')),
      reason text,
      credit_ceiling integer not null check (credit_ceiling >= 0),
      credits_at_most integer not null,
      items integer not null default 0,
      items_done integer not null default 0,
      items_refused integer not null default 0,
      portions_done integer not null default 0,
      credits integer not null default 0,
      would_be_credits integer not null default 0,
      result_bytes bigint not null default 0,
      attempts smallint not null default 0,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      run_at timestamptz not null,
      worked_at timestamptz,
      lease uuid,
      leased_until timestamptz,
      idempotency_key text,
      request_hash text,
      unique (key_id, idempotency_key)
    );
    create index jobs_account on jobs (account_id, created_at desc);
    create index jobs_unfinished on jobs (account_id) where state in ('receiving', 'waiting', 'running');
    create index jobs_finished on jobs (finished_at) where finished_at is not null;

    create table job_inputs (
      job_id uuid not null references jobs (id) on delete cascade,
      portion integer not null,
      items text not null,
      primary key (job_id, portion)
    );

    create table job_results (
      job_id uuid not null references jobs (id) on delete cascade,
      portion integer not null,
      first_index integer not null,
      lines text not null,
      primary key (job_id, portion)
    );
  `.execute(db);
}
