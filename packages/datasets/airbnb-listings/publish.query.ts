import { command, type DbClient, readWorking, sql, statement, writeWorking } from '@domesday/db';
import { grouped } from '@domesday/loading/grouped';
import { mergeRows } from '@domesday/loading/merge.query';
import { LoadError, type Staged } from '@domesday/loading/types';
import { table as listings } from './columns.ts';

const UPDATED_COLUMNS = listings.served.filter((column) => column !== 'id');

/** Two scrapes of one city share at least one listing in this many; scrapes of different cities share none. */
const ONE_CITY = 3;

/** Columns that only the detailed file has, without bedrooms. */
const DETAILED = ['property_kind', 'bathrooms', 'guests', 'licence'];

/**
 * Adds a scrape of a city to the earlier ones. If the file's name has no city, its first neighbourhood in alphabetical
 * order identifies it, which is the same in every scrape; If the name has no day, the day of the newest review is used,
 * unless it is before the month in the name. Without a day nothing is published. Index: the primary key of short_lets.
 */
export async function publishShortLets(staged: Staged): Promise<number> {
  const { client, table, load_id } = staged;
  await refuseUndated(client, table);
  const visits = `(select file, coalesce(max(city), lower(min(neighbourhood)), 'not named') as city,
      greatest(max(seen_on), max(last_review)) as seen_on from ${table} group by file)`;
  await nameCities(client, table, visits);
  const written = await mergeRows(client, {
    table: 'short_lets',
    key: ['id', 'seen_on'],
    columns: ['id', 'seen_on', 'city', ...UPDATED_COLUMNS, 'load_id'],
    select: (source) =>
      `select s.id, v.seen_on, v.city, ${UPDATED_COLUMNS.map((c) => `s.${c}`).join(', ')}, ${load_id}
         from ${source} s join ${visits} v on v.file = s.file`,
    // A listing has one row for each scrape: the day is that of the whole file.
    staging: await datedStaging(client, table, visits, staged.replace),
    rows: staged.rows,
    remove: staged.replace ? 'true' : undefined,
  });
  await currentVisits.run(client);
  await command(client, 'analyze short_lets');
  return written;
}

/**
 * Gives files the city under which their listings are already served: a third or more of the listings in the file and
 * of the current ones of that city are the same. Otherwise, if the city is spelt in another way, both scrapes would
 * count as current. Index: the primary key of short_lets.
 */
async function nameCities(client: DbClient, table: string, visits: string): Promise<void> {
  const same = await readWorking(
    client,
    { file: 'text', city: 'text', served: 'text' },
    `select v.file, v.city, o.city as served
       from ${table} s join ${visits} v on v.file = s.file join short_lets o on o.id = s.id and o.current
      group by v.file, v.city, o.city
     having count(*) * ${ONE_CITY} >= (select count(*) from short_lets c where c.city = o.city and c.current)
        and count(*) * ${ONE_CITY} >= (select count(*) from ${table} f where f.file = v.file)
      order by v.file, count(*) desc, o.city`,
  );
  for (const [file, cities] of grouped(same, (one) => one.file)) {
    const { city, served } = cities.find((one) => one.city === one.served) ?? cities[0]!;
    if (city !== served)
      await writeWorking(client, `update ${table} set city = $1 where file = $2`, [served, file]);
    const others = cities.map((one) => one.served).filter((name) => name !== served);
    await writeWorking(client, 'update short_lets set city = $1 where city = any ($2)', [served, others]);
  }
}

/** Throws if the day of a file's listings is unknown: the day of loading does not tell when they were seen. */
async function refuseUndated(client: DbClient, table: string): Promise<void> {
  const [undated] = await readWorking(
    client,
    { file: 'text', month: 'text?' },
    `select file, max(seen_month) as month from ${table} group by file
     having max(seen_on) is null
        and (max(last_review) is null or to_char(max(last_review), 'YYYY-MM') < max(seen_month))
      order by file limit 1`,
  );
  if (!undated) return;
  const { month } = undated;
  const file = undated.file.split(/[/\\]/).at(-1);
  const remedy = 'put it into the name of the file, like edinburgh-2021-12-18-listings.csv';
  const lacking = month
    ? `The name of ${file} tells the month ${month} and not the day of its listings, and no review is of that month`
    : `Nothing in ${file} tells the day of its listings`;
  throw new LoadError('checks', `Nothing was published. ${lacking}: ${remedy}.`);
}

async function datedStaging(
  client: DbClient,
  table: string,
  visits: string,
  replace: boolean,
): Promise<string> {
  await writeWorking(
    client,
    `update ${table} s set seen_on = v.seen_on from ${visits} v where v.file = s.file and s.seen_on is distinct from v.seen_on`,
  );
  await keepDetails(client, table, `${table} o where o.file <> s.file and`);
  if (!replace) await keepDetails(client, table, 'short_lets o where');
  return table;
}

/**
 * A summary file does not overwrite what the detailed file of the same scrape gave, in the same load or before, except
 * bedrooms taken from a name. `from` is where the other rows `o` are.
 */
async function keepDetails(client: DbClient, table: string, from: string): Promise<void> {
  await writeWorking(
    client,
    `update ${table} s
        set bedrooms = case when s.bedrooms_source = 'listing' or o.bedrooms_source is distinct from 'listing'
                            then coalesce(s.bedrooms, o.bedrooms) else o.bedrooms end,
            bedrooms_source = case when s.bedrooms_source = 'listing' then 'listing'
                                   when o.bedrooms_source = 'listing' then 'listing'
                                   else coalesce(s.bedrooms_source, o.bedrooms_source) end,
            ${DETAILED.map((column) => `${column} = coalesce(s.${column}, o.${column})`).join(', ')}
       from ${from} o.id = s.id and o.seen_on = s.seen_on`,
  );
}

/**
 * Marks the newest scrape of each city as current; the others are history. A price counts in statistics if it lies
 * between the 1st and the 99th percentile of its scrape and type of listing. Index: short_lets_city.
 */
const currentVisits = statement({
  name: 'mark-current-visits',
  build: () => sql`
    update short_lets t set current = n.current, price_usable = n.usable
       from (select s.id, s.seen_on, s.seen_on = v.newest as current,
                    coalesce(s.price_pn between v.low and v.high, false) as usable
               from short_lets s
               join (select city, seen_on, listing_type, max(seen_on) over (partition by city) as newest,
                            percentile_cont(0.01) within group (order by price_pn) as low,
                            percentile_cont(0.99) within group (order by price_pn) as high
                       from short_lets group by city, seen_on, listing_type) v
                 on v.city = s.city and v.seen_on = s.seen_on and v.listing_type = s.listing_type) n
      where n.id = t.id and n.seen_on = t.seen_on
        and (t.current, t.price_usable) is distinct from (n.current, n.usable)`,
});
