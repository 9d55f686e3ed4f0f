import { promptly, type Queryable } from '@domesday/db';
import type { Settled } from './ledger.query.ts';

/**
 * Ends the server process of a lost connection, so that what it was doing is either committed or rolled back
 * and will not change any more. False while it is still there.
 */
export async function endBackend(db: Queryable, pid: number): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>({
    ...promptly,
    text: `select pg_terminate_backend(pid, 1000) as ended from pg_stat_activity
           where pid = $1 and usename = current_user and application_name = 'domesday-api'`,
    values: [pid],
  });
  return rows.every((row) => row.ended);
}

/**
 * Those of the requests of a settlement that stand in the ledger, with the counters of their account and key.
 * Index: ledger_charged_at, since all of a settlement bear its time.
 */
export async function chargesMade(
  db: Queryable,
  at: Date,
  request_ids: string[],
): Promise<(Settled & { request_id: string })[]> {
  const { rows } = await db.query<Settled & { request_id: string }>({
    ...promptly,
    text: `select l.request_id, l.account_id, l.key_id, am.credits_used as account_used,
             km.credits_used as key_used
           from ledger l
           join account_months am on am.account_id = l.account_id and am.month = l.month
           join key_months km on km.key_id = l.key_id and km.month = l.month
           where l.charged_at = $1 and l.request_id = any ($2)`,
    values: [at, request_ids],
  });
  return rows;
}

/** Takes the charges of these requests back, where they were made. Returns how many. Index: ledger_charged_at. */
export async function takeBack(db: Queryable, at: Date, request_ids: string[]): Promise<number> {
  const { rows } = await db.query<{ taken: number }>({
    ...promptly,
    text: `with gone as (
             delete from ledger where charged_at = $1 and request_id = any ($2)
             returning account_id, key_id, month, credits),
           accounts as (
             update account_months m set credits_used = m.credits_used - g.credits
             from (select account_id, month, sum(credits) as credits from gone group by 1, 2) g
             where m.account_id = g.account_id and m.month = g.month),
           keys as (
             update key_months m set credits_used = m.credits_used - g.credits
             from (select key_id, month, sum(credits) as credits from gone group by 1, 2) g
             where m.key_id = g.key_id and m.month = g.month)
           select count(*) as taken from gone`,
    values: [at, request_ids],
  });
  return rows[0]!.taken;
}
