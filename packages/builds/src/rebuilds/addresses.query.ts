import { type DbClient, sql, statement } from '@domesday/db';
import { anew, rebuildTable } from '@domesday/loading/rebuild.query';

const COLUMNS = `uprn, address, postcode, country, local_authority_code, lsoa_code, easting, northing, position,
  latitude, longitude, parent_uprn, classification, source, position_source`;

const fillAddresses = statement({
  name: 'fill-addresses',
  build: () => sql`
      insert into ${anew('addresses')} (${sql.raw(COLUMNS)})
       select r.uprn, r.address, r.postcode,
              coalesce(p.country, r.country), p.local_authority_code, p.lsoa_code,
              ${sql.raw(placed('easting'))}, ${sql.raw(placed('northing'))}, point(${sql.raw(placed('easting'))}, ${sql.raw(placed('northing'))}),
              ${sql.raw(placed('latitude'))}, ${sql.raw(placed('longitude'))},
              r.parent_uprn, r.classification, r.source,
              case when u.uprn is not null then 'os-open-uprn' when r.easting is not null then r.source
                   when p.easting is not null then 'postcode' end
         from address_records r
         left join uprn_points u on u.uprn = r.uprn
         left join postcodes p on p.postcode = r.postcode
        where r.variant = 0
          and (r.source = 'address-list'
               or not exists (select from address_records l
                               where l.source = 'address-list' and l.uprn = r.uprn and l.variant = 0))`,
});

/**
 * Builds `addresses`, one row per UPRN: the address of the operator's list, else that of the newest
 * certificate; the position of OS Open UPRN, else the list's own, else the centre of the postcode, and
 * `position_source` says which (`os-open-uprn`, `address-list`, `postcode`). Index: the primary keys of
 * address_records, uprn_points and postcodes. Returns rows.
 */
export function rebuildAddresses(client: DbClient): Promise<number> {
  return rebuildTable(client, 'addresses', () => fillAddresses.run(client));
}

function placed(column: string): string {
  return `case when u.uprn is not null then u.${column} when r.easting is not null then r.${column}
               else p.${column} end`;
}
