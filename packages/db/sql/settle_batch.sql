-- Settles a batch of charges in one statement, so in one commit: writes the ledger, raises the counters of the month,
-- checks them against plan and cap while their rows are locked, and keeps the answers of requests that bear an
-- Idempotency-Key. All or nothing: an overdraft raises DD402, an answer that is already kept DD409.
--
-- A request is charged once, however often its charge is settled: an id that stands in the ledger adds nothing, and a
-- settlement of it that is still under way is waited for. So whoever does not hear what became of a settlement sends it
-- again. The counters are written even where nothing is added: the commit of the repetition then lies behind that of
-- the settlement it repeats, and a server that confirms the one to its standby has confirmed the other.
--
-- `p_keys` names each key once, in the order of their ids, with its account; `p_places` points from a charge to its key,
-- counted from 1. What a sub-key spends counts towards the cap of its parent as well. It stands in the parent's row in
-- a column of its own, so that the sum of `credits_used` is that of the account. `key_used` and `parent_used` are what
-- counts towards the caps of the key and of its parent.
--
-- All batches lock rows in the same order: ledger, accounts, keys. The row of an account also guards those of its keys.
-- A batch of one charge takes statements without arrays, which cost more than the writing. The plans are made once for
-- each connection: left to itself the planner makes a new one for every batch, since it believes that the lengths of the
-- arrays matter.
create function settle_batch(
  p_month date, p_at timestamptz, p_keys uuid[], p_accounts uuid[], p_places integer[], p_operations text[],
  p_credits integer[], p_requests text[], p_answers jsonb
) returns table (account_id uuid, key_id uuid, account_used integer, key_used integer, parent_used integer)
language plpgsql set plan_cache_mode = force_generic_plan set lock_timeout = '100ms' as $$
#variable_conflict use_column
declare
  granted integer;
  added integer;
  written text[];
  parent uuid;
  cap integer;
  parent_cap integer;
