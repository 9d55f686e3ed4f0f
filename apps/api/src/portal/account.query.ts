import { sql, statement } from '@domesday/db';

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

/** As many as can be read as a table. */
const MOST_ACCOUNTS = 1000;

/**
 * Accounts with their plans and what they used in the month, oldest first. `accounts`: how many there are in all. For
 * operators.
 */
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
    accounts: 'int4',
  },
  build: ({ month }) => sql`
    select a.id, a.name, a.plan_id, p.monthly_credits, p.rate_limit, coalesce(m.credits_used, 0)::bigint as credits_used,
           (select count(*) from api_keys k where k.account_id = a.id and k.revoked_at is null) as keys, a.created_at,
           (count(*) over ())::integer as accounts
      from accounts a join plans p on p.id = a.plan_id
      left join account_months m on m.account_id = a.id and m.month = ${month}
     order by a.created_at, a.id limit ${MOST_ACCOUNTS}`,
});

export const plansByPrice = statement({
  name: 'portal-plans',
  row: { id: 'text', monthly_credits: 'int4', rate_limit: 'int4' },
  build: () => sql`select id, monthly_credits, rate_limit from plans order by monthly_credits`,
});
