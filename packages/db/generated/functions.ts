// Generated from packages/db by scripts/schema.ts. Do not edit: run npm run generate.

/** SQL functions: name -> the statement that creates it. */
export const functions: Readonly<Record<string, string>> = {
  address_documents_with: `-- Address documents that answer \`p_index\` through a GIN index and \`p_whole\` after it, from all documents
-- (p_sample 0), one in 16 (1) or one in 256 (2). One plan serves every call: planning such a query takes a third of
-- the time of answering it, and the plan is always the same. \`p_whole\` is checked through the function behind @@,
-- which no index takes up.
create function address_documents_with(
  p_index tsquery, p_whole tsquery, p_sample integer, p_outcode text, p_limit integer
) returns table (id integer, postcode text, text text, address_end text)
language plpgsql stable rows 100 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if p_sample = 2 then
    return query select id, postcode, text, address_end from address_documents
      where words @@ p_index and sample = 2
        and (p_whole is null or ts_match_vq(words, p_whole))
        and (p_outcode is null or postcode like p_outcode || ' %')
      limit p_limit;
  elsif p_sample = 1 then
    return query select id, postcode, text, address_end from address_documents
      where words @@ p_index and sample >= 1
        and (p_whole is null or ts_match_vq(words, p_whole))
        and (p_outcode is null or postcode like p_outcode || ' %')
      limit p_limit;
  else
    return query select id, postcode, text, address_end from address_documents
      where words @@ p_index
        and (p_whole is null or ts_match_vq(words, p_whole))
        and (p_outcode is null or postcode like p_outcode || ' %')
      limit p_limit;
  end if;
end
$$;
`,
  address_street: `-- The last number of an address that has words after it, and everything after that number, without commas and without
-- the postcode: the street, its locality and its town. Without a number it is what follows the first comma.
create function address_street(address text, postcode text)
returns table (street text, house integer)
language sql immutable
as $$
  select nullif(replace(case when bare ~ numbered then regexp_replace(bare, numbered, '')
                             when bare ~ ',' then regexp_replace(bare, '^[^,]*, *', '') end, ',', ''), ''),
         substring(bare from '^.*\\m([0-9]{1,5})[0-9A-Z/-]*,? +[A-Z]')::integer
    from (select regexp_replace(address, ',? *' || coalesce(postcode, '!') || '$', '') as bare,
                 '^.*\\m[0-9][0-9A-Z/-]*,? +(?=[A-Z])' as numbered) a
$$;
`,
  all_address_records: `-- What sources tell of homes, packed or not. A record in \`address_records\` takes the place of the packed ones of its
-- UPRN. It reads all of them: for some homes see \`recordsOf\` in packages/loading.
create function all_address_records() returns table (
  source text, uprn bigint, variant smallint, address text, postcode text, easting double precision,
  northing double precision, latitude double precision, longitude double precision, country text,
  parent_uprn bigint, classification text, load_id bigint
) language sql stable as $$
  select r.source, r.uprn, r.variant, r.address, r.postcode, r.easting, r.northing, r.latitude, r.longitude, r.country,
         r.parent_uprn, r.classification, r.load_id
    from address_records r
   union all
  select 'address-list', r.uprn, r.variant, r.address, r.postcode, r.easting, r.northing, r.latitude, r.longitude,
         r.country, r.parent_uprn, r.classification, r.load_id
    from address_record_packs p cross join unnest(p.records) r
   where not exists (select from address_records o where o.source = 'address-list' and o.uprn = r.uprn)
$$;
`,
  cancel_charges: `-- Takes back the charges of requests that were refused without hearing what became of their charge. A settlement that is
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
`,
  past_statements: `-- The statements that record in the schema \`past\` that the rows of one relation left a table and those of another came:
-- none before the first release. \`p_keys\` are expressions over a row \`t\` that together name it and are never null;
-- \`p_old\` and \`p_new\` are relations with the columns of the table, or null.
--
-- A row of \`<table>_gone\` stood in the releases from \`born\` to \`died\`; a key of \`<table>_since\` is of a served row that
-- is in no release up to \`after\`. A row that comes back unchanged before the next release leaves no trace. The number of
-- the load that wrote a row does not count as a change, unless it is part of the key.
create function past_statements(p_table text, p_keys text[], p_old text, p_new text) returns text[]
language plpgsql stable as $$
declare
  latest bigint := (select max(no) from public.releases);
  gone text := format('past.%I', p_table || '_gone');
  since text := format('past.%I', p_table || '_since');
  columns text;
  same_row text;
  names text := '';
  keys_o text := '';
  keys_n text := '';
  o_is_s text := 'true';
  n_is_b text := 'true';
  g_is_n text := 'true';
  keys_g text := '';
  key text;
  i integer := 0;
  statements text[] := '{}';
begin
  if latest is null or to_regclass(gone) is null then
    return statements;
  end if;
  select string_agg(quote_ident(attname), ', ' order by attnum),
         format('row(%s)::record operator(pg_catalog.*=) row(%s)::record',
           string_agg('g.' || quote_ident(attname), ', ' order by attnum) filter (where attname <> 'load_id'),
           string_agg('n.' || quote_ident(attname), ', ' order by attnum) filter (where attname <> 'load_id'))
    into columns, same_row
    from pg_attribute
   where attrelid = gone::regclass and attnum > 0 and not attisdropped and attname not in ('born', 'died');
  foreach key in array p_keys loop
    i := i + 1;
    names := names || format('k%s, ', i);
    keys_n := keys_n || format('%s, ', regexp_replace(key, '\\mt\\.', 'n.', 'g'));
    keys_g := keys_g || format('%s as k%s, ', regexp_replace(key, '\\mt\\.', 'g.', 'g'), i);
    o_is_s := o_is_s || format(' and s.k%s = %s', i, regexp_replace(key, '\\mt\\.', 'o.', 'g'));
    n_is_b := n_is_b || format(' and b.k%s = %s', i, regexp_replace(key, '\\mt\\.', 'n.', 'g'));
    g_is_n := g_is_n || format(' and %s = %s',
      regexp_replace(key, '\\mt\\.', 'g.', 'g'), regexp_replace(key, '\\mt\\.', 'n.', 'g'));
  end loop;
  if p_old is not null then
    statements := statements || format(
      'insert into %s (%s, born, died) select %s, coalesce(s.after + 1, 0), %s from %s o left join %s s on %s
        where coalesce(s.after, -1) < %s',
      gone, columns, regexp_replace(columns, '([^ ,]+)', 'o.\\1', 'g'), latest, p_old, since, o_is_s, latest);
    statements := statements || format('delete from %s s using %s o where %s', since, p_old, o_is_s);
  end if;
  if p_new is not null then
    statements := statements || format(
      'with back as (
         delete from %s g using %s n where g.died = %s and %s and %s returning %s g.born
       ) insert into %s (%s after) select %s coalesce(b.born - 1, %s) from %s n left join back b on %s
          where b.k1 is null or b.born > 0',
      gone, p_new, latest, g_is_n, same_row, keys_g, since, names, keys_n, latest, p_new, n_is_b);
  end if;
  return statements;
end
$$;
`,
  settle_batch: `-- Settles a batch of charges in one statement, so in one commit: writes the ledger, raises the counters of the month,
-- checks them against plan and cap while their rows are locked, and keeps the answers of requests that bear an
-- Idempotency-Key. All or nothing: an overdraft raises DD402, an answer that is already kept DD409.
--
-- A request is charged once, however often its charge is settled: an id that stands in the ledger adds nothing, and a
-- settlement of it that is still under way is waited for. So whoever does not hear what became of a settlement sends it
-- again. The counters are written even where nothing is added: the commit of the repetition then lies behind that of
-- the settlement it repeats, and a server that confirms the one to its standby has confirmed the other.
--
-- \`p_keys\` names each key once, in the order of their ids, with its account; \`p_places\` points from a charge to its key,
-- counted from 1. What a sub-key spends counts towards the cap of its parent as well. It stands in the parent's row in
-- a column of its own, so that the sum of \`credits_used\` is that of the account. \`key_used\` and \`parent_used\` are what
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
`,
  take_back_answered: `-- Takes back the charge of an answer that was stored under an Idempotency-Key and could not be sent, and deletes the
-- answer: both or neither. Returns false, and leaves both, where the answer was given to another request meanwhile: it
-- was received, so it is paid for. A charge of 0 credits has no ledger row to cancel. An answer stored later than
-- \`p_at\`, when it was decided to take back, is that of another charge. The rows are locked in the order of
-- settle_batch, which writes the answer last.
create function take_back_answered(
  p_month date, p_at timestamptz, p_account uuid, p_key uuid, p_operation text, p_credits integer, p_request text,
  p_idempotency_key text
) returns boolean
language plpgsql as $$
begin
  if p_credits > 0 then
    perform cancel_charges(p_month, p_at, array[p_account], array[p_key], array[p_operation], array[p_request]);
  end if;
  delete from idempotent_answers i
    where i.key_id = p_key and i.idempotency_key = p_idempotency_key and i.answered_at <= p_at and not i.replayed;
  if exists (
    select from idempotent_answers i
    where i.key_id = p_key and i.idempotency_key = p_idempotency_key and i.answered_at <= p_at
  ) then
    raise exception 'the answer was given to another request' using errcode = 'DD410';
  end if;
  return true;
exception when sqlstate 'DD410' then
  return false;
end
$$;
`,
};
