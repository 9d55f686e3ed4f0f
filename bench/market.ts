import { publishedInputs, recordBuild } from '@domesday/builds/derived.query';
import { buildMarket } from '@domesday/builds/packed-sales';
import { createPool, type Db, inTransaction } from '@domesday/db';
import { toDegrees } from '@domesday/geography/grid';
import { publishing, rebuildTable } from '@domesday/loading/rebuild.query';
import { argumentsOf } from './lib/arguments.ts';
import { answerOf, type Client, client } from './lib/client.ts';
import { percentile, report } from './lib/report.ts';
import { benchKey, type Scratch, scratchDatabase, serve } from './lib/servers.ts';

const OUTCODES = 200;
const POSTCODES_EACH = 400;
const SALES_A_HOME = 5;
const SIDE_M = 5000;
const WARM_UP = 200;
const ALONE = 200;
const TOGETHER = 1200;
const AT_ONCE = 8;

type Row = Record<string, string | number>;
type Ask = (n: number) => Promise<number>;

interface Measured {
  p50: number;
  p95: number;
}

/**
 * Prices and yields by outcode and comparables within 1 km over made-up sales in 200 outcodes, with a tenth of the
 * sales and with all, one caller and eight. The baseline of each is the plain query. `npm run bench -- market [--sales
 * 10000000]`.
 */
export async function run(args: string[]): Promise<void> {
  const { sales } = argumentsOf('market', args, { sales: 10_000_000 });
  if (!Number.isInteger(sales) || sales < OUTCODES * 100) throw new Error('--sales must be 20000 or more.');
  const rows: Row[] = [];
  const notes: string[] = [];
  const p95 = new Map<string, number[]>();
  for (const size of [Math.round(sales / 10), sales]) {
    const scratch = await scratchDatabase({ shared_buffers: '1GB', max_wal_size: '16GB' });
    try {
      const began_ms = performance.now();
      await fill(scratch.db, size);
      notes.push(
        `${size.toLocaleString('en-GB')} sales in ${OUTCODES} outcodes of ${SIDE_M / 1000} km square, written in ${seconds(began_ms)}.`,
      );
      const { seconds: packed_s } = await buildMarket(scratch.db);
      await scratch.db.query('vacuum analyze sale_months, sale_squares');
      notes.push(
        `Of these \`domesday build\` packed the sales by area and month in ${packed_s.toFixed(0)} s.`,
      );
      for (const [what, at1, at8] of await measure(scratch)) {
        rows.push({
          what,
          sales: size,
          'p50 alone, ms': at1.p50,
          'p95 alone, ms': at1.p95,
          [`p50 of ${AT_ONCE}, ms`]: at8.p50,
          [`p95 of ${AT_ONCE}, ms`]: at8.p95,
        });
        p95.set(what, [...(p95.get(what) ?? []), at1.p50, at8.p95]);
      }
    } finally {
      await scratch.close();
    }
  }
  for (const [what, [aloneFew, atOnceFew, aloneMany, atOnceMany]] of p95) {
    notes.push(
      `${what}: with ten times the sales ${(aloneMany! / aloneFew!).toFixed(2)} times the median alone, ${(atOnceMany! / atOnceFew!).toFixed(2)} times the p95 of ${AT_ONCE}.`,
    );
  }
  await report('market', 'The market of an area, by the number of sales', rows, [
    `HTTP with a live key, each call charged; client, server and database share the cores. ${ALONE} calls alone, ${TOGETHER} by ${AT_ONCE} callers, after ${WARM_UP} to warm up, each of another place than the one before.`,
    'Plain queries go straight to PostgreSQL over the tables as loaded, without HTTP, key, charge or anything else that the answer holds.',
    ...notes,
  ]);
}

function seconds(since_ms: number): string {
  return `${((performance.now() - since_ms) / 1000).toFixed(0)} s`;
}

/**
 * Writes into the tables directly, in the layout and by the table exchange of the loaders: sales are linked and
 * located.
 */
