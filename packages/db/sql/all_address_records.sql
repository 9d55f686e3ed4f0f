-- What sources tell of homes, packed or not. A record in `address_records` takes the place of the packed ones of its
-- UPRN. It reads all of them: for some homes see `recordsOf` in packages/loading.
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
