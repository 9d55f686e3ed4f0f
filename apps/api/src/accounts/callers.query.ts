import { columnsOf, query, type RowOf, SHORT_WAIT_MS, statement } from '@domesday/db';

const CALLER = {
  key_id: 'uuid',
  ...columnsOf('api_keys', ['account_id', 'parent_id', 'mode', 'monthly_cap']),
  plan_id: 'text',
  ...columnsOf('plans', ['monthly_credits', 'rate_limit']),
  account_used: 'int4',
  key_used: 'int4',
} as const;
export type CallerRow = RowOf<typeof CALLER>;

/** The key with this hash, unless revoked (itself or its parent), with what it used in the month. Unique index on hash. */
export const callerByHash = statement({
  name: 'caller-by-hash',
  parameters: { hash: 'bytea', month: 'date' },
  row: CALLER,
  wait_ms: SHORT_WAIT_MS,
  build: ({ hash, month }) =>
    query
      .selectFrom('api_keys as k')
      .innerJoin('accounts as a', 'a.id', 'k.account_id')
      .innerJoin('plans as p', 'p.id', 'a.plan_id')
      .leftJoin('api_keys as parent', 'parent.id', 'k.parent_id')
      .leftJoin('account_months as am', (on) =>
        on.onRef('am.account_id', '=', 'k.account_id').on('am.month', '=', month),
      )
      .leftJoin('key_months as km', (on) => on.onRef('km.key_id', '=', 'k.id').on('km.month', '=', month))
      .select(['k.id as key_id', 'k.account_id', 'k.parent_id', 'k.mode', 'k.monthly_cap'])
      .select(['p.id as plan_id', 'p.monthly_credits', 'p.rate_limit'])
      .select(({ fn, lit }) => [
        fn.coalesce('am.credits_used', lit(0)).as('account_used'),
        fn.coalesce('km.credits_used', lit(0)).as('key_used'),
      ])
      .where('k.hash', '=', hash)
      .where('k.revoked_at', 'is', null)
      .where('parent.revoked_at', 'is', null),
});
