import { columnsOf, type RowOf, sql, statement } from '@domesday/db';

const USAGE = {
  key_id: 'uuid',
  ...columnsOf('api_keys', ['prefix', 'label']),
  day: 'date',
  operation: 'text',
  calls: 'int8',
  credits: 'int8',
  would_be_credits: 'int8',
  ok: 'int8',
  client_errors: 'int8',
  server_errors: 'int8',
  latency_buckets: '_int8',
} as const;
export type UsageRow = RowOf<typeof USAGE>;

const PERIOD = { account_id: 'uuid', key_id: 'uuid?', from: 'date', to: 'date' } as const;

/**
 * Counters of a period by key, day and operation, for every key of an account or for one of them. Credits come from the
 * ledger where it holds charges, so that they are exact.
 */
const counters = (v: Record<keyof typeof PERIOD, unknown>) => sql`
    with charged as (
      select l.key_id, (l.charged_at at time zone 'UTC')::date as day, l.operation, sum(l.credits) as credits,
        count(*) as calls
      from ledger l
      where l.account_id = ${v.account_id} and (${v.key_id}::uuid is null or l.key_id = ${v.key_id}) and l.credits > 0
        and l.month between date_trunc('month', ${v.from}::date) and ${v.to}::date
      group by 1, 2, 3
    )
    select k.id as key_id, k.prefix, k.label, coalesce(u.day, c.day) as day,
      coalesce(u.operation, c.operation) as operation,
      greatest(coalesce(u.calls, 0), coalesce(c.calls, 0)) as calls, coalesce(c.credits, 0) as credits,
      coalesce(u.would_be_credits, 0) as would_be_credits,
      greatest(coalesce(u.ok, 0), coalesce(c.calls, 0)) as ok,
      coalesce(u.client_errors, 0) as client_errors, coalesce(u.server_errors, 0) as server_errors,
      coalesce(u.latency_buckets, '{}') as latency_buckets
    from usage_days u
    full join charged c on c.key_id = u.key_id and c.day = u.day and c.operation = u.operation
    join api_keys k on k.id = coalesce(u.key_id, c.key_id)
    where k.account_id = ${v.account_id} and (${v.key_id}::uuid is null or k.id = ${v.key_id})
      and coalesce(u.day, c.day) between ${v.from} and ${v.to}`;

/** The counters by key; primary key of usage_days. */
export const usageRows = statement({
  name: 'usage-rows',
  parameters: PERIOD,
  row: USAGE,
  build: (v) => sql`${counters(v)} order by day, operation, k.created_at`,
});

/** The counters of all these keys together; primary key of usage_days. */
export const usageByDay = statement({
  name: 'usage-by-day',
  parameters: PERIOD,
  row: {
    day: 'date',
    operation: 'text',
    calls: 'int8',
    credits: 'int8',
    would_be_credits: 'int8',
    errors: 'int8',
  },
  build: (v) => sql`
    select day, operation, sum(calls)::bigint as calls, sum(credits)::bigint as credits,
           sum(would_be_credits)::bigint as would_be_credits, sum(client_errors + server_errors)::bigint as errors
      from (${counters(v)}) by_key
     group by day, operation order by day, operation`,
});