begin
  if cardinality(p_requests) = 1 then
    account_id := p_accounts[1];
    key_id := p_keys[1];
    added := 0;
    if p_credits[1] > 0 then
      insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
        values (p_at, p_month, p_accounts[1], p_keys[1], p_operations[1], p_credits[1], p_requests[1])
        on conflict (request_id) do nothing;
      if found then
        added := p_credits[1];
        written := p_requests;
      end if;
    end if;
    update account_months as m set credits_used = m.credits_used + added
      where m.account_id = p_accounts[1] and m.month = p_month returning m.credits_used into account_used;
    if not found then
      insert into account_months as m (account_id, month, credits_used) values (p_accounts[1], p_month, added)
        on conflict (account_id, month) do update set credits_used = m.credits_used + excluded.credits_used
        returning m.credits_used into account_used;
    end if;
    if added > 0 and account_used > coalesce((
      select p.monthly_credits from accounts a join plans p on p.id = a.plan_id where a.id = p_accounts[1]
    ), -1) then
      raise exception 'the account would be overdrawn' using errcode = 'DD402';
    end if;
    select k.parent_id, k.monthly_cap, p.monthly_cap into parent, cap, parent_cap
      from api_keys k left join api_keys p on p.id = k.parent_id where k.id = p_keys[1];
    update key_months as m set credits_used = m.credits_used + added
      where m.key_id = p_keys[1] and m.month = p_month returning m.credits_used + m.sub_keys_used into key_used;
    if not found then
      insert into key_months as m (key_id, month, credits_used) values (p_keys[1], p_month, added)
        on conflict (key_id, month) do update set credits_used = m.credits_used + excluded.credits_used
        returning m.credits_used + m.sub_keys_used into key_used;
    end if;
    if parent is not null then
      insert into key_months as m (key_id, month, credits_used, sub_keys_used) values (parent, p_month, 0, added)
        on conflict (key_id, month) do update set sub_keys_used = m.sub_keys_used + excluded.sub_keys_used
        returning m.credits_used + m.sub_keys_used into parent_used;
    end if;
    if added > 0 and (key_used > cap or parent_used > parent_cap) then
      raise exception 'the key would be overdrawn' using errcode = 'DD402';
    end if;
    return next;
  else
    with inserted as (
      insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
        select p_at, p_month, p_accounts[u.place], p_keys[u.place], u.o, u.c, u.r
        from unnest(p_places, p_operations, p_credits, p_requests) as u (place, o, c, r)
        where u.c > 0 order by u.r
        on conflict (request_id) do nothing
        returning request_id
    )
    select array_agg(request_id) into written from inserted;

    return query
      with new as (
        select place, sum(c)::integer as credits from unnest(p_places, p_credits, p_requests) as u (place, c, r)
        where u.r = any (written) group by place
      ), spent as (
        select u.a as account_id, u.k as key_id, k.parent_id, coalesce(n.credits, 0) as credits
        from unnest(p_keys, p_accounts) with ordinality as u (k, a, place)
        join api_keys k on k.id = u.k left join new n on n.place = u.place
      ), of_account as (
        insert into account_months as m (account_id, month, credits_used)
          select account_id, p_month, sum(credits) from spent group by account_id order by account_id
          on conflict (account_id, month) do update set credits_used = m.credits_used + excluded.credits_used
          returning m.account_id, m.credits_used, (
            select p.monthly_credits from accounts a join plans p on p.id = a.plan_id where a.id = m.account_id
          ) as allowance
      ), fits as (
        select bool_and(a.credits_used <= a.allowance or not exists (
          select from spent s where s.account_id = a.account_id and s.credits > 0
        )) as all_do from of_account a
      ), of_keys as (
        select r.key_id, sum(r.own)::integer as own, sum(r.of_sub_keys)::integer as of_sub_keys
        from (
          select key_id, credits, 0 from spent
          union all
          select parent_id, 0, credits from spent where parent_id is not null
        ) as r (key_id, own, of_sub_keys) group by r.key_id
      ), of_key as (
        insert into key_months as m (key_id, month, credits_used, sub_keys_used)
          select key_id, p_month, own, of_sub_keys from of_keys where (select all_do from fits) order by key_id
          on conflict (key_id, month) do update set credits_used = m.credits_used + excluded.credits_used,
            sub_keys_used = m.sub_keys_used + excluded.sub_keys_used
          returning m.key_id, m.credits_used + m.sub_keys_used as used,
            (select k.monthly_cap from api_keys k where k.id = m.key_id) as cap
      )
      select s.account_id, s.key_id, am.credits_used, km.used, pm.used
      from spent s
      join of_account am on am.account_id = s.account_id
      join of_key km on km.key_id = s.key_id
      left join of_key pm on pm.key_id = s.parent_id
      where s.credits = 0 or (km.used > km.cap or pm.used > pm.cap) is not true;
    get diagnostics granted = row_count;
    if granted < cardinality(p_keys) then
      raise exception 'an account or a key would be overdrawn' using errcode = 'DD402';
    end if;
  end if;

  if p_answers is not null then
    delete from idempotent_answers i
    using jsonb_to_recordset(p_answers) as n (key_id uuid, idempotency_key text)
    where i.key_id = n.key_id and i.idempotency_key = n.idempotency_key
      and i.answered_at <= p_at - interval '24 hours';
    begin
      insert into idempotent_answers
          (key_id, idempotency_key, fingerprint, canonical, answered_at, content_type, headers, body)
        select n.key_id, n.idempotency_key, decode(n.fingerprint, 'hex'), decode(n.canonical, 'hex'), p_at,
          n.content_type, n.headers, n.body
        from jsonb_to_recordset(p_answers) as n (
          key_id uuid, idempotency_key text, fingerprint text, canonical text, content_type text, headers jsonb, body text,
          request_id text
        )
        -- The answer of a request that was charged before was kept then.
        where n.request_id is null or n.request_id = any (written) or not exists (
          select from ledger l where l.request_id = n.request_id
        );
    exception when unique_violation then
      raise exception 'the answer is there already' using errcode = 'DD409';
    end;
  end if;
end
$$;
