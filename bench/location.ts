import { performance } from 'node:perf_hooks';
import { publishedInputs, recordBuild } from '@domesday/builds/derived.query';
import { packOsm, packPlaces } from '@domesday/builds/packed-points/build.query';
import { OSM_BUILD, OSM_INPUTS, PLACES_BUILD, PLACES_INPUTS } from '@domesday/builds/packed-points/records';
import { type Db, type DbClient, inTransaction } from '@domesday/db';
import { toDegrees } from '@domesday/geography/grid';
import { publishing } from '@domesday/loading/rebuild.query';
import { argumentsOf } from './lib/arguments.ts';
import { percentile, report } from './lib/report.ts';
import { benchKey, type Scratch, scratchDatabase, serve } from './lib/servers.ts';

const POSTCODES = 300_000;
const TOWNS = 400;
const CONCURRENT = 8;
const REQUESTS = 800;
/** Places requested one at a time, five times each: the best of five is free of other load on the machine. */
const ALONE = 100;
/** Schools among the points. */
const SCHOOLS = 30_000;
const ASKED = [
  '/location/infrastructure',
  '/location/infrastructure?categories=transport,health',
  '/location/schools',
  '/location/profile',
];

type Row = Record<string, string | number>;

/**
 * Latency of nearby places, with a tenth of the points and with all, half of them of the open sources and half of
 * OpenStreetMap, distributed as in Great Britain: a third of them in ten cities, the rest in towns. `npm run bench --
 * location [--points 10000000]`.
 */
export async function run(args: string[]): Promise<void> {
  const { points } = argumentsOf('location', args, { points: 10_000_000 });
  if (points < 40 * SCHOOLS) throw new Error(`--points must be ${40 * SCHOOLS} or more.`);
  const rows: Row[] = [];
  for (const size of [Math.round(points / 10), points]) {
    const scratch = await scratchDatabase({ shared_buffers: '1GB', max_wal_size: '8GB' });
    try {
      await fill(scratch.db, size);
      for (const row of await measured(scratch)) rows.push({ points: size, ...row });
    } finally {
      await scratch.close();
    }
  }
  const notes = ASKED.map((request) => {
    const [few, many] = rows.filter((row) => row.request === request);
    const times = (figure: string) => (Number(many![figure]) / Number(few![figure])).toFixed(2);
    return `${request}: with ten times the points ${times('alone_p50_ms')} times the median alone, ${times('p95_ms')} times the p95 of ${CONCURRENT}.`;
  });
  await report('location', 'Location operations, by the number of points', rows, [
    `Half of the points of open sources, half of OpenStreetMap, ${POSTCODES} postcodes; made up, crowded in ${TOWNS} towns.`,
    `${CONCURRENT} requests at a time, ${REQUESTS} places, live key, charged; client, server and database share the cores.`,
    `alone: one request at a time, best of five at each of ${ALONE} places.`,
    ...notes,
  ]);
}

async function measured({ db, url: database_url }: Scratch): Promise<Row[]> {
  const [secret] = await benchKey(db);
  const { rows: places } = await db.query<{ easting: number; northing: number }>(
    `select easting, northing from postcodes where postcode in
       (select postcode from postcodes order by md5(postcode) limit ${REQUESTS})`,
  );
  const env = { DATABASE_URL: database_url, LOG_LEVEL: 'warn' };
  const api = await serve('apps/api/dist/main.js', env, '/v1/openapi.json');
  const ask = async (path: string, at: { easting: number; northing: number }): Promise<number> => {
    const { latitude, longitude } = toDegrees(at.easting, at.northing);
    const url = `http://127.0.0.1:${api.port}/v1${path}${path.includes('?') ? '&' : '?'}lat=${latitude}&lng=${longitude}`;
    const began_ms = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    return performance.now() - began_ms;
  };
  const measure = async (path: string): Promise<number[]> => {
    const took_ms: number[] = [];
    let next = 0;
    const worker = async () => {
      while (next < places.length) took_ms.push(await ask(path, places[next++]!));
    };
    await Promise.all(Array.from({ length: CONCURRENT }, worker));
    return took_ms;
  };
  const measureAlone = async (path: string): Promise<number[]> => {
    const best_ms: number[] = [];
    for (const place of places.slice(0, ALONE)) {
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 5; i++) best = Math.min(best, await ask(path, place));
      best_ms.push(best);
    }
    return best_ms;
  };
  const share = (took_ms: number[], of: number) => Number(percentile(took_ms, of).toFixed(1));
  try {
    const rows: Row[] = [];
    for (const request of ASKED) {
      await measure(request);
      const took_ms = await measure(request);
      const alone_ms = await measureAlone(request);
      rows.push({
        request,
        alone_p50_ms: share(alone_ms, 0.5),
        alone_p95_ms: share(alone_ms, 0.95),
        p50_ms: share(took_ms, 0.5),
        p95_ms: share(took_ms, 0.95),
        p99_ms: share(took_ms, 0.99),
      });
    }
    return rows;
  } finally {
    await api.stop();
  }
}