async function fill(db: Db, sales: number): Promise<void> {
  const homes = Math.round(sales / OUTCODES / SALES_A_HOME);
  await db.query('select setseed(0.25)');
  await db.query(
    `create unlogged table bench_outcodes as
     select o, 'X' || chr(65 + o / 40) || (10 + o % 40) as outcode, 'E06' || lpad((990000 + o / 4)::text, 6, '0') as authority,
            200000::float8 + (o % 20) * ${SIDE_M} as easting, 200000::float8 + (o / 20) * ${SIDE_M} as northing
       from generate_series(0, ${OUTCODES - 1}) o`,
  );
  await db.query(
    `insert into postcodes (postcode, outcode, sector, country, local_authority_code, region_code, easting, northing, position, latitude, longitude)
     select outcode || ' ' || p / 40 || 'A' || chr(65 + p % 26) || chr(65 + p / 26 % 2), outcode, outcode || ' ' || p / 40, 'England', authority, 'E12000099',
            e, n, point(e, n), 0, 0
       from (select o.*, p, floor(o.easting + random() * ${SIDE_M}) as e, floor(o.northing + random() * ${SIDE_M}) as n
               from bench_outcodes o, generate_series(0, ${POSTCODES_EACH - 1}) p) x
     on conflict do nothing`,
  );
  await db.query(
    `create unlogged table bench_postcodes as
     select o.o, row_number() over (partition by o.o order by p.postcode) - 1 as i, p.postcode, p.easting, p.northing
       from postcodes p join bench_outcodes o using (outcode)`,
  );
  // A home lies within 60 m of its postcode; its type and price level hold for all of its sales.
  await db.query(
    `create unlogged table bench_homes as
     select 998000000000 + h as uprn, p.postcode, (array['detached', 'semi_detached', 'terraced', 'flat'])[1 + h * 7 % 4] as property_type,
            point(p.easting + random() * 60, p.northing + random() * 60) as position, 40 + floor(random() * 110) as floor_area_sqm,
            1 + floor(random() * 7) as rooms, 120000 * exp(random() * 0.8) * (1 + p.o % 10 / 10.0) as level, h
       from generate_series(0, ${homes * OUTCODES - 1}) h
       join (select o, count(*) as n from bench_postcodes group by o) c on c.o = h / ${homes}
       join bench_postcodes p on p.o = c.o and p.i = h % c.n`,
  );
  await db.query('analyze bench_homes');
  await inTransaction(db, (client) =>
    publishing(client, () =>
      rebuildTable(client, 'sales', (fresh) =>
        client.query(
          `insert into ${fresh} (transaction_id, price, date, postcode, property_type, new_build, tenure, paon, street, town, category,
                                 uprn, uprn_confidence, uprn_method, position, load_id)
           select gen_random_uuid(), (level * exp(0.004 * (date - date '1995-01-01') / 30.4 + random() * 0.2))::int, date, postcode, property_type,
                  random() < 0.1, case when property_type = 'flat' then 'Leasehold' else 'Freehold' end, h::text, 'MADE UP ROAD', 'MADE UP',
                  case when random() < 0.05 then 'additional' else 'standard' end, uprn, 1, 'hmlr_lookup', position, 1
             from (select b.*, current_date - 1 - floor(random() * (current_date - date '1995-01-02'))::int as date
                     from bench_homes b, generate_series(1, ${SALES_A_HOME})) x`,
        ),
      ),
    ),
  );
  await inTransaction(db, (client) =>
    publishing(client, () =>
      rebuildTable(client, 'energy_certificates', (fresh) =>
        client.query(
          `insert into ${fresh} (certificate_number, uprn, uprn_source, address, postcode, current_rating, property_type, floor_area_sqm,
                                 habitable_rooms, construction_age, lodged_on, country, load_id)
           select 'made-up-' || h, uprn, 'assessor', h || ' MADE UP ROAD', postcode, 'C', property_type, floor_area_sqm, rooms,
                  'England and Wales: 1967-1975', date '2009-01-01' + h % 5000, 'England', 1
             from bench_homes where h % 5 <> 0`,
        ),
      ),
    ),
  );
  await db.query(
    `insert into house_price_index (area_code, area_name, month, property_type, index_value, average_price, sales_volume, load_id)
     select a.code, a.name, m::date, t, 100 * exp(0.004 * extract(epoch from m - '1995-01-01')::float8 / 2629800),
            200000 * exp(0.004 * extract(epoch from m - '1995-01-01')::float8 / 2629800), 500, 1
       from (select 'E92000001' as code, 'England' as name union all select distinct authority, authority from bench_outcodes) a,
            generate_series('1995-01-01'::timestamp, date_trunc('month', current_date) - interval '2 months', '1 month') m,
            unnest(array['all', 'detached', 'semi_detached', 'terraced', 'flat']) t`,
  );
  await db.query(
    `insert into private_rents (area_code, area_name, month, segment, rent_pcm, index_value, annual_change_pct, load_id)
     select distinct authority, authority, m::date, s, 800 + length(s) * 40 + coalesce(substring(s from '^[1-4]$')::int, 0) * 150, 100, 4.5, 1
       from bench_outcodes, generate_series(date_trunc('month', current_date) - interval '60 months', date_trunc('month', current_date) - interval '1 month', '1 month') m,
            unnest(array['all', '1', '2', '3', '4', 'detached', 'semi_detached', 'terraced', 'flat']) s`,
  );
  await db.query(
    `insert into lettings (reference, address, postcode, property_type, bedrooms, rent_pcm, advertised_on, let_on, position, load_id)
     select 'made-up-' || p.o || '-' || k, 'MADE UP', p.postcode, 'flat', 1 + k % 4, 700 + k % 4 * 200 + floor(random() * 200),
            current_date - 40 - k, current_date - 10 - k, point(p.easting, p.northing), 1
       from bench_postcodes p join generate_series(0, 299) k on p.i = k`,
  );
  for (const dataset of [
    'price-paid',
    'epc-domestic',
    'uk-hpi',
    'private-rents',
    'operator-lettings',
    'code-point-open',
    'onspd',
  ]) {
    await db.query(
      `with made as (
         insert into dataset_loads (id, dataset, status, uri, content_hash, licence, attribution, started_at, finished_at)
         overriding system value
         select coalesce(max(id), 0) + 1, $1, 'published', 'made up', 'made up', 'none', 'made up', now(), now()
           from dataset_loads returning id)
       insert into dataset_served (dataset, load_id, rows) select $1, id, 1 from made`,
      [dataset],
    );
  }
  // Their rows were written as a build leaves them.
  await recordBuild.run(db, { name: 'lettings', inputs: await publishedInputs(db, ['operator-lettings']) });
  await db.query('drop table bench_homes');
  await db.query('vacuum analyze');
}

