import type { DbClient } from '@domesday/db';
import { rebuildTable } from '@domesday/loading/rebuild.query';
import { bedroomsOfRooms } from './bedrooms.ts';
import { BITS, NO_BEDROOMS, NO_ROOMS, SQUARE_M, TENURES, TYPES } from './records.ts';

/**
 * Attributes from the certificates: floor area and rooms by the newest with an area, bedrooms by the newest of all, as
 * `rents.yields` models them. One sort of the certificates.
 */
export async function gatherCertificates(client: DbClient): Promise<void> {
  await client.query(
    `create temporary table sold_homes on commit drop as
     select uprn, area[1] as floor_area_sqm, rooms_with_area[1] as rooms,
            ${bedroomsOfRooms('rooms[1]')} as bedrooms
       from (select uprn,
                    array_agg(floor_area_sqm order by lodged_on desc nulls last, certificate_number desc)
                      filter (where floor_area_sqm is not null) as area,
                    array_agg(habitable_rooms order by lodged_on desc nulls last, certificate_number desc)
                      filter (where floor_area_sqm is not null) as rooms_with_area,
                    array_agg(habitable_rooms order by lodged_on desc nulls last, certificate_number desc) as rooms
               from energy_certificates where uprn is not null group by uprn) c`,
  );
  await client.query('analyze sold_homes');
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
  `(case when h.rooms is null then ${NO_ROOMS} else least(h.rooms, ${NO_ROOMS - 1}) end) << ${BITS.rooms}`,
]
  .map((part) => `(${part})`)
  .join(' | ')})`;
const PRICE_FLAGS_AREA = `int4send(s.price) || int4send(${FLAGS}) || float8send(coalesce(h.floor_area_sqm, 'NaN'))`;

/** All sales by outcode, authority, market area and month. Hash joins; needs `gatherCertificates`. */
export function packMonths(client: DbClient): Promise<unknown> {
  return rebuildTable(client, 'sale_months', (fresh) =>
    client.query(
      `insert into ${fresh} (outcode, month, local_authority_code, brma_key, n, sales)
       select split_part(s.postcode, ' ', 1), date_trunc('month', s.date)::date, p.local_authority_code, b.brma_key, count(*),
              string_agg(${PRICE_FLAGS_AREA}, '')
         from sales s
         left join sold_homes h on h.uprn = s.uprn
         left join postcodes p on p.postcode = s.postcode
         left join brma_postcodes b on b.postcode = s.postcode
        where s.postcode is not null
        group by 1, 2, 3, 4 order by 1, 2`,
    ),
  );
}

/** All sales with a position by kilometre square and year. */
export function packSquares(client: DbClient): Promise<unknown> {
  return rebuildTable(client, 'sale_squares', (fresh) =>
    client.query(
      `insert into ${fresh} (square, year, n, sales)
       select floor((s.position)[0] / ${SQUARE_M})::integer * 10000 + floor((s.position)[1] / ${SQUARE_M})::integer,
              extract(year from s.date), count(*),
              string_agg(${PRICE_FLAGS_AREA} || int4send(s.date - date '2000-01-01') || float8send((s.position)[0])
                         || float8send((s.position)[1]) || uuid_send(s.transaction_id), '')
         from sales s left join sold_homes h on h.uprn = s.uprn
        where s.position is not null
        group by 1, 2 order by 1, 2`,
    ),
  );
}