/** Points around the centre of a town, denser towards it; the first ten towns hold a third of all. */
async function fill(db: Db, points: number): Promise<void> {
  const each = Math.round(points / 2);
  await db.query(`select setseed(0.5)`);
  await db.query(
    `create table towns as select n, 150000 + random() * 450000 as easting, 100000 + random() * 500000 as northing
       from generate_series(1, ${TOWNS}) n`,
  );
  const scattered = (count: number) =>
    `(select x.n, t.easting + s * cos(a) as easting, t.northing + s * sin(a) as northing
        from (select n, random() * 6.2832 as a,
                case when random() < 0.33 then 1 + floor(random() * 10)::integer
                     else 11 + floor(random() * ${TOWNS - 10})::integer end as town,
                sqrt(-2 * ln(1 - random())) * 3500 as s
                from generate_series(1, ${count}) n) x join towns t on t.n = x.town) p`;
  // In the form that the loaders write.
  const together = 'order by floor(easting / 2000), floor(northing / 2000)';
  const category = (of: string[]) => `(array['${of.join("','")}'])[1 + n % ${of.length}]`;
  await db.query(
    `insert into place_points (source, id, category, kind, name, easting, northing, by_postcode)
     select 'naptan', n, ${category(['transport', 'transport', 'transport', 'food', 'health'])}, 'kind' || n % 4, 'Place ' || n,
            easting, northing, false from ${scattered(each - SCHOOLS)} ${together}`,
  );
  await db.query(
    `insert into schools (id_scheme, id, name, country, phase, sector, type, load_id)
     select 'urn', n, 'School ' || n, 'England', ${category(['primary', 'primary', 'secondary'])}, 'state', 'School', 1
       from generate_series(1, ${SCHOOLS}) n`,
  );
  await db.query(
    `insert into place_points (source, id, category, kind, name, easting, northing, by_postcode)
     select 'gias', n, 'education', 'school', 'School ' || n, easting, northing, false from ${scattered(SCHOOLS)}`,
  );
  const osm = ['shops', 'food', 'green_space', 'civic', 'culture', 'ev_charging', 'worship', 'health'];
  await db.query(
    `insert into osm_points (id, name, category, kind, easting, northing, latitude, longitude, load_id)
     select 'node/' || n, 'Point ' || n, ${category(osm)}, 'kind' || n % 5, easting, northing, 0, 0, 1 from ${scattered(each)} ${together}`,
  );
  // Degrees within some hundred metres are accurate enough for query points.
  await db.query(
    `insert into postcodes (postcode, outcode, sector, country, local_authority_code, lsoa_code, easting, northing,
       position, latitude, longitude)
     select 'XE' || n % 90 + 1 || ' ' || n, 'XE' || n % 90 + 1, 'XE' || n % 90 + 1 || ' 1', 'England', 'E06' || lpad((n % 300)::text, 6, '0'),
            'E01' || lpad(round(easting / 700)::text || round(northing / 700)::text, 6, '0'), easting, northing,
            point(easting, northing), 49.766 + (northing + 100000) / 111250, -2 + (easting - 400000) / 66500
       from ${scattered(POSTCODES)}`,
  );
  await db.query(
    `insert into small_areas select lsoa_code, 'England', min(local_authority_code), null, count(*)
       from postcodes group by lsoa_code`,
  );
  await db.query(
    `insert into area_figures
     select t.topic, s.code, null, case t.topic when 'council_tax' then 'council-tax-bands' else 'census-2021' end, '2021', 1000,
            '{"0_4": 50, "5_9": 60, "owned_outright": 300, "none": 90, "band_a": 200}', 1
       from small_areas s, unnest(array['age', 'households', 'tenure', 'occupation', 'qualifications', 'car_availability', 'council_tax']) as t (topic)`,
  );
  await db.query(
    `insert into broadband_postcodes select postcode, 100, 80, null, 80, 0, 60, 70, '2024-01', 1 from postcodes`,
  );
  await db.query(
    `insert into crime_areas select code, to_char(date '2025-01-01' + make_interval(months => m), 'YYYY-MM'), 20,
       '{"Burglary": 8, "Drugs": 12}' from small_areas, generate_series(0, 11) m`,
  );
  await db.query(
    `insert into crime_forces select distinct local_authority_code, 'Force' from small_areas where local_authority_code is not null`,
  );
  await db.query(
    `insert into crime_months select 'Force', to_char(date '2025-01-01' + make_interval(months => m), 'YYYY-MM'), 1000, 3
       from generate_series(0, 11) m`,
  );
  for (const dataset of [
    'naptan',
    'nhs-ods',
    'retail-points',
    'gias',
    'osm-points',
    'ofcom-broadband',
    'census-2021',
    'council-tax-bands',
    'police-crime',
    'onspd',
  ]) {
    await db.query(
      `with made as (
         insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, started_at, finished_at)
         values ($1, 'published', 'made up', 'made up', 'none', 'made up', now(), now()) returning id)
       insert into dataset_served (dataset, load_id, rows) select $1, id, 1 from made`,
      [dataset],
    );
  }
  await inTransaction(db, (client) =>
    publishing(client, async () => {
      await pack(client, PLACES_BUILD, PLACES_INPUTS, packPlaces);
      await pack(client, OSM_BUILD, OSM_INPUTS, packOsm);
      // Their rows were written as a build leaves them.
      await record(client, 'place_points', PLACES_INPUTS);
      await record(client, 'broadband_areas', ['ofcom-broadband']);
      await record(client, 'crime', ['police-crime']);
    }),
  );
  await db.query('vacuum analyze');
}

/** Packs the points as a load does after its rows. */
async function pack(
  client: DbClient,
  name: string,
  datasets: readonly string[],
  build: (client: DbClient) => Promise<number>,
): Promise<void> {
  await build(client);
  await record(client, name, datasets);
}

async function record(client: DbClient, name: string, datasets: readonly string[]): Promise<void> {
  await recordBuild.run(client, { name, inputs: await publishedInputs(client, [...datasets]) });
}
