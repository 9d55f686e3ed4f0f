import { type Kysely, sql } from 'kysely';

/**
 * Settles charges that wait together: counts, checks and writes them in one statement. The counters are
 * raised first, which locks their rows in one order, and checked after; an overdraft rolls all of it back.
 * An answer that its caller wants to be able to fetch again is kept in the same commit as its charge.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotent_answers (
      key_id uuid not null references api_keys (id),
      idempotency_key text not null,
      fingerprint bytea not null,
      answered_at timestamptz not null,
      content_type text not null,
      body text not null,
      primary key (key_id, idempotency_key)
    )`.execute(db);
  await sql`create index idempotent_answers_age on idempotent_answers (answered_at)`.execute(db);
  await sql`
    create function settle_charges(
      p_month date, p_at timestamptz, p_accounts uuid[], p_keys uuid[], p_operations text[],
      p_credits integer[], p_requests text[], p_answers jsonb
    ) returns table (account_id uuid, key_id uuid, account_used integer, key_used integer)
    language plpgsql as $$
    #variable_conflict use_column
    begin
      insert into account_months as m (account_id, month, credits_used)
        select a, p_month, sum(c) from unnest(p_accounts, p_credits) as u (a, c) group by a order by a
        on conflict (account_id, month) do update set credits_used = m.credits_used + excluded.credits_used;
      if exists (
        select 1 from account_months m
        join accounts a on a.id = m.account_id
        join plans p on p.id = a.plan_id
        where m.month = p_month and m.account_id = any (p_accounts) and m.credits_used > p.monthly_credits
      ) then
        raise exception 'the account would be overdrawn' using errcode = 'DD402';
      end if;
      insert into key_months as m (key_id, month, credits_used)
        select k, p_month, sum(c) from unnest(p_keys, p_credits) as u (k, c) group by k order by k
        on conflict (key_id, month) do update set credits_used = m.credits_used + excluded.credits_used;
      if exists (
        select 1 from key_months m
        join api_keys k on k.id = m.key_id
        where m.month = p_month and m.key_id = any (p_keys) and m.credits_used > k.monthly_cap
      ) then
        raise exception 'the cap of the key would be passed' using errcode = 'DD402';
      end if;
      insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
        select p_at, p_month, u.a, u.k, u.o, u.c, u.r
        from unnest(p_accounts, p_keys, p_operations, p_credits, p_requests) as u (a, k, o, c, r)
        where u.c > 0;
      if p_answers is not null then
        delete from idempotent_answers i
        using jsonb_to_recordset(p_answers) as n (key_id uuid, idempotency_key text)
        where i.key_id = n.key_id and i.idempotency_key = n.idempotency_key
          and i.answered_at <= p_at - interval '24 hours';
        begin
          insert into idempotent_answers (key_id, idempotency_key, fingerprint, answered_at, content_type, body)
            select n.key_id, n.idempotency_key, decode(n.fingerprint, 'hex'), p_at, n.content_type, n.body
            from jsonb_to_recordset(p_answers) as n
              (key_id uuid, idempotency_key text, fingerprint text, content_type text, body text);
        exception when unique_violation then
          raise exception 'the answer is there already' using errcode = 'DD409';
        end;
      end if;
      return query
        select k.account_id, k.id, am.credits_used, km.credits_used
        from api_keys k
        join account_months am on am.account_id = k.account_id and am.month = p_month
        join key_months km on km.key_id = k.id and km.month = p_month
        where k.id = any (p_keys);
    end
    $$`.execute(db);
}
