-- Takes back the charges of requests that were refused without hearing what became of their charge. A settlement that is
-- still under way is waited for; what it charged goes from the counters, in the month that it was charged in. A row of 0
-- credits stays in the ledger, made now where there was none, so that a settlement that arrives later adds nothing.
-- Returns how many charges were taken back. Rows are locked in the order of settle_batch, each kind by a statement of
-- its own, since PostgreSQL chooses the order of the parts of one. The rows of the ledger are written even where nothing
-- is taken back: the commit of a repetition then lies behind that of the one it repeats, and a server that confirms the
-- one to its standby has confirmed the other.
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
  -- Locks what was charged, so that it is taken back once.
  perform from ledger l where l.request_id = any (p_requests) and l.credits > 0 order by l.request_id for update;
  get diagnostics taken = row_count;
  update account_months m set credits_used = m.credits_used - g.credits
    from (
      select l.account_id, l.month, sum(l.credits) as credits from ledger l
      where l.request_id = any (p_requests) and l.credits > 0 group by 1, 2
    ) g where m.account_id = g.account_id and m.month = g.month;
  with made as (
    select l.key_id, k.parent_id, l.month, l.credits from ledger l join api_keys k on k.id = l.key_id
    where l.request_id = any (p_requests) and l.credits > 0
  )
  update key_months m set credits_used = m.credits_used - g.own, sub_keys_used = m.sub_keys_used - g.of_sub_keys
    from (
      select r.key_id, r.month, sum(r.own) as own, sum(r.of_sub_keys) as of_sub_keys
      from (
        select key_id, month, credits, 0 from made
        union all
        select parent_id, month, 0, credits from made where parent_id is not null
      ) as r (key_id, month, own, of_sub_keys) group by 1, 2
    ) g where m.key_id = g.key_id and m.month = g.month;
  update ledger l set credits = 0 where l.request_id = any (p_requests);
  return taken;
end
$$;
