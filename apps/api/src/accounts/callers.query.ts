import { promptly, type Queryable } from '@domesday/db';
import type { KeyMode } from './secrets.ts';

export interface CallerRow {
  key_id: string;
  account_id: string;
  parent_id: string | null;
  mode: KeyMode;
  monthly_cap: number | null;
  plan_id: string;
  monthly_credits: number;
  rate_limit: number;
  account_used: number;
  key_used: number;
}

/** The key with this hash, unless revoked (itself or its parent), with what it used in the month. Unique index on hash. */
export async function callerByHash(db: Queryable, hash: Buffer, month: string): Promise<CallerRow | null> {
  const { rows } = await db.query<CallerRow>({
    ...promptly,
    name: 'caller-by-hash',
    text: `select k.id as key_id, k.account_id, k.parent_id, k.mode, k.monthly_cap, p.id as plan_id,
             p.monthly_credits, p.rate_limit,
             coalesce(am.credits_used, 0) as account_used, coalesce(km.credits_used, 0) as key_used
           from api_keys k
           join accounts a on a.id = k.account_id
           join plans p on p.id = a.plan_id
           left join api_keys parent on parent.id = k.parent_id
           left join account_months am on am.account_id = k.account_id and am.month = $2
           left join key_months km on km.key_id = k.id and km.month = $2
           where k.hash = $1 and k.revoked_at is null and parent.revoked_at is null`,
    values: [hash, month],
  });
  return rows[0] ?? null;
}
