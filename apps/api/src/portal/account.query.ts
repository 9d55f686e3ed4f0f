import { columnsOf, sql, statement } from '@domesday/db';
import { lastUse, MOST_SHOWN_KEYS } from '../accounts/keys.query.ts';

/**
 * Keys that a key may see, with the credits that count towards each cap: the key itself first, then valid keys, then
 * the newest. `named` keeps keys whose label contains the text or whose prefix begins with it; `found` is the number of
 * all such keys. A sub-key sees only itself. Index api_keys_account.
 */
export const keysSeen = statement({
  name: 'portal-keys',
  parameters: { account_id: 'uuid', key_id: 'uuid', is_parent: 'bool', named: 'text', month: 'date' },
  row: {
    ...columnsOf('api_keys', ['id', 'account_id', 'parent_id', 'prefix', 'label', 'mode', 'monthly_cap']),
    ...columnsOf('api_keys', ['created_at', 'revoked_at']),
    used_this_month: 'int4',
    last_used_at: 'timestamptz?',
    found: 'int4',
  },
  build: (v) => sql`
    with shown as (
      select k.*, (count(*) over ())::integer as found
        from api_keys k
       where k.account_id = ${v.account_id} and (${v.is_parent}::boolean or k.id = ${v.key_id})
         and (strpos(lower(k.label), lower(${v.named}::text)) > 0 or starts_with(lower(k.prefix), lower(${v.named}::text)))
       order by (k.id = ${v.key_id}) desc, (k.revoked_at is null) desc, k.created_at desc, k.id
       limit ${MOST_SHOWN_KEYS})
    select k.id, k.account_id, k.parent_id, k.prefix, k.label, k.mode, k.monthly_cap, k.created_at, k.revoked_at,
           coalesce(m.credits_used + m.sub_keys_used, 0) as used_this_month,
           ${lastUse} as last_used_at, k.found
      from shown k left join key_months m on m.key_id = k.id and m.month = ${v.month}
     order by (k.id = ${v.key_id}) desc, (k.revoked_at is null) desc, k.created_at desc, k.id`,
});

/** Changes an active sub-key of this parent, unless its label or cap differs from what the page showed; primary key. */
export const changeSubKey = statement({
  name: 'portal-change-sub-key',
  parameters: {
    id: 'uuid',
    parent_id: 'uuid',
    label: 'text?',
    monthly_cap: 'int4?',
    old_label: 'text?',
    old_cap: 'int4?',
  },
  build: (v) => sql`
    update api_keys set label = ${v.label}, monthly_cap = ${v.monthly_cap}
     where id = ${v.id} and parent_id = ${v.parent_id} and revoked_at is null
       and label is not distinct from ${v.old_label} and monthly_cap is not distinct from ${v.old_cap}`,
});

/** An active sub-key of this parent as it is now; primary key. */
export const subKeyNow = statement({
  name: 'portal-sub-key-now',
  parameters: { id: 'uuid', parent_id: 'uuid' },
  row: columnsOf('api_keys', ['label', 'monthly_cap']),
  build: ({ id, parent_id }) => sql`
    select label, monthly_cap from api_keys where id = ${id} and parent_id = ${parent_id} and revoked_at is null`,
});

/** Revokes a sub-key of this parent; primary key. */
export const revokeSubKey = statement({
  name: 'portal-revoke-sub-key',
  parameters: { id: 'uuid', parent_id: 'uuid', now: 'timestamptz' },
  build: ({ id, parent_id, now }) => sql`
    update api_keys set revoked_at = ${now} where id = ${id} and parent_id = ${parent_id} and revoked_at is null`,
});

/** As many rows as a person can read in a table. */
const MOST_ACCOUNTS = 1000;

/**
 * Accounts with their plans and the credits used in the month, newest first; for operators. `named` keeps accounts
 * whose name contains the text, or whose id or key begins with it; `found` is the number of all such accounts.
 */
export const accountsWithPlans = statement({
  name: 'portal-accounts',
  parameters: { named: 'text', month: 'date' },
  row: {
    id: 'uuid',
    name: 'text',
    plan_id: 'text',
    monthly_credits: 'int4',
    rate_limit: 'int4',
    credits_used: 'int8',
    keys: 'int8',
    created_at: 'timestamptz',
    found: 'int4',
  },
  build: ({ named, month }) => sql`
    with shown as (
      select a.*, (count(*) over ())::integer as found
        from accounts a
       where strpos(lower(a.name), lower(${named}::text)) > 0 or starts_with(a.id::text, lower(${named}::text))
          or a.id in (select k.account_id from api_keys k where starts_with(lower(k.prefix), lower(${named}::text)))
       order by a.created_at desc, a.id
       limit ${MOST_ACCOUNTS})
    select a.id, a.name, a.plan_id, p.monthly_credits, p.rate_limit, coalesce(m.credits_used, 0)::bigint as credits_used,
           (select count(*) from api_keys k where k.account_id = a.id and k.revoked_at is null) as keys, a.created_at,
           a.found
      from shown a join plans p on p.id = a.plan_id
      left join account_months m on m.account_id = a.id and m.month = ${month}
     order by a.created_at desc, a.id`,
});