async function measure(scratch: Scratch): Promise<[string, Measured, Measured][]> {
  const { db } = scratch;
  const { rows: areas } = await db.query<{ outcode: string; easting: number; northing: number }>(
    'select outcode, easting, northing from bench_outcodes order by md5(outcode)',
  );
  const [secret] = await benchKey(db);
  const api = await serve(
    'apps/api/dist/main.js',
    { DATABASE_URL: scratch.url, LOG_LEVEL: 'warn' },
    '/v1/openapi.json',
  );
  const plain = createPool(scratch.url, { max: AT_ONCE });
  const caller = client(api.port, secret!);
  const area = (n: number) => areas[(n * 71) % areas.length]!;
  /** A random point of an outcode. */
  const spot = (n: number) => {
    const { easting, northing } = area(n);
    return {
      easting: easting + ((n * 1237) % (SIDE_M - 2000)) + 1000,
      northing: northing + ((n * 2741) % (SIDE_M - 2000)) + 1000,
    };
  };
  const http = (path: (n: number) => string) => (n: number) => timed(caller, path(n));
  const sql = (text: string, values: (n: number) => unknown[]) => async (n: number) => {
    const began_ms = performance.now();
    await plain.query({ name: text.slice(0, 40), text, values: values(n) });
    return performance.now() - began_ms;
  };
  const from = (months: number) => {
    const day = new Date();
    day.setUTCMonth(day.getUTCMonth() - months);
    return day.toISOString().slice(0, 10);
  };
  const range = (n: number) => [`${area(n).outcode} `, `${area(n).outcode} ~`];
  const asked: [string, Ask][] = [
    ['prices.market by outcode', http((n) => `/v1/prices/market?outcode=${area(n).outcode}`)],
    ['plain query of the same prices', sql(PLAIN_MARKET, (n) => [...range(n), from(12)])],
    ['rents.yields by outcode', http((n) => `/v1/rents/yields?outcode=${area(n).outcode}`)],
    ['plain query of the same prices by bedrooms', sql(PLAIN_BEDROOMS, (n) => [...range(n), from(12)])],
    [
      'prices.comparables within 1 km',
      http((n) => {
        const { easting, northing } = spot(n);
        const { latitude, longitude } = toDegrees(easting, northing);
        return `/v1/prices/comparables?lat=${latitude}&lng=${longitude}&radius_m=1000`;
      }),
    ],
    [
      'plain query of the same sales',
      sql(PLAIN_COMPARABLES, (n) => [spot(n).easting, spot(n).northing, from(24)]),
    ],
  ];
  try {
    const found: [string, Measured, Measured][] = [];
    for (const [what, ask] of asked) {
      await many(WARM_UP, AT_ONCE, ask);
      found.push([what, await many(ALONE, 1, ask), await many(TOGETHER, AT_ONCE, ask)]);
    }
    return found;
  } finally {
    await caller.close();
    await api.stop();
    await plain.end();
  }
}

