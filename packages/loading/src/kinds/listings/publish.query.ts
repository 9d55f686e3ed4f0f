import { columnsOf, command, type DbClient, query, sql, statement, writeWorking } from '@domesday/db';
import { compareRows } from '../../changes.query.ts';
import type { Staged } from '../../types.ts';
import type { Feed } from './advert.ts';

/** Columns that a later feed updates for a known listing. */
const UPDATED_COLUMNS = [
  'branch',
  'reference',
  'url',
  'listing_type',
  'status',
  'native_status',
  'price',
  'price_period',
  'price_comparable',
  'of_share',
  'bedrooms',
  'bathrooms',
  'property_type',
  'tenure',
  'new_build',
  'floor_area_sqm',
  'address',
  'postcode',
  'summary',
  'feed_latitude',
  'feed_longitude',
];

const SOURCE = columnsOf('listings', ['source']);

const deleteEvents = statement({
  name: 'delete-listing-events',
  parameters: SOURCE,
  build: ({ source }) => sql`
    delete from listing_events e using listings l where l.id = e.listing_id and l.source = ${source}`,
});

const deleteListings = statement({
  name: 'delete-listings',
  parameters: SOURCE,
  build: ({ source }) => query.deleteFrom('listings').where('source', '=', source),
});

/**
 * Updates the listings from a feed: adds new ones, records changes of price and status as events, and withdraws
 * listings that a complete feed lacks. A feed older than the stored state of a listing does not change it. Index: the
 * primary keys, listings_branch.
 */
export function publishListings(source: Feed['source']): (staged: Staged) => Promise<number> {
  return async ({ client, table, load_id, replace, remove, changes }) => {
    if (changes) await keepFormer(client, source);
    if (replace) {
      await deleteEvents.run(client, { source });
      await deleteListings.run(client, { source });
    }
    if (remove) {
      const adverts = `select t.id from listings t where ${remove}`;
      await writeWorking(client, `delete from listing_events where listing_id in (${adverts})`);
      await writeWorking(client, `delete from listings where id in (${adverts})`);
    }
    await makeFresh(client, table);
    await keepEvents(client, load_id);
    const written = await writeListings(client, load_id);
    await withdrawMissing(client, { source, load_id, table });
    await writeWorking(
      client,
      `update listings l set reduced = coalesce((select e.event = 'reduced' from listing_events e
          where e.listing_id = l.id and e.event in ('reduced', 'increased') order by e.serial desc limit 1), false)
        where l.id in (select f.id from fresh f)`,
    );
    await command(client, 'drop table fresh');
    if (changes)
      await compareRows(client, changes, {
        ...{ table: 'listings', key: ['id'], columns: UPDATED_COLUMNS, before: 'former_listings' },
        after: `(select * from listings where source = '${source}')`,
      });
    await command(client, 'analyze listings, listing_events');
    return written;
  };
}

/** Keeps all listings of the source as they were before the load: a complete feed also changes those that it lacks. */
async function keepFormer(client: DbClient, source: string): Promise<void> {
  await writeWorking(
    client,
    `create temp table former_listings on commit drop as select * from listings where source = '${source}'`,
  );
}

/**
 * Writes the newest record of each listing in the load to the table `fresh`, with missing days filled in, unless the
 * stored state is newer. The newest is the one from the latest feed; within a day, the last row. An advert that changes
 * between sale and rent counts as new, since its prices cannot be compared. Prices of a home and of a share in it are
 * not compared either.
 */
async function makeFresh(client: DbClient, table: string): Promise<void> {
  await command(client, 'drop table if exists fresh');
  await writeWorking(
    client,
    `create temp table fresh as
     select s.*, least(coalesce(s.updated_on, s.day), s.day) as changed_on,
            least(coalesce(s.first_listed, s.updated_on, s.day), s.day) as began_on,
            l.id is not null and (s.removed or l.listing_type = s.listing_type) as known, l.status as old_status, l.price_comparable as old_price, l.of_share as old_share, l.price as old_native,
            greatest(l.last_seen, l.updated_on) as old_seen
       from (select distinct on (id) t.*, coalesce(t.seen_on, t.updated_on, current_date) as day
               from ${table} t where t.refused_id is null
              order by id, seen_on desc nulls first, ctid desc) s
       left join listings l on l.id = s.id
      where l.id is null or l.last_seen <= s.day`,
  );
  await command(client, 'analyze fresh');
}

