-- The last number of an address that has words after it, and everything after that number, without commas and without
-- the postcode: the street, its locality and its town. Without a number it is what follows the first comma.
create function address_street(address text, postcode text)
returns table (street text, house integer)
language sql immutable
as $$
  select nullif(replace(case when bare ~ numbered then regexp_replace(bare, numbered, '')
                             when bare ~ ',' then regexp_replace(bare, '^[^,]*, *', '') end, ',', ''), ''),
         substring(bare from '^.*\m([0-9]{1,5})[0-9A-Z/-]*,? +[A-Z]')::integer
    from (select regexp_replace(address, ',? *' || coalesce(postcode, '!') || '$', '') as bare,
                 '^.*\m[0-9][0-9A-Z/-]*,? +(?=[A-Z])' as numbered) a
$$;