const NEWEST_CERTIFICATE = `left join lateral (select c.floor_area_sqm, c.habitable_rooms from energy_certificates c
  where c.uprn = s.uprn and c.floor_area_sqm is not null order by c.lodged_on desc nulls last limit 1) c on true`;

const PLAIN_MARKET = `select count(*), percentile_cont(array[0.1, 0.25, 0.5, 0.75, 0.9]) within group (order by s.price),
    percentile_cont(array[0.1, 0.25, 0.5, 0.75, 0.9]) within group (order by s.price / c.floor_area_sqm)
  from sales s ${NEWEST_CERTIFICATE}
  where s.postcode >= $1 and s.postcode < $2 and s.date >= $3 and s.category = 'standard'`;

const PLAIN_BEDROOMS = `select c.habitable_rooms, count(*), percentile_cont(0.5) within group (order by s.price)
  from sales s ${NEWEST_CERTIFICATE}
  where s.postcode >= $1 and s.postcode < $2 and s.date >= $3 and s.category = 'standard' group by 1`;

const PLAIN_COMPARABLES = `select s.transaction_id, s.price, s.date, s.position <-> point($1, $2) as distance_m, c.*
  from sales s ${NEWEST_CERTIFICATE}
  where s.position <@ circle(point($1, $2), 1000) and s.date >= $3 and s.category = 'standard' order by s.date desc limit 25`;

/** Runs `count` calls with a given concurrency. */
async function many(count: number, at_once: number, ask: Ask): Promise<Measured> {
  const took_ms: number[] = [];
  let next = 0;
  const caller = async () => {
    while (next < count) took_ms.push(await ask(next++));
  };
  await Promise.all(Array.from({ length: at_once }, caller));
  const rounded = (share: number) => Number(percentile(took_ms, share).toFixed(1));
  return { p50: rounded(0.5), p95: rounded(0.95) };
}

async function timed(caller: Client, path: string): Promise<number> {
  const began_ms = performance.now();
  await answerOf(caller.ask(path));
  return performance.now() - began_ms;
}
