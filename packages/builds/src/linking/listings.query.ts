import { columnsOf, command, type DbClient, required, sql, statement } from '@domesday/db';
import { toGrid } from '@domesday/geography/grid';
import { otherCodeOf } from '@domesday/loading/authority-codes';
import type { Since } from './changed.ts';
import { linkByEngine, PORTION } from './link.ts';

const dropStale = statement({
  name: 'drop-stale-listing-links',
  parameters: { respelt: '_text?' },
  build: ({ respelt }) => sql`
    update listings l set uprn = null, uprn_confidence = null, uprn_method = null
     where l.uprn_method = 'address_match'
       and (${respelt}::text[] is null or l.postcode = any(${respelt}::text[])
            or not exists (select from addresses a where a.uprn = l.uprn))`,
});

const unlinkedListings = statement({
  name: 'unlinked-listings',
  row: {
    ...columnsOf('listings', ['id']),
    ...required(columnsOf('listings', ['postcode'])),
    address: 'text',
  },
  build: () => sql`
    select id, postcode, upper(address) as address from listings
     where uprn is null and postcode is not null order by postcode`,
});

const writeLinks = statement({
  name: 'write-listing-links',
  parameters: { ids: '_text', uprns: '_int8', confidences: '_float4' },
  build: ({ ids, uprns, confidences }) => sql`
    update listings l set uprn = n.uprn, uprn_confidence = n.confidence, uprn_method = 'address_match'
      from unnest(${ids}::text[], ${uprns}::bigint[], ${confidences}::real[]) as n (id, uprn, confidence)
     where l.id = n.id`,
});

const findPositions = statement({
  name: 'place-listings',
  build: () => sql`
    update listings l
        set latitude = coalesce(l.feed_latitude, a.latitude, c.latitude),
            longitude = coalesce(l.feed_longitude, a.longitude, c.longitude),
            position = coalesce(a.position, c.position)
       from listings k
       left join addresses a on a.uprn = k.uprn and a.position is not null
       left join postcodes c on c.postcode = k.postcode
      where l.id = k.id`,
});

const placedByFeed = statement({
  name: 'listings-placed-by-feed',
  row: { ...columnsOf('listings', ['id']), ...required({ latitude: 'float8', longitude: 'float8' }) },
  build: () => sql`
    select id, feed_latitude as latitude, feed_longitude as longitude from listings where feed_latitude is not null`,
});

const writePositions = statement({
  name: 'write-listing-positions',
  parameters: { ids: '_text', eastings: '_float8', northings: '_float8' },
  build: ({ ids, eastings, northings }) => sql`
    update listings l set position = point(n.easting, n.northing)
      from unnest(${ids}::text[], ${eastings}::float8[], ${northings}::float8[]) as n (id, easting, northing)
     where l.id = n.id`,
});

const estimateRents = statement({
  name: 'estimate-rents-of-listings',
  build: () => sql`
    with newest as (select area_code, max(month) as month from private_rents where segment = 'all' group by 1)
     update listings l set estimated_rent_pcm = n.rent
       from (select k.id, (select r.rent_pcm from private_rents r
                             join newest w on w.area_code = r.area_code and w.month = r.month
                            where k.listing_type = 'sale' and k.bedrooms is not null and r.segment = greatest(1, least(4, k.bedrooms))::text
                              and (r.area_code in (c.local_authority_code, ${sql.raw(otherCodeOf('c.local_authority_code'))}) or r.brma_key = b.brma_key)
                            order by r.month desc, r.area_code limit 1) as rent
               from listings k
               left join postcodes c on c.postcode = k.postcode
               left join brma_postcodes b on b.postcode = k.postcode) n
      where n.id = l.id and n.rent is distinct from l.estimated_rent_pcm`,
});

/**
 * Links listings without a UPRN to the homes of their postcode with the address matcher. Sets the position of every
 * listing: the feed's own, else that of its UPRN, else that of its postcode. Sets the estimated rent of every home for
 * sale: the mean rent of its authority (in Scotland its market area) for its bedrooms. In the postcodes `respelt` (null
 * = all), earlier links are made again. Indexes: listings_postcode, and the primary keys of addresses, postcodes,
 * brma_postcodes and private_rents.
 */
export async function placeListings(client: DbClient, respelt: Since['respelt']): Promise<void> {
  await dropStale.run(client, { respelt });
  await linkByEngine(client, unlinkedListings.batches(client, PORTION), writeLinks);
  await placeOnGrid(client);
  await estimateRents.run(client);
  await command(client, 'analyze listings');
}

async function placeOnGrid(client: DbClient): Promise<void> {
  await findPositions.run(client);
  const rows = await placedByFeed.rows(client);
  const points = rows.map((row) => toGrid(row.latitude, row.longitude));
  await writePositions.run(client, {
    ids: rows.map((row) => row.id),
    eastings: points.map((point) => point.easting),
    northings: points.map((point) => point.northing),
  });
}
