import { columnsOf, namesOf, type Queryable, query, type RowOf, sql, statement } from '@domesday/db';

const KEY_COLUMNS = {
  ...columnsOf('api_keys', ['id', 'account_id', 'parent_id', 'prefix', 'label', 'mode', 'monthly_cap']),
  ...columnsOf('api_keys', ['created_at', 'revoked_at']),
};
const KEY = {
  ...KEY_COLUMNS,
  used_this_month: 'int4',
  own_credits: 'int4',
  last_used_at: 'timestamptz?',
} as const;
export type KeyRow = RowOf<typeof KEY>;

const ACCOUNT = {
  ...columnsOf('accounts', ['id', 'name', 'plan_id', 'created_at']),
  ...columnsOf('plans', ['monthly_credits', 'rate_limit']),
  credits_used: 'int4',
} as const;
export type AccountRow = RowOf<typeof ACCOUNT>;

/**
 * When the key `k` was last used. Read from its newest day alone: reading all its days takes longer with each month
 * that a key is used. Primary key of usage_days.
 */
export const lastUse = sql<Date | null>`(
  select max(u.last_used_at) from usage_days u
   where u.key_id = k.id and u.day = (select max(d.day) from usage_days d where d.key_id = k.id))`;

/**
 * Keys, each with the credits that count towards its cap, and those that it spent itself, which add up to the
 * account's.
 */
const keysUsed = (month: string) =>
  query
    .selectFrom('api_keys as k')
    .leftJoin('key_months as m', (on) => on.onRef('m.key_id', '=', 'k.id').on('m.month', '=', month))
    .select(['k.id', 'k.account_id', 'k.parent_id', 'k.prefix', 'k.label', 'k.mode', 'k.monthly_cap'])
    .select(['k.created_at', 'k.revoked_at'])
    .select(sql<number>`coalesce(m.credits_used + m.sub_keys_used, 0)`.as('used_this_month'))
    .select(sql<number>`coalesce(m.credits_used, 0)`.as('own_credits'))
    .select(lastUse.as('last_used_at'));

/** The keys of an account, oldest first; index api_keys_account. */
export const keysOfAccount = statement({
  name: 'keys-of-account',
  parameters: { account_id: 'uuid', month: 'date' },
  row: KEY,
  build: ({ account_id, month }) =>
    keysUsed(month).where('k.account_id', '=', account_id).orderBy('k.created_at').orderBy('k.id'),
});

/** A key and its parent, if it has one; primary key. */
export const keyAndParent = statement({
  name: 'key-and-parent',
  parameters: { key_id: 'uuid', parent_id: 'uuid?', month: 'date' },
  row: KEY,
  build: ({ key_id, parent_id, month }) =>
    keysUsed(month).where((is) => is.or([is('k.id', '=', key_id), is('k.id', '=', parent_id)])),
});

/** Keys listed at once. An account that replaces its sub-keys daily has thousands, most of them revoked. */
export const MOST_SHOWN_KEYS = 200;

/**
 * The sub-keys of a key: valid ones first, each group newest first. `found` is the number of all sub-keys. The last use
 * is read only for the keys that are listed. Index api_keys_account.
 */
export const subKeysOf = statement({
  name: 'sub-keys-of',
  parameters: { account_id: 'uuid', parent_id: 'uuid', month: 'date' },
  row: { ...KEY, found: 'int4' },
  build: (v) => sql`
    with shown as (
      select k.*, (count(*) over ())::integer as found from api_keys k
       where k.account_id = ${v.account_id} and k.parent_id = ${v.parent_id}
       order by (k.revoked_at is null) desc, k.created_at desc, k.id desc limit ${MOST_SHOWN_KEYS})
    select k.id, k.account_id, k.parent_id, k.prefix, k.label, k.mode, k.monthly_cap, k.created_at, k.revoked_at,
           coalesce(m.credits_used + m.sub_keys_used, 0) as used_this_month,
           coalesce(m.credits_used, 0) as own_credits, ${lastUse} as last_used_at, k.found
      from shown k left join key_months m on m.key_id = k.id and m.month = ${v.month}
     order by (k.revoked_at is null) desc, k.created_at desc, k.id desc`,
});

const SHOWN_KEY = columnsOf('api_keys', ['prefix', 'label', 'admin']);

/** The key of a session as the portal shows it; primary key. */
export const keyById = statement({
  name: 'key-by-id',
  parameters: { key_id: 'uuid' },
  row: SHOWN_KEY,
  build: ({ key_id }) => query.selectFrom('api_keys').select(namesOf(SHOWN_KEY)).where('id', '=', key_id),
});

const accounts = (month: string) =>
  query
    .selectFrom('accounts as a')
    .innerJoin('plans as p', 'p.id', 'a.plan_id')
    .leftJoin('account_months as m', (on) => on.onRef('m.account_id', '=', 'a.id').on('m.month', '=', month))
    .select(['a.id', 'a.name', 'a.plan_id', 'a.created_at', 'p.monthly_credits', 'p.rate_limit'])
    .select(({ fn, lit }) => fn.coalesce('m.credits_used', lit(0)).as('credits_used'));

/** One account with its plan and what it used in the month; primary key. */
export const accountById = statement({
  name: 'account-by-id',
  parameters: { account_id: 'uuid', month: 'date' },
  row: ACCOUNT,
  build: ({ account_id, month }) => accounts(month).where('a.id', '=', account_id),
});

