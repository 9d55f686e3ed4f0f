import type { DbClient } from '@domesday/db';
import { toGrid } from '@domesday/geography/grid';
import { homesOfPostcodes } from './keys.query.ts';
import { linkRows } from './link.ts';

const PORTION = 20_000;

/**
 * Links listings without a UPRN to the homes of their postcode by the engine that links sales; gives every listing a
 * position (the feed's own, else of its UPRN, else of its postcode); and gives every home for sale the mean rent of
 * its authority (in Scotland its market area) for its bedrooms. Indexes: listings_postcode, and the primary keys of
 * addresses, postcodes, brma_postcodes and private_rents.
 */
export async function placeListings(client: DbClient): Promise<void> {
  await client.query(
    `update listings l set uprn = null, uprn_confidence = null, uprn_method = null
      where l.uprn_method = 'address_match' and not exists (select from addresses a where a.uprn = l.uprn)`,
  );
  let after = { postcode: '', id: '' };
  for (;;) {
    const { rows } = await client.query<{ id: string; postcode: string; address: string }>(
      `select id, postcode, upper(address) as address from listings
        where uprn is null and (postcode, id) > ($1, $2) order by postcode, id limit $3`,
      [after.postcode, after.id, PORTION],
    );
    const last = rows.at(-1);
    if (!last) break;
    after = last;
    const homes = await homesOfPostcodes(client, [...new Set(rows.map((row) => row.postcode))]);
    const links = linkRows(rows, homes);
    await client.query(
      `update listings l set uprn = n.uprn, uprn_confidence = n.confidence, uprn_method = 'address_match'
         from unnest($1::text[], $2::bigint[], $3::real[]) as n (id, uprn, confidence) where l.id = n.id`,
      [links.ids, links.uprns, links.confidences],
    );
  }
  await placeOnGrid(client);
  await estimateRents(client);
  await client.query('analyze listings');
}

async function placeOnGrid(client: DbClient): Promise<void> {
  await client.query(
    `update listings l
        set latitude = coalesce(l.feed_latitude, a.latitude, c.latitude),
            longitude = coalesce(l.feed_longitude, a.longitude, c.longitude),
            position = coalesce(a.position, c.position)
       from listings k
       left join addresses a on a.uprn = k.uprn and a.position is not null
       left join postcodes c on c.postcode = k.postcode
      where l.id = k.id`,
  );
  const { rows } = await client.query<{ id: string; latitude: number; longitude: number }>(
    `select id, feed_latitude as latitude, feed_longitude as longitude from listings where feed_latitude is not null`,
  );
  const points = rows.map((row) => toGrid(row.latitude, row.longitude));
  await client.query(
    `update listings l set position = point(n.easting, n.northing)
       from unnest($1::text[], $2::float8[], $3::float8[]) as n (id, easting, northing) where l.id = n.id`,
    [rows.map((row) => row.id), points.map((p) => p.easting), points.map((p) => p.northing)],
  );
}

async function estimateRents(client: DbClient): Promise<void> {
  await client.query(
    `with newest as (select area_code, max(month) as month from private_rents where segment = 'all' group by 1)
     update listings l set estimated_rent_pcm = n.rent
       from (select k.id, (select r.rent_pcm from private_rents r
                             join newest w on w.area_code = r.area_code and w.month = r.month
                            where r.segment = greatest(1, least(4, k.bedrooms))::text
                              and (r.area_code = c.local_authority_code or r.brma_key = b.brma_key)
                            limit 1) as rent
               from listings k
               left join postcodes c on c.postcode = k.postcode
               left join brma_postcodes b on b.postcode = k.postcode
              where k.listing_type = 'sale' and k.bedrooms is not null) n
      where n.id = l.id and n.rent is distinct from l.estimated_rent_pcm`,
  );
}
