-- Takes back the charges of requests that were refused without hearing what became of their charge. A settlement that is
-- still under way is waited for; what it charged goes from the counters, in the month that it was charged in. A row of 0
-- credits stays in the ledger, made now where there was none, so that a settlement that arrives later adds nothing.
-- Returns how many charges were taken back. The order of locks is that of settle_charges. The rows are written even
-- where nothing is taken back: the commit of a repetition then lies behind that of the one it repeats, and a server that
-- confirms the one to its standby has confirmed the other.
create function cancel_charges(
  p_month date, p_at timestamptz, p_accounts uuid[], p_keys uuid[], p_operations text[], p_requests text[]
) returns integer
language plpgsql as $$
declare
  taken integer;
begin
  insert into ledger (charged_at, month, account_id, key_id, operation, credits, request_id)
    select p_at, p_month, u.a, u.k, u.o, 0, u.r
    from unnest(p_accounts, p_keys, p_operations, p_requests) as u (a, k, o, r) order by u.r
    on conflict (request_id) do nothing;
  with made as (
    select l.account_id, l.key_id, l.month, l.credits, l.request_id from ledger l
    where l.request_id = any (p_requests) and l.credits > 0 order by l.request_id for update
  ), emptied as (
    update ledger l set credits = 0 where l.request_id = any (p_requests)
  ), accounts as (
    update account_months m set credits_used = m.credits_used - g.credits
    from (select account_id, month, sum(credits) as credits from made group by 1, 2) g
    where m.account_id = g.account_id and m.month = g.month
  ), keys as (
    update key_months m set credits_used = m.credits_used - g.credits
    from (select key_id, month, sum(credits) as credits from made group by 1, 2) g
    where m.key_id = g.key_id and m.month = g.month
  )
  select count(*) into taken from made;
  return taken;
end
$$;