/** All accounts, oldest first. For the command line. */
export const listAccounts = statement({
  name: 'list-accounts',
  parameters: { month: 'date' },
  row: ACCOUNT,
  build: ({ month }) => accounts(month).orderBy('a.created_at').orderBy('a.id'),
});

/** Locks the account until the transaction ends, so that concurrent transactions cannot exceed a limit per account. */
export const lockAccount = statement({
  name: 'lock-account',
  parameters: { account_id: 'uuid' },
  row: columnsOf('accounts', ['id', 'closed_at']),
  build: ({ account_id }) =>
    sql`select id, closed_at from accounts where id = ${account_id} for no key update`,
});

/** Keys of an account that are in force or were revoked within a day; index api_keys_account. */
export const countKeys = statement({
  name: 'count-keys',
  parameters: { account_id: 'uuid', at: 'timestamptz' },
  row: { keys: 'int8' },
  build: ({ account_id, at }) => sql`
    select count(*) as keys from api_keys where account_id = ${account_id}
       and (revoked_at is null or revoked_at > ${at}::timestamptz - interval '1 day')`,
});

export const insertAccount = statement({
  name: 'insert-account',
  parameters: columnsOf('accounts', ['name', 'plan_id']),
  row: columnsOf('accounts', ['id']),
  build: (account) => query.insertInto('accounts').values(account).returning('id'),
});

/** Returns how many accounts it changed: one, or none if there is no such account. */
export const updatePlan = statement({
  name: 'update-plan',
  parameters: { account_id: 'uuid', plan_id: 'text' },
  build: ({ account_id, plan_id }) =>
    query.updateTable('accounts').set({ plan_id }).where('id', '=', account_id),
});

/**
 * Inserts a key. Returns no row if the account is closed, or if the parent belongs to another account or is itself a
 * sub-key: a settlement checks the caps of a key and of its parent only.
 */
export const insertKey = statement({
  name: 'insert-key',
  parameters: {
    id: 'uuid?',
    ...columnsOf('api_keys', ['account_id', 'parent_id', 'hash', 'prefix']),
    ...columnsOf('api_keys', ['label', 'mode', 'monthly_cap', 'admin']),
  },
  row: columnsOf('api_keys', ['id']),
  build: (v) => sql`
    insert into api_keys (id, account_id, parent_id, hash, prefix, label, mode, monthly_cap, admin)
    select coalesce(${v.id}::uuid, gen_random_uuid()), ${v.account_id}::uuid, ${v.parent_id}::uuid,
           ${v.hash}::bytea, ${v.prefix}::text, ${v.label}::text, ${v.mode}::text, ${v.monthly_cap}::integer,
           ${v.admin}::boolean
     where exists (select from accounts a where a.id = ${v.account_id} and a.closed_at is null)
       and (${v.parent_id}::uuid is null or exists (
         select from api_keys p
          where p.id = ${v.parent_id} and p.account_id = ${v.account_id} and p.parent_id is null))
    returning id`,
});

const FOUND_KEY = columnsOf('api_keys', ['id', 'account_id', 'parent_id', 'mode', 'revoked_at']);
const keysNamed = statement({
  name: 'keys-named',
  parameters: { id: 'uuid?', prefix: 'text?' },
  row: FOUND_KEY,
  build: ({ id, prefix }) =>
    query
      .selectFrom('api_keys')
      .select(namesOf(FOUND_KEY))
      .where((is) => is.or([is('id', '=', id), is('prefix', '=', prefix)]))
      .limit(sql.lit(2)),
});

/** A key by its id or by its shown prefix; null if none or several match. */
export async function findKey(
  db: Queryable,
  by: { id?: string; prefix?: string },
): Promise<RowOf<typeof FOUND_KEY> | null> {
  const [key, ...more] = await keysNamed.rows(db, { id: by.id ?? null, prefix: by.prefix ?? null });
  return key && more.length === 0 ? key : null;
}

/**
 * Whether all keys of the account in a column are revoked; false if the account never had a key. Index
 * api_keys_account.
 */
export const hasNoKeyLeft = (account_id: string) => sql<boolean>`
  coalesce((select bool_and(k.revoked_at is not null) from api_keys k
             where k.account_id = ${sql.ref(account_id)} and k.parent_id is null), false)`;

/** Returns how many keys it revoked: one, or none if the key was revoked already. */
export const setRevoked = statement({
  name: 'set-revoked',
  parameters: { key_id: 'uuid' },
  build: ({ key_id }) =>
    query
      .updateTable('api_keys')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', key_id)
      .where('revoked_at', 'is', null),
});

export const setCap = statement({
  name: 'set-cap',
  parameters: { key_id: 'uuid', monthly_cap: 'int4?' },
  build: ({ key_id, monthly_cap }) =>
    query
      .updateTable('api_keys')
      .set({ monthly_cap })
      .where('id', '=', key_id)
      .where('revoked_at', 'is', null),
});

export const setLabel = statement({
  name: 'set-label',
  parameters: { key_id: 'uuid', label: 'text?' },
  build: ({ key_id, label }) => query.updateTable('api_keys').set({ label }).where('id', '=', key_id),
});

export const listPlans = statement({
  name: 'list-plans',
  row: columnsOf('plans', ['id', 'monthly_credits', 'rate_limit']),
  build: () =>
    query.selectFrom('plans').select(['id', 'monthly_credits', 'rate_limit']).orderBy('monthly_credits'),
});
