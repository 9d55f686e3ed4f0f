import { type Queryable, sql, statement } from '@domesday/db';

export interface UsageCount {
  key_id: string;
  day: string;
  operation: string;
  calls: number;
  credits: number;
  would_be_credits: number;
  ok: number;
  client_errors: number;
  server_errors: number;
  latency_buckets: number[];
  last_used_at: Date;
}

const addCounts = statement({
  name: 'add-usage',
  parameters: { batch: 'uuid', counts: 'jsonb' },
  build: ({ batch, counts }) => sql`
    with old as (
      delete from usage_batches where written_at < now() - interval '1 hour'
    ), new as (
      insert into usage_batches (id, written_at) values (${batch}, now()) on conflict do nothing returning id
    )
    insert into usage_days as u (key_id, day, operation, calls, credits, would_be_credits, ok,
      client_errors, server_errors, latency_buckets, last_used_at)
    select key_id, day, operation, calls, credits, would_be_credits, ok, client_errors, server_errors,
      latency_buckets, last_used_at
    from jsonb_to_recordset(${counts}) as c (key_id uuid, day date, operation text, calls bigint,
      credits bigint, would_be_credits bigint, ok bigint, client_errors bigint, server_errors bigint,
      latency_buckets bigint[], last_used_at timestamptz)
    where exists (select from new)
    order by key_id, day, operation
    on conflict (key_id, day, operation) do update set
      calls = u.calls + excluded.calls,
      credits = u.credits + excluded.credits,
      would_be_credits = u.would_be_credits + excluded.would_be_credits,
      ok = u.ok + excluded.ok,
      client_errors = u.client_errors + excluded.client_errors,
      server_errors = u.server_errors + excluded.server_errors,
      latency_buckets = (
        select array_agg(a + b order by i)
        from unnest(u.latency_buckets, excluded.latency_buckets) with ordinality as s (a, b, i)),
      last_used_at = greatest(u.last_used_at, excluded.last_used_at)`,
});

/**
 * Adds counts to the counters of key, day and operation; primary key. A batch that was written before adds nothing, so
 * a batch whose outcome is unknown can be sent again.
 */
export async function addUsage(db: Queryable, batch: string, counts: UsageCount[]): Promise<void> {
  await addCounts.run(db, { batch, counts: JSON.stringify(counts) });
}

/**
 * Sets the credits in a day's counters to those of the ledger, and the calls to at least the number of charges, for
 * counts that a killed process lost. Charges that were taken back, which stand in the ledger with 0 credits, are no
 * calls. `buckets` is the length of the latency histogram; the times of lost calls are unknown. Index ledger_charged_at
 * and the primary key of usage_days.
 */
export const recountDay = statement({
  name: 'recount-day-of-usage',
  parameters: { day: 'date', buckets: 'int4' },
  plan_each_call: true,
  build: ({ day, buckets }) => sql`
    insert into usage_days as u (key_id, day, operation, calls, credits, ok, latency_buckets, last_used_at)
    select l.key_id, ${day}, l.operation, l.calls, l.credits, l.calls, array_fill(0::bigint, array[${buckets}::integer]),
           l.last_used_at
      from (select key_id, operation, count(*) filter (where credits > 0) as calls, sum(credits) as credits,
                     max(charged_at) as last_used_at
              from ledger
             where charged_at >= ${day}::date::timestamp at time zone 'UTC'
               and charged_at < (${day}::date + 1)::timestamp at time zone 'UTC'
             group by key_id, operation) l
      left join usage_days c on c.key_id = l.key_id and c.day = ${day}::date and c.operation = l.operation
     where coalesce(c.credits, 0) <> l.credits
     order by l.key_id, l.operation
    on conflict (key_id, day, operation) do update set
      calls = greatest(u.calls, excluded.calls),
      credits = excluded.credits,
      ok = greatest(u.ok, excluded.ok)`,
});
