import { statement } from '@domesday/db';
import { sql } from 'kysely';

/** Calls by day and operation of an account, or of one of its keys; index api_keys_account, primary key of usage_days. */
export const usageByDay = statement({
  name: 'portal-usage-by-day',
  parameters: { account_id: 'uuid', key_id: 'uuid?', from: 'date', to: 'date' },
  row: {
    day: 'date',
    operation: 'text',
    calls: 'int8',
    credits: 'int8',
    would_be_credits: 'int8',
    errors: 'int8',
  },
  build: ({ account_id, key_id, from, to }) => sql`
    select u.day, u.operation, sum(u.calls)::bigint as calls, sum(u.credits)::bigint as credits,
           sum(u.would_be_credits)::bigint as would_be_credits,
           sum(u.client_errors + u.server_errors)::bigint as errors
      from api_keys k join usage_days u on u.key_id = k.id
     where k.account_id = ${account_id} and (${key_id}::uuid is null or k.id = ${key_id})
       and u.day between ${from} and ${to}
     group by u.day, u.operation order by u.day, u.operation`,
});

/** Changes an active sub-key of this parent; primary key. */
export const changeSubKey = statement({
  name: 'portal-change-sub-key',
  parameters: { id: 'uuid', parent_id: 'uuid', label: 'text?', monthly_cap: 'int4?' },
  build: ({ id, parent_id, label, monthly_cap }) => sql`
    update api_keys set label = ${label}, monthly_cap = ${monthly_cap}
     where id = ${id} and parent_id = ${parent_id} and revoked_at is null`,
});

/** Revokes a sub-key of this parent; primary key. */
export const revokeSubKey = statement({
  name: 'portal-revoke-sub-key',
  parameters: { id: 'uuid', parent_id: 'uuid', now: 'timestamptz' },
  build: ({ id, parent_id, now }) => sql`
    update api_keys set revoked_at = ${now} where id = ${id} and parent_id = ${parent_id} and revoked_at is null`,
});

/** All accounts with their plans and what they used in the month, oldest first. For operators. */
export const accountsWithPlans = statement({
  name: 'portal-accounts',
  parameters: { month: 'date' },
  row: {
    id: 'uuid',
    name: 'text',
    plan_id: 'text',
    monthly_credits: 'int4',
    rate_limit: 'int4',
    credits_used: 'int8',
    keys: 'int8',
    created_at: 'timestamptz',
  },
  build: ({ month }) => sql`
    select a.id, a.name, a.plan_id, p.monthly_credits, p.rate_limit, coalesce(m.credits_used, 0)::bigint as credits_used,
           (select count(*) from api_keys k where k.account_id = a.id and k.revoked_at is null) as keys, a.created_at
      from accounts a join plans p on p.id = a.plan_id
      left join account_months m on m.account_id = a.id and m.month = ${month}
     order by a.created_at, a.id limit 1000`,
});

export const plansByPrice = statement({
  name: 'portal-plans',
  row: { id: 'text', monthly_credits: 'int4', rate_limit: 'int4' },
  build: () => sql`select id, monthly_credits, rate_limit from plans order by monthly_credits`,
});
