import { command, type DbClient, sql, statement } from '@domesday/db';
import { rebuildTable, rebuilt } from '@domesday/loading/rebuild.query';
import { bedroomsOfRooms } from './bedrooms.ts';
import { BITS, NO_BEDROOMS, NO_ROOMS, SQUARE_M, TENURES, TYPES } from './records.ts';
import { isSoldTogether, usableArea } from './usable.ts';

const usable = sql.raw(usableArea('floor_area_sqm'));

/**
 * Attributes of homes by their certificates, as in `properties.get`: the floor area of the newest certificate with a
 * usable one, else with any; rooms and modelled bedrooms of the newest certificate. One sort of the certificates.
 */
const soldHomes = statement({
  name: 'gather-certificates-of-sales',
  build: () => sql`
    create temporary table sold_homes on commit drop as
     select uprn, coalesce(usable[1], area[1]) as floor_area_sqm,
            rooms[1] as rooms,
            ${sql.raw(bedroomsOfRooms('rooms[1]'))} as bedrooms
       from (select uprn,
                    array_agg(floor_area_sqm order by lodged_on desc nulls last, certificate_number desc)
                      filter (where floor_area_sqm is not null) as area,
                    array_agg(floor_area_sqm order by lodged_on desc nulls last, certificate_number desc)
                      filter (where ${usable}) as usable,
                    array_agg(habitable_rooms order by lodged_on desc nulls last, certificate_number desc) as rooms
               from energy_certificates where uprn is not null group by uprn) c`,
});

/** Creates the temporary table of homes that `packMonths` and `packSquares` read. */
export async function gatherCertificates(client: DbClient): Promise<void> {
  await soldHomes.run(client);
  await command(client, 'analyze sold_homes');
}

function codeOf(column: string, values: readonly string[]): string {
  return `(case ${column} ${values.map((value, i) => `when '${value}' then ${i + 1}`).join(' ')} else 0 end)`;
}

const FLAGS = `(${[
  `extract(day from s.date)::integer << ${BITS.day}`,
  `${codeOf('s.property_type', TYPES)} << ${BITS.type}`,
  `${codeOf('s.tenure', TENURES)} << ${BITS.tenure}`,
  `s.new_build::integer << ${BITS.new_build}`,
  `(s.category = 'additional')::integer << ${BITS.additional}`,
  `coalesce(substring(s.postcode from ' ([0-9])')::integer, 0) << ${BITS.sector}`,
  `coalesce(h.bedrooms, ${NO_BEDROOMS}) << ${BITS.bedrooms}`,
  `${isSoldTogether('s')}::integer << ${BITS.sold_together}`,
  `(case when h.rooms is null then ${NO_ROOMS} else least(h.rooms, ${NO_ROOMS - 1}) end) << ${BITS.rooms}`,
]
  .map((part) => `(${part})`)
  .join(' | ')})`;
const PRICE_FLAGS_AREA = `int4send(s.price) || int4send(${FLAGS}) || float8send(coalesce(h.floor_area_sqm, 'NaN'))`;

/**
 * Packs all sales by outcode, authority, market area and month. Hash joins; needs `gatherCertificates`. The sales of a
 * row are in a fixed order, so that releases keep past versions only of months that changed.
 */
const monthsPacked = statement({
  name: 'pack-sale-months',
  after: [soldHomes],
  build: () => sql`
    insert into ${rebuilt('sale_months')} (outcode, month, local_authority_code, brma_key, n, sales)
       select split_part(s.postcode, ' ', 1), date_trunc('month', s.date)::date, p.local_authority_code, b.brma_key, count(*),
              string_agg(${sql.raw(PRICE_FLAGS_AREA)}, '' order by s.transaction_id)
         from sales s
         left join sold_homes h on h.uprn = s.uprn
         left join postcodes p on p.postcode = s.postcode
         left join brma_postcodes b on b.postcode = s.postcode
        where s.postcode is not null
        group by 1, 2, 3, 4 order by 1, 2`,
});

export function packMonths(client: DbClient): Promise<number> {
  return rebuildTable(client, 'sale_months', () => monthsPacked.run(client));
}

/** Packs all sales with a position by kilometre square and year. */
const squaresPacked = statement({
  name: 'pack-sale-squares',
  after: [soldHomes],
  build: () => sql`
    insert into ${rebuilt('sale_squares')} (square, year, n, sales)
       select floor((s.position)[0] / ${sql.lit(SQUARE_M)})::integer * 10000 + floor((s.position)[1] / ${sql.lit(SQUARE_M)})::integer,
              extract(year from s.date), count(*),
              string_agg(${sql.raw(PRICE_FLAGS_AREA)} || int4send(s.date - date '2000-01-01') || float8send((s.position)[0])
                         || float8send((s.position)[1]) || uuid_send(s.transaction_id), '' order by s.transaction_id)
         from sales s left join sold_homes h on h.uprn = s.uprn
        where s.position is not null
        group by 1, 2 order by 1, 2`,
});

export function packSquares(client: DbClient): Promise<number> {
  return rebuildTable(client, 'sale_squares', () => squaresPacked.run(client));
}
