import type { Queryable } from '@domesday/db';

export interface UsageRow {
  key_id: string;
  prefix: string;
  label: string | null;
  day: string;
  operation: string;
  calls: number;
  credits: number;
  would_be_credits: number;
  ok: number;
  client_errors: number;
  server_errors: number;
  latency_buckets: number[];
}

/**
 * Counters of a period for every key of an account, or for one key of it; primary key of usage_days.
 * Credits come from the ledger where it holds charges, so that they are exact.
 */
export async function usageRows(
  db: Queryable,
  account_id: string,
  key_id: string | null,
  from: string,
  to: string,
): Promise<UsageRow[]> {
  const { rows } = await db.query<UsageRow>({
    name: 'usage-rows',
    text: `with charged as (
             select l.key_id, (l.charged_at at time zone 'UTC')::date as day, l.operation, sum(l.credits) as credits,
               count(*) as calls
             from ledger l
             where l.account_id = $1 and ($2::uuid is null or l.key_id = $2) and l.credits > 0
               and l.month between date_trunc('month', $3::date) and $4::date
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
           where k.account_id = $1 and ($2::uuid is null or k.id = $2)
             and coalesce(u.day, c.day) between $3 and $4
           order by day, operation, k.created_at`,
    values: [account_id, key_id, from, to],
  });
  return rows;
}
