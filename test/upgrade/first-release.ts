import { createPool } from '@domesday/db';
import type { TestDatabase } from '@domesday/testing';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { migrations } from '../../packages/db/generated/migrations.ts';
import { OF_FIRST_RELEASE } from '../../packages/db/src/first-release.ts';

/** The last of the migrations of the first release. */
export const BASELINE = '2026-11-21-14-functions';

/** The functions by which 1.1.0 charges, as its migrations make them. */
const SETTLE_CHARGES = `create function settle_charges(
  p_month date, p_at timestamptz, p_keys uuid[], p_accounts uuid[], p_spent integer[],
  p_places integer[], p_operations text[], p_credits integer[], p_requests text[], p_answers jsonb
) returns table (account_id uuid, key_id uuid, account_used integer, key_used integer)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  granted integer;
begin
  return query
    with of_account as (
      insert into account_months as m (account_id, month, credits_used)
        select a, p_month, sum(c) from unnest(p_accounts, p_spent) as u (a, c) group by a order by a
        on conflict (account_id, month) do update set credits_used = m.credits_used + excluded.credits_used
        returning m.account_id, m.credits_used, (
          select p.monthly_credits from accounts a join plans p on p.id = a.plan_id where a.id = m.account_id
        ) as allowance
    ), of_key as (
      insert into key_months as m (key_id, month, credits_used)
        select k, p_month, c from unnest(p_keys, p_spent) as u (k, c)
        where (select bool_and(credits_used <= allowance) from of_account)
        on conflict (key_id, month) do update set credits_used = m.credits_used + excluded.credits_used
        returning m.key_id, m.credits_used, (
          select coalesce(k.monthly_cap, m.credits_used) from api_keys k where k.id = m.key_id
        ) as allowance
    ), written as (
      insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
        select p_at, p_month, p_accounts[u.place], p_keys[u.place], u.o, u.c, u.r
        from unnest(p_places, p_operations, p_credits, p_requests) as u (place, o, c, r)
        where u.c > 0
    )
    select u.a, u.k, am.credits_used, km.credits_used
    from unnest(p_keys, p_accounts) as u (k, a)
    join of_account am on am.account_id = u.a
    join of_key km on km.key_id = u.k
    where km.credits_used <= km.allowance;
  get diagnostics granted = row_count;
  if granted < cardinality(p_keys) then
    raise exception 'an account or a key would be overdrawn' using errcode = 'DD402';
  end if;
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
end
$$`;

const SETTLE_CHARGE = `create function settle_charge(
  p_month date, p_at timestamptz, p_key uuid, p_account uuid, p_operation text, p_credits integer,
  p_request text
) returns table (account_id uuid, key_id uuid, account_used integer, key_used integer)
language plpgsql as $$
#variable_conflict use_column
begin
  update account_months as m set credits_used = m.credits_used + p_credits
    where m.account_id = p_account and m.month = p_month returning m.credits_used into account_used;
  if not found then
    insert into account_months as m (account_id, month, credits_used) values (p_account, p_month, p_credits)
      on conflict (account_id, month) do update set credits_used = m.credits_used + excluded.credits_used
      returning m.credits_used into account_used;
  end if;
  if account_used > coalesce((
    select p.monthly_credits from accounts a join plans p on p.id = a.plan_id where a.id = p_account
  ), -1) then
    raise exception 'the account would be overdrawn' using errcode = 'DD402';
  end if;
  update key_months as m set credits_used = m.credits_used + p_credits
    where m.key_id = p_key and m.month = p_month returning m.credits_used into key_used;
  if not found then
    insert into key_months as m (key_id, month, credits_used) values (p_key, p_month, p_credits)
      on conflict (key_id, month) do update set credits_used = m.credits_used + excluded.credits_used
      returning m.credits_used into key_used;
  end if;
  if not exists (
    select from api_keys k where k.id = p_key and key_used <= coalesce(k.monthly_cap, key_used)
  ) then
    raise exception 'the key would be overdrawn' using errcode = 'DD402';
  end if;
  if p_credits > 0 then
    insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
      values (p_at, p_month, p_account, p_key, p_operation, p_credits, p_request);
  end if;
  account_id := p_account;
  key_id := p_key;
  return next;
end
$$`;

/** A database as 1.1.0 left it, with one load from each of these addresses. */
export async function ofFirstRelease(database: TestDatabase, name: string, uris: string[]) {
  await database.db.query(`create database ${name}`);
  const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
  const pool = createPool(url);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const getMigrations = async () =>
    Object.fromEntries(Object.entries(migrations).filter(([migration]) => migration < BASELINE));
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error) throw error;
  for (const text of [SETTLE_CHARGES, SETTLE_CHARGE]) await pool.query(text);
  await pool.query('delete from kysely_migration');
  await pool.query("insert into kysely_migration select name, '2026-11-21' from unnest($1::text[]) as name", [
    OF_FIRST_RELEASE,
  ]);
  await pool.query(
    `insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, started_at)
     select 'price-paid', 'published', uri, uri, '', '', now() from unnest($1::text[]) as uri`,
    [uris],
  );
  const namesOf = async (text: string) => (await pool.query(text)).rows.map((row) => row.name);
  const drop = () => db.destroy().then(() => database.db.query(`drop database ${name}`));
  return { url, namesOf, drop };
}