async function keepEvents(client: DbClient, load_id: number): Promise<void> {
  await writeWorking(
    client,
    'delete from listing_events e using fresh f where e.listing_id = f.id and not f.known and not f.removed',
  );
  await writeWorking(
    client,
    `insert into listing_events (listing_id, date, price, event, load_id)
     select id, date, price, event, $1 from (
       select id, began_on as date, price, 'listed' as event, 1 as turn from fresh where not known and not removed
       union all
       select id, changed_on, price, status, 2 from fresh where not known and not removed and status <> 'available'
       union all
       select id, greatest(changed_on, old_seen), price,
              case when price_comparable < old_price then 'reduced' else 'increased' end, 3
         from fresh where known and not removed and price_comparable <> old_price and of_share = old_share
       union all
       select id, greatest(changed_on, old_seen), coalesce(price, old_native),
              case when status = 'available' then 'back_on_market' else status end, 4
         from fresh where known and status <> old_status) e
     order by id, date, turn`,
    [load_id],
  );
}

async function writeListings(client: DbClient, load_id: number): Promise<number> {
  await writeWorking(
    client,
    `update listings l set status = 'withdrawn', native_status = null, updated_on = f.changed_on, load_id = $1
       from fresh f where f.id = l.id and f.removed`,
    [load_id],
  );
  const columns = UPDATED_COLUMNS.join(', ');
  return writeWorking(
    client,
    `insert into listings (id, source, ${columns}, uprn, uprn_method, uprn_confidence, first_listed, updated_on,
                           last_seen, load_id)
     select id, source, ${UPDATED_COLUMNS.map((c) => (c === 'branch' ? "coalesce(branch, '')" : c)).join(', ')}, uprn,
            case when uprn is not null then 'feed' end, case when uprn is not null then 1 end, began_on, changed_on,
            day, $1
       from fresh where not removed
     on conflict (id) do update set
       ${UPDATED_COLUMNS.map((c) => `${c} = excluded.${c}`).join(', ')},
       uprn = case when excluded.uprn is not null then excluded.uprn
                   when (listings.address, listings.postcode) is not distinct from (excluded.address, excluded.postcode)
                   then listings.uprn end,
       uprn_method = case when excluded.uprn is not null then 'feed'
                   when (listings.address, listings.postcode) is not distinct from (excluded.address, excluded.postcode)
                   then listings.uprn_method end,
       uprn_confidence = case when excluded.uprn is not null then 1
                   when (listings.address, listings.postcode) is not distinct from (excluded.address, excluded.postcode)
                   then listings.uprn_confidence end,
       first_listed = case when listings.listing_type = excluded.listing_type
                   then least(listings.first_listed, excluded.first_listed) else excluded.first_listed end,
       updated_on = excluded.updated_on, last_seen = excluded.last_seen, load_id = excluded.load_id`,
    [load_id],
  );
}

/**
 * Withdraws listings that the newest complete feed of their branch lacks. A listing whose row was refused is not
 * missing and stays as it was. A listing that only an older feed of the same load holds is missing.
 */
async function withdrawMissing(
  client: DbClient,
  { source, load_id, table }: { source: string; load_id: number; table: string },
): Promise<void> {
  await writeWorking(
    client,
    `with feeds as (
       select branch, listing_type, max(day) as day from fresh where complete and not removed group by 1, 2
     ), gone as (
       update listings l set status = 'withdrawn', native_status = null, updated_on = f.day, load_id = $2
         from feeds f
        where l.source = $1 and l.branch = f.branch and l.listing_type = f.listing_type and l.status <> 'withdrawn'
          and l.last_seen <= f.day and not exists (select from fresh n where n.id = l.id and n.day >= f.day)
          and not exists (select from ${table} r where r.refused_id = l.id)
       returning l.id, f.day, l.price)
     insert into listing_events (listing_id, date, price, event, load_id)
     select id, day, price, 'withdrawn', $2 from gone`,
    [source, load_id],
  );
}
