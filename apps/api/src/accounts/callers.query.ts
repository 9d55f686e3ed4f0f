import { columnsOf, query, type RowOf, SHORT_WAIT_MS, sql, statement } from '@domesday/db';

const CALLER = {
  /** SHA-256 of the secret, hexadecimal. */
  hash: 'text',
  key_id: 'uuid',
  ...columnsOf('api_keys', ['account_id', 'parent_id', 'mode', 'monthly_cap']),
  ...columnsOf('plans', ['monthly_credits', 'rate_limit']),
  account_used: 'int4',
  /** Credits that count towards the cap of the key: its own and those of its sub-keys. */
  key_used: 'int4',
  /** The cap of the parent, which holds for all its sub-keys together; null without a parent or a cap. */
  parent_cap: 'int4?',
  parent_used: 'int4',
} as const;
export type CallerRow = RowOf<typeof CALLER>;

/**
 * The keys with these hashes, with the credits of the month that count towards the plan, the cap of the key and the cap
 * of its parent. A key that is revoked, or whose parent is, is left out. Unique index on hash.
 */
export const callersByHash = statement({
  name: 'callers-by-hash',
  parameters: { hashes: '_text', month: 'date' },
  row: CALLER,
  wait_ms: SHORT_WAIT_MS,
  build: ({ hashes, month }) =>
    query
      .selectFrom('api_keys as k')
      .innerJoin('accounts as a', 'a.id', 'k.account_id')
      .innerJoin('plans as p', 'p.id', 'a.plan_id')
      .leftJoin('api_keys as parent', 'parent.id', 'k.parent_id')
      .leftJoin('account_months as am', (on) =>
        on.onRef('am.account_id', '=', 'k.account_id').on('am.month', '=', month),
      )
      .leftJoin('key_months as km', (on) => on.onRef('km.key_id', '=', 'k.id').on('km.month', '=', month))
      .leftJoin('key_months as pm', (on) =>
        on.onRef('pm.key_id', '=', 'k.parent_id').on('pm.month', '=', month),
      )
      .select(sql<string>`encode(k.hash, 'hex')`.as('hash'))
      .select(['k.id as key_id', 'k.account_id', 'k.parent_id', 'k.mode', 'k.monthly_cap'])
      .select(['p.monthly_credits', 'p.rate_limit'])
      .select(({ fn, lit }) => [
        fn.coalesce('am.credits_used', lit(0)).as('account_used'),
        sql<number>`coalesce(km.credits_used + km.sub_keys_used, 0)`.as('key_used'),
        'parent.monthly_cap as parent_cap',
        sql<number>`coalesce(pm.credits_used + pm.sub_keys_used, 0)`.as('parent_used'),
      ])
      .where(sql<boolean>`k.hash = any (array(select decode(h, 'hex') from unnest(${hashes}::text[]) as h))`)
      .where('k.revoked_at', 'is', null)
      .where('parent.revoked_at', 'is', null),
});
