import { command, type DbClient, sql, statement } from '@domesday/db';
import { CHANGED } from '@domesday/loading/changed-rows.query';
import { rebuildTable, rebuilt } from '@domesday/loading/rebuild.query';
import { FOUND, findPostcodes } from './missing-postcodes.query.ts';

const COLUMNS = `uprn, address, postcode, country, local_authority_code, lsoa_code, easting, northing, position,
  latitude, longitude, parent_uprn, classification, source, position_source, postcode_from`;

/**
 * SQL for the nation of a home: the address list's, since a postcode at a border has the nation of most of its homes.
 */
const NATION = `case when r.source = 'address-list' then coalesce(r.country, p.country) else coalesce(p.country, r.country) end`;
/** SQL for a code of the postcode, if the postcode is in the nation of the home; else null. */
const ifInNation = (column: string) =>
  `case when p.country is null or p.country = ${NATION} then p.${column} end`;

/** SQL that fills `addresses` from a query of records; `postcode_from` gives the origin of the postcode. */
const addressesOf = (records: ReturnType<typeof sql>, table = rebuilt('addresses')) => sql`
      insert into ${table} (${sql.raw(COLUMNS)})
       select r.uprn, r.address, r.postcode,
              ${sql.raw(NATION)}, ${sql.raw(ifInNation('local_authority_code'))}, ${sql.raw(ifInNation('lsoa_code'))},
              ${sql.raw(placed('easting'))}, ${sql.raw(placed('northing'))}, point(${sql.raw(placed('easting'))}, ${sql.raw(placed('northing'))}),
              ${sql.raw(placed('latitude'))}, ${sql.raw(placed('longitude'))},
              r.parent_uprn, r.classification, r.source,
              case when u.uprn is not null then 'os-open-uprn' when r.easting is not null then r.source
                   when p.easting is not null then 'postcode' end, r.postcode_from
         from (${records}) r
         left join uprn_points u on u.uprn = r.uprn
         left join postcodes p on p.postcode = r.postcode`;

/** SQL for the records to serve: of each UPRN the address list's, else that of the newest certificate. */
const served = (from: ReturnType<typeof sql>) => sql`
         with told as not materialized (select *, null as postcode_from from ${from} r where variant = 0 and postcode is not null)
         select * from told where source = 'address-list'
         union all
         select * from told t where source <> 'address-list'
            and not exists (select from told l where l.source = 'address-list' and l.uprn = t.uprn)`;

const fillAddresses = statement({
  name: 'fill-addresses',
  build: () => addressesOf(served(sql`all_address_records()`)),
});

const deleteChanged = statement({
  name: 'delete-changed-addresses',
  after: CHANGED,
  build: () => sql`delete from addresses a using changed_homes h where h.uprn = a.uprn`,
});

const addChanged = statement({
  name: 'add-changed-addresses',
  after: CHANGED,
  build: () => addressesOf(served(sql`changed_records`), sql.table('addresses')),
});

/**
 * Rebuilds the rows of `addresses` for the homes that small loads changed, by primary keys. Valid only if every listed
 * home has a postcode.
 */
export async function followAddresses(client: DbClient): Promise<void> {
  await deleteChanged.run(client);
  await addChanged.run(client);
}

/** Whether a listed home has no postcode in the list. Index: address_records_unposted. */
export const withoutPostcode = statement({
  name: 'listed-without-postcode',
  row: { some: 'bool' },
  build: () => sql`
    select exists (select from address_records
                    where source = 'address-list' and variant = 0 and postcode is null)
           or exists (select from address_record_packs where unposted) as some`,
});

const fillWithFound = statement({
  name: 'fill-addresses-found-postcodes',
  after: FOUND,
  build: () =>
    addressesOf(sql`
         select r.address, f.postcode, f.postcode_from, r.uprn, r.country, r.easting, r.northing, r.latitude,
                r.longitude, r.parent_uprn, r.classification, r.source
           from found_postcodes f join all_address_records() r on r.uprn = f.uprn
          where r.source = 'address-list' and r.variant = 0`),
});

/**
 * Builds `addresses`, one row for each UPRN: the address of the operator's list, else that of the newest certificate;
 * the position of OS Open UPRN, else the list's own, else the centre of the postcode, as `position_source` records
 * (`os-open-uprn`, `address-list`, `postcode`). If the list gives no postcode, the home is served with the
 * certificate's address, else with a postcode whose origin is in `postcode_from`. Index: the primary keys of
 * address_records, uprn_points and postcodes. Returns the number of rows.
 */
export function rebuildAddresses(client: DbClient): Promise<number> {
  return rebuildTable(client, 'addresses', async () => {
    const rows = await fillAddresses.run(client);
    if (!(await withoutPostcode.one(client)).some) return rows;
    await command(client, 'analyze staging.addresses_anew');
    await findPostcodes(client);
    return rows + (await fillWithFound.run(client));
  });
}

function placed(column: string): string {
  return `case when u.uprn is not null then u.${column} when r.easting is not null then r.${column}
               else p.${column} end`;
}
