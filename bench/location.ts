import { performance } from 'node:perf_hooks';
import type { Db } from '@domesday/db';
import { toDegrees } from '@domesday/geography/grid';
import { percentile, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';

const POINTS = 1_000_000;
const POSTCODES = 300_000;
const TOWNS = 400;
const CONCURRENT = 8;
const REQUESTS = 800;
/** Places requested one at a time, five times each: the best of five is free of other load on the machine. */
const ALONE = 100;

/**
 * Latency of nearby places, with a million points of the open sources and a million of OpenStreetMap, distributed as
 * in Great Britain: a third of them in ten cities, the rest in towns.
 */
export async function run(): Promise<void> {
  const scratch = await scratchDatabase();
  try {
    await fill(scratch.db);
    const [secret] = await benchKey(scratch.db);
    const { rows: places } = await scratch.db.query(
      `select easting, northing from postcodes where postcode in
         (select postcode from postcodes order by md5(postcode) limit ${REQUESTS})`,
    );
    const env = { DATABASE_URL: scratch.url, LOG_LEVEL: 'warn' };
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
    const rows: Record<string, string | number>[] = [];
    for (const path of [
      '/location/infrastructure',
      '/location/infrastructure?categories=transport,health',
      '/location/schools',
      '/location/profile',
    ]) {
      await measure(path);
      const took_ms = await measure(path);
      const alone_ms = await measureAlone(path);
      rows.push({
        request: path,
        alone_p50_ms: Math.round(percentile(alone_ms, 0.5) * 10) / 10,
        alone_p95_ms: Math.round(percentile(alone_ms, 0.95) * 10) / 10,
        p50_ms: Math.round(percentile(took_ms, 0.5) * 10) / 10,
        p95_ms: Math.round(percentile(took_ms, 0.95) * 10) / 10,
        p99_ms: Math.round(percentile(took_ms, 0.99) * 10) / 10,
      });
    }
    await api.stop();
    await report('location', 'Location operations with a million points', rows, [
      `${POINTS} points of open sources, ${POINTS} of OpenStreetMap, ${POSTCODES} postcodes; made up, crowded in ${TOWNS} towns.`,
      `${CONCURRENT} requests at a time, ${REQUESTS} places, live key, charged; client, server and database share the cores.`,
      `alone: one request at a time, best of five at each of ${ALONE} places.`,
    ]);
  } finally {
    await scratch.close();
  }
}

/** Points around the centre of a town, denser towards it; the first ten towns hold a third of all. */
async function fill(db: Db): Promise<void> {
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
            easting, northing, false from ${scattered(POINTS - 30_000)} ${together}`,
  );
  await db.query(
    `insert into schools (id_scheme, id, name, country, phase, sector, type, load_id)
     select 'urn', n, 'School ' || n, 'England', ${category(['primary', 'primary', 'secondary'])}, 'state', 'School', 1
       from generate_series(1, 30000) n`,
  );
  await db.query(
    `insert into place_points (source, id, category, kind, name, easting, northing, by_postcode)
     select 'gias', n, 'education', 'school', 'School ' || n, easting, northing, false from ${scattered(30_000)}`,
  );
  const osm = ['shops', 'food', 'green_space', 'civic', 'culture', 'ev_charging', 'worship', 'health'];
  await db.query(
    `insert into osm_points (id, name, category, kind, easting, northing, latitude, longitude, load_id)
     select 'node/' || n, 'Point ' || n, ${category(osm)}, 'kind' || n % 5, easting, northing, 0, 0, 1 from ${scattered(POINTS)} ${together}`,
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
  await db.query('vacuum analyze');
}
