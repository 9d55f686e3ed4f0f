import { type RowOf, sql, statement } from '@domesday/db';
import { LATENCY_BOUNDS_MS } from '../../accounts/usage.ts';

const PERIOD = { account_id: 'uuid', key_id: 'uuid?', from: 'date', to: 'date', open: 'date' } as const;

type Sql = ReturnType<typeof sql>;
type Period = Record<keyof typeof PERIOD, unknown>;

/** Days from `open` on. Charges may lie in the future, from a server whose clock is ahead. */
const isNew = (day: Sql, v: Period) => sql`${day} between ${v.open}::date and ${v.open}::date + 2`;
const inMonths = (month: Sql, v: Period) =>
  sql`${month} between date_trunc('month', ${v.from}::date)::date and ${v.to}::date`;
const charges = (v: Period) => sql`
  select l.key_id, l.month, (l.charged_at at time zone 'UTC')::date as day, l.operation,
    sum(l.credits) as credits, count(*) as calls
  from ledger l
  where l.account_id = ${v.account_id} and (${v.key_id}::uuid is null or l.key_id = ${v.key_id}) and l.credits > 0`;

/**
 * Common table expressions about the usage of an account. `owned`: its keys. `counted`: their counters of whole months.
 * `newly_charged`: their charges since the day `open`, whose counters may still be written. `counted_wrongly`: months
 * whose counters and new charges do not add up to `key_months`, which is updated together with the ledger. That happens
 * when a process was killed before it counted its charges.
 */
const books = (v: Period) => sql`
  with owned as (
    select k.id from api_keys k
    where k.account_id = ${v.account_id} and (${v.key_id}::uuid is null or k.id = ${v.key_id})
  ), counted as (
    select u.*, date_trunc('month', u.day)::date as month from usage_days u join owned o on o.id = u.key_id
    where u.day >= date_trunc('month', ${v.from}::date)::date
      and u.day < (date_trunc('month', ${v.to}::date) + interval '1 month')::date
  ), newly_charged as (
    ${charges(v)} and ${inMonths(sql`l.month`, v)} and l.charged_at >= ${v.open}::date::timestamp at time zone 'UTC'
      and l.charged_at < (${v.open}::date + 3)::timestamp at time zone 'UTC'
    group by 1, 2, 3, 4
  ), counted_wrongly as (
    select distinct month from (
      select m.key_id, m.month, m.credits_used as credits from key_months m join owned o on o.id = m.key_id
       where ${inMonths(sql`m.month`, v)}
       union all
      select key_id, month, -credits from counted where not (${isNew(sql`day`, v)})
       union all
      select key_id, month, -credits from newly_charged
    ) books group by key_id, month having sum(credits) <> 0
  )`;

/** Months before the open day whose counters are wrong. Indexes as in `usageSums`. */
export const monthsCountedWrongly = statement({
  name: 'months-counted-wrongly',
  parameters: PERIOD,
  row: { month: 'date' },
  plan_each_call: true,
  build: (v) => sql`${books(v)} select month from counted_wrongly order by month`,
});

/**
 * Usage of a period by key, day and operation, for all keys of an account or one of them. Credits are those of the
 * ledger. A busy account makes millions of charges a month, so only the charges of the open days, and of months counted
 * wrongly, are read from the ledger. Both sides are narrowed before the full join, which passes no condition down: it
 * would read the counters of every account since the first day. The plan is made for each call: charges of the open
 * days are found by account if it has few, by time if it has millions. The ledger of a wrongly counted month is read by
 * a lateral join, which does no work if there is none.
 */
const counters = (v: Period) => sql`
    ${books(v)}, charged as (
      select * from newly_charged
       union all
      select key_id, month, day, operation, credits, 0 as calls from counted c
       where not (${isNew(sql`day`, v)}) and not exists (select from counted_wrongly w where w.month = c.month)
       union all
      select l.* from counted_wrongly w cross join lateral (
        ${charges(v)} and l.month = w.month and not (${isNew(sql`(l.charged_at at time zone 'UTC')::date`, v)})
        group by 1, 2, 3, 4
      ) l
    )
    select o.id as key_id, coalesce(u.day, c.day) as day,
      coalesce(u.operation, c.operation) as operation,
      greatest(coalesce(u.calls, 0), coalesce(c.calls, 0)) as calls, coalesce(c.credits, 0) as credits,
      coalesce(u.would_be_credits, 0) as would_be_credits,
      greatest(coalesce(u.ok, 0), coalesce(c.calls, 0)) as ok,
      coalesce(u.client_errors, 0) as client_errors, coalesce(u.server_errors, 0) as server_errors,
      coalesce(u.latency_buckets, '{}') as latency_buckets
    from counted u
    full join charged c on c.key_id = u.key_id and c.day = u.day and c.operation = u.operation
    join owned o on o.id = coalesce(u.key_id, c.key_id)
    where coalesce(u.day, c.day) between ${v.from} and ${v.to}`;

const USAGE = {
  day: 'date?',
  operation: 'text?',
  key_id: 'uuid?',
  prefix: 'text?',
  label: 'text?',
  created_at: 'timestamptz?',
  calls: 'int8',
  credits: 'int8',
  would_be_credits: 'int8',
  ok: 'int8',
  client_errors: 'int8',
  server_errors: 'int8',
  latency_buckets: '_int8',
} as const;
export type UsageRow = RowOf<typeof USAGE>;

/** One sum for each bucket of the histogram, and one for the open last bucket. */
const bucketSums = sql.join(
  [...LATENCY_BOUNDS_MS, null].map(
    (_, i) => sql`coalesce(sum(latency_buckets[${sql.lit(i + 1)}]), 0)::bigint`,
  ),
);

const sums = sql`sum(calls)::bigint as calls, sum(credits)::bigint as credits,
  sum(would_be_credits)::bigint as would_be_credits, sum(ok)::bigint as ok,
  sum(client_errors)::bigint as client_errors, sum(server_errors)::bigint as server_errors`;

/**
 * Sums of the counters. A row for each day and operation has a null key; a row for each key, in the order of creation,
 * has a null day and operation. Both come from one statement, so that they cover the same calls. It has two parts,
 * because grouping sets would sort all counters twice, on disk if there are many. Index api_keys_account, primary keys
 * of usage_days, key_months and ledger, and ledger_charged_at.
 */
export const usageSums = statement({
  name: 'usage-sums',
  parameters: PERIOD,
  row: USAGE,
  plan_each_call: true,
  build: (v) => sql`
    with by_key as (${counters(v)})
    select day, operation, null::uuid as key_id, null as prefix, null as label, null::timestamptz as created_at, ${sums},
           array[${bucketSums}] as latency_buckets
      from by_key group by day, operation
     union all
    select null, null, s.key_id, k.prefix, k.label, k.created_at, s.calls, s.credits, s.would_be_credits, s.ok,
           s.client_errors, s.server_errors, '{}'
      from (select key_id, ${sums} from by_key group by key_id) s
      join api_keys k on k.id = s.key_id
     order by day, operation, created_at, key_id`,
});

/** The counters by day and operation, of all these keys together; the indexes of `usageSums`. */
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
  plan_each_call: true,
  build: (v) => sql`
    select day, operation, sum(calls)::bigint as calls, sum(credits)::bigint as credits,
           sum(would_be_credits)::bigint as would_be_credits, sum(client_errors + server_errors)::bigint as errors
      from (${counters(v)}) by_key
     group by day, operation order by day, operation`,
});
