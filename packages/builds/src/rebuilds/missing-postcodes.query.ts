import { command, type DbClient, sql, statement } from '@domesday/db';
import { rebuilt } from '@domesday/loading/rebuild.query';

/** If both positions are known, the postcode of a home in the same street is used only within this distance. */
const STREET_REACH_M = 2000;
/** The nearest postcode is used only if its centre is within this distance. */
const POSITION_REACH_M = 1000;

const unposted = statement({
  name: 'addresses-without-postcode',
  build: () => sql`
    create temporary table unposted on commit drop as
    select r.uprn, coalesce(u.easting, r.easting) as easting, coalesce(u.northing, r.northing) as northing, s.street, s.house
      from all_address_records() r left join uprn_points u on u.uprn = r.uprn
      cross join lateral address_street(r.address, null) s
     where r.source = 'address-list' and r.variant = 0 and r.postcode is null
       and not exists (select from ${rebuilt('addresses')} a where a.uprn = r.uprn)`,
});

const streetHomes = statement({
  name: 'addresses-of-streets',
  after: [unposted],
  build: () => sql`
    create temporary table street_homes on commit drop as
    select s.street, s.house, a.postcode, a.uprn, a.easting, a.northing, a.position_source
      from ${rebuilt('addresses')} a cross join lateral address_street(a.address, a.postcode) s
     where s.street in (select street from unposted)`,
});

/**
 * The nearest home of the street by position, else by house number, with homes on the same side of the street first.
 */
const foundPostcodes = statement({
  name: 'postcodes-found',
  after: [unposted, streetHomes],
  build: () => sql`
    create temporary table found_postcodes on commit drop as
    select r.uprn, coalesce(s.postcode, p.postcode) as postcode,
           case when s.postcode is not null then 'street' else 'position' end as postcode_from
      from unposted r
      left join lateral (
        select h.postcode from street_homes h,
               lateral (select case when h.position_source <> 'postcode'
                                    then point(r.easting, r.northing) <-> point(h.easting, h.northing) end as metres) m
         where h.street = r.street and coalesce(m.metres, 0) <= ${sql.raw(String(STREET_REACH_M))}
         order by m.metres, (h.house - r.house) % 2 <> 0, abs(h.house - r.house), h.uprn limit 1) s on true
      left join lateral (
        select min(n.postcode) as postcode from (
          select postcode, position from postcodes
           order by position <-> point(r.easting, r.northing) fetch first row with ties) n
         where r.easting is not null and s.postcode is null
           and n.position <-> point(r.easting, r.northing) <= ${sql.raw(String(POSITION_REACH_M))}) p on true
     where coalesce(s.postcode, p.postcode) is not null`,
});

/**
 * Finds postcodes for listed homes without one in any source, into the temporary table `found_postcodes`: that of the
 * nearest home in the same street of the same place, else the nearest postcode. A home with neither is not served.
 * Reads the addresses of the build once, if there is such a home. Index: postcodes_position.
 */
export async function findPostcodes(client: DbClient): Promise<void> {
  await unposted.run(client);
  await streetHomes.run(client);
  await command(client, 'create index on street_homes (street)');
  await command(client, 'analyze street_homes');
  await foundPostcodes.run(client);
}

export const FOUND = [unposted, streetHomes, foundPostcodes] as const;
