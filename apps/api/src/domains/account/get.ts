import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { lowestLimit, remainingCredits } from '../../accounts/callers.ts';
import { accountById, type KeyRow, keyAndParent, subKeysOf } from '../../accounts/keys.query.ts';
import { monthOf, nextMonth } from '../../accounts/month.ts';
import type { Context } from '../../http/handler.ts';

type Request = RequestOf<'account.get'>;
type Response = ResponseOf<'account.get'>;

export async function get(_request: Request, context: Context): Promise<Response> {
  const { books, caller } = context;
  const { account_id, key_id, parent_id } = caller;
  await context.usage.flush();
  const now = context.clock.now();
  const month = monthOf(now);
  const [account, keys, sub_keys] = await Promise.all([
    accountById.first(books, { account_id, month }),
    keyAndParent.rows(books, { key_id, parent_id, month }),
    parent_id === null ? subKeysOf.rows(books, { account_id, parent_id: key_id, month }) : null,
  ]);
  const own = keys.find((key) => key.id === key_id)!;
  const parent = keys.find((key) => key.id === parent_id);
  // Read from the database, because the cached caller may be two seconds old.
  const fresh = {
    ...caller,
    monthly_credits: account!.monthly_credits,
    account_used: account!.credits_used,
    monthly_cap: own.monthly_cap,
    key_used: own.used_this_month,
    parent_cap: parent?.monthly_cap ?? null,
    parent_used: parent?.used_this_month ?? 0,
  };
  const { limit: allowance, used } = lowestLimit(fresh);
  return {
    account: { id: account!.id, name: account!.name, plan: account!.plan_id },
    key: shown(own),
    credits: {
      allowance,
      used,
      remaining: remainingCredits(fresh),
      resets_at: nextMonth(now).toISOString(),
    },
    rate_limit: { limit: caller.rate_limit, window_s: 10 },
    ...(sub_keys && { sub_keys: sub_keys.map(shown), sub_keys_total: sub_keys[0]?.found ?? 0 }),
    meta: context.meta(),
  };
}

function shown(key: KeyRow): Schema<'Key'> {
  return {
    id: key.id,
    prefix: key.prefix,
    label: key.label,
    mode: key.mode,
    parent_id: key.parent_id,
    monthly_cap: key.monthly_cap,
    used_this_month: key.used_this_month,
    created_at: key.created_at.toISOString(),
    revoked_at: key.revoked_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
  };
}
