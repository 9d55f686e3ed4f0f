-- Address documents that answer `p_index` through a GIN index and `p_whole` after it, from all documents
-- (p_sample 0), one in 16 (1) or one in 256 (2). One plan serves every call: planning such a query takes a third of
-- the time of answering it, and the plan is always the same. `p_whole` is checked through the function behind @@,
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
