export const UPRN = 998_000_000_000;
/** Three homes in four are sold seven times. */
export const SALES_PER_HOME = 21 / 4;

/** Made-up homes in outcodes that cannot be real: three in four were sold seven times, the rest never. */
export const country = (homes: number): string[] => [
  `insert into house_price_index (area_code, area_name, month, property_type, index_value, sales_volume, load_id)
   select 'E92000001', 'England', m::date, t, 100 * exp(0.004 * extract(epoch from m - '1995-01-01')::float8 / 2629800), 60000, 0
   from generate_series('1995-01-01'::timestamp, '2026-08-01', '1 month') m,
     unnest(array['all', 'detached', 'semi_detached', 'terraced', 'flat']) t`,
  `create table bench_homes as
   select ${UPRN} + h as uprn, h, 'XE' || (10 + h / 4000) || ' ' || (1 + h / 500 % 8) || chr(65 + h / 20 % 25) || 'A' as postcode,
     (array['detached', 'semi_detached', 'terraced', 'flat'])[1 + h / 20 % 4] as property_type,
     100000 + (h / 4000) * 8000.0 + (h / 20 % 25) * 40 + h % 5 * 8 as easting,
     100000 + (h / 500 % 8) * 900.0 + h % 20 * 6 as northing,
     50 + h * 7919 % 90 as floor_area_sqm,
     120000.0 * exp(((h / 20) * 31 % 40) * 0.015 + (h * 7919 % 90) * 0.006) as level
   from generate_series(0, ${homes - 1}) h`,
  `insert into postcodes (postcode, outcode, sector, country, easting, northing, position)
   select distinct on (postcode) postcode, split_part(postcode, ' ', 1), left(postcode, -2), 'England', easting, northing, point(easting, northing)
   from bench_homes`,
  `insert into addresses (uprn, address, postcode, country, easting, northing, position, latitude, longitude, source)
   select uprn, h || ' MADE UP ROAD, ' || postcode, postcode, 'England', easting, northing, point(easting, northing), 50, -6, 'address-list'
   from bench_homes`,
  `insert into sales (transaction_id, price, date, postcode, property_type, new_build, tenure, paon, street, town, category, uprn, uprn_confidence, uprn_method, position, load_id)
   select gen_random_uuid(), (b.level * exp(0.004 * k * 52 + ((h * 31 + k * 17) % 21 - 10) * 0.012))::int,
     '1996-01-01'::date + k * 1580 + h * 13 % 1500, b.postcode, b.property_type, false,
     case when b.property_type = 'flat' then 'Leasehold' else 'Freehold' end, h::text, 'ROAD ' || h / 100, 'MADE UP', 'standard',
     b.uprn, 1, 'hmlr_lookup', point(b.easting, b.northing), 0
   from bench_homes b, generate_series(0, 6) k where h % 4 <> 0`,
  `insert into energy_certificates (certificate_number, uprn, address, postcode, property_type, floor_area_sqm, lodged_on, load_id)
   select 'made-up-' || h, uprn, h::text, postcode, property_type, floor_area_sqm, '2015-01-01', 0
   from bench_homes where h % 8 <> 0`,
  'analyze',
];
