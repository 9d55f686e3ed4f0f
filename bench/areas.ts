import { performance } from 'node:perf_hooks';
import { buildMembers, degreesOf } from '@domesday/builds/area-members';
import { type Db, type DbClient, inTransaction } from '@domesday/db';
import { from as copyFrom } from 'pg-copy-streams';
import { argumentsOf } from './lib/arguments.ts';
import { percentile, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';

const CONCURRENT = 8;
const REQUESTS = 1600;
const TOWNS = 400;
/** The size of the whole country, and the goal in hours, for comparison. */
const NATION = { points: 33_000_000, areas: 2_500_000, hours: 2 };
const RISK_DATASETS = [
  'flood-risk-england',
  'coastal-erosion',
  'radon',
  'coal-mining',
  'historic-landfill',
  'noise',
  'air-quality-areas',
];

interface Latency {
  p50_ms: number;
  p95_ms: number;
}

/**
 * Assigns three million points to a quarter of a million areas, compared with a join in PostgreSQL's own geometry
 * types; then the latency of risks.get, which reads the result. First with a tenth of both, for the growth. Arguments:
 * points, areas.
 */
export async function run(args: string[]): Promise<void> {
  const { points, areas } = argumentsOf('areas', args, { points: 3_000_000, areas: 250_000 });
  const few = await measured(Math.round(points / 10), Math.round(areas / 10));
  const all = await measured(points, areas);
  const national_h = (all.ours_s * (NATION.points / points)) / 3600;
  const times = (figure: keyof Latency) => (all.latency[figure] / few.latency[figure]).toFixed(2);
  await report(
    'areas',
    'Which points lie in which areas',
    [...few.rows, ...all.rows],
    [
      `Both write what they find. The join knows no holes and is given none; peak_mb is of the loading process, the server's memory is not in it.`,
      `At this rate ${NATION.points / 1e6} million points against ${NATION.areas / 1e6} million areas take ${national_h.toFixed(2)} hours (aim: ${NATION.hours}), if areas and points grow alike.`,
      `risks.get of all eight types, ${CONCURRENT} requests at a time, ${REQUESTS} properties, live key, charged: p50 ${few.latency.p50_ms} ms and p95 ${few.latency.p95_ms} ms with the fewer areas, ${all.latency.p50_ms} and ${all.latency.p95_ms} ms with the more: ${times('p50_ms')} and ${times('p95_ms')} times.`,
    ],
  );
}

async function measured(points: number, areas: number) {
  const scratch = await scratchDatabase({ shared_buffers: '512MB', max_wal_size: '4GB' });
  try {
    await fillPoints(scratch.db, points);
    const corners = await fillAreas(scratch.db, areas);
    await scratch.db.query('vacuum analyze addresses, areas, bench_shapes');

    const memory = watchMemory();
    const began_ms = performance.now();
    const built = await inTransaction(scratch.db, (client) =>
      buildMembers(client, 'flood-risk-england', false),
    );
    const ours_s = (performance.now() - began_ms) / 1000;
    const peak_mb = memory.stop();

    const joinBegan_ms = performance.now();
    const { rows } = await scratch.db.query<{ n: number }>(
      `with found as (insert into bench_found select a.uprn, s.id from bench_shapes s
                        join addresses a on a.position <@ s.shape returning 1)
       select count(*) as n from found`,
    );
    const join_s = (performance.now() - joinBegan_ms) / 1000;

    for (const dataset of RISK_DATASETS.slice(1)) {
      await scratch.db.query('insert into area_datasets (dataset) values ($1) on conflict do nothing', [
        dataset,
      ]);
      await inTransaction(scratch.db, (client) => buildMembers(client, dataset, false));
    }
    await coverEngland(scratch.db);
    const latency: Latency = await risksLatency(scratch.url, scratch.db);
    const row = (way: string, found: number, took_s: number, mb: number) => ({
      ...{ way, points, areas, corners, found, seconds: Math.round(took_s * 10) / 10 },
      points_per_second: Math.round(points / took_s),
      peak_mb: mb,
    });
    return {
      ours_s,
      latency,
      rows: [
        row('areas, square by square', built.addresses, ours_s, peak_mb),
        row('PostgreSQL polygons, one join', rows[0]!.n, join_s, 0),
      ],
    };
  } finally {
    await scratch.close();
  }
}

/** Addresses around towns, denser towards their centres; the first ten towns hold a third of all. */
async function fillPoints(db: Db, count: number): Promise<void> {
  await db.query('select setseed(0.5)');
  await db.query(
    `create table towns as select n, 150000 + random() * 450000 as easting, 100000 + random() * 500000 as northing
       from generate_series(1, ${TOWNS}) n`,
  );
  await db.query(
    `insert into addresses (uprn, address, postcode, country, local_authority_code, easting, northing, position, source,
                            position_source)
     select n, 'MADE UP ' || n, 'XE1 1AA', 'England', 'E06999001', easting, northing, point(easting, northing),
            'address-list', 'os-open-uprn'
       from (select x.n, round((t.easting + s * cos(a))::numeric, 2)::float8 as easting,
                    round((t.northing + s * sin(a))::numeric, 2)::float8 as northing
               from (select n, random() * 6.2832 as a,
                       case when random() < 0.33 then 1 + floor(random() * 10)::integer
                            else 11 + floor(random() * ${TOWNS - 10})::integer end as town,
                       sqrt(-2 * ln(1 - random())) * 3500 as s
                       from generate_series(1, ${count}) n) x join towns t on t.n = x.town) p
      order by floor(easting / 2000), floor(northing / 2000)`,
  );
}

/**
 * Star shapes of 8 to 120 corners around the towns; one in five thousand has 20,000 corners and is kilometres wide.
 */
async function fillAreas(db: Db, count: number): Promise<number> {
  await db.query('create table bench_shapes (id integer, shape polygon)');
  await db.query('create table bench_found (uprn bigint, area_id integer)');
  const { rows } = await db.query(
    `insert into area_datasets (dataset) values ('flood-risk-england') returning no`,
  );
  const { rows: towns } = await db.query<{ easting: number; northing: number }>(
    'select * from towns order by n',
  );
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const client = await db.connect();
  let corners = 0;
  try {
    const batch = 5000;
    for (let from = 0; from < count; from += batch) {
      let areas = '';
      let shapes = '';
      for (let i = from; i < Math.min(count, from + batch); i++) {
        const large = i % 5000 === 4999;
        const n = large ? 20_000 : 8 + Math.floor(112 * random());
        const radius = large ? 3000 : 20 + 130 * random();
        const town =
          towns[random() < 0.33 ? Math.floor(random() * 10) : Math.floor(random() * towns.length)]!;
        const angle = random() * 2 * Math.PI;
        const off = Math.sqrt(-2 * Math.log(1 - random())) * 3500;
        const [x, y] = [town.easting + off * Math.cos(angle), town.northing + off * Math.sin(angle)];
        const ring: [number, number][] = [];
        for (let k = 0; k < n; k++) {
          const r = radius * (0.7 + 0.3 * random());
          ring.push([
            Math.round((x + r * Math.cos((2 * Math.PI * k) / n)) * 100) / 100,
            Math.round((y + r * Math.sin((2 * Math.PI * k) / n)) * 100) / 100,
          ]);
        }
        ring.push(ring[0]!);
        corners += n;
        const degrees = ring.map(([e, m]) => degreesOf(e, m).map((d) => Math.round(d * 1e7) / 1e7));
        const geometry = JSON.stringify({ type: 'Polygon', coordinates: [degrees] });
        const box = `(${x + radius},${y + radius}),(${x - radius},${y - radius})`;
        areas += `${rows[0]!.no}\tflood-rivers-sea\tEngland\tLow\tlow\t${geometry}\t${box}\t${n + 1}\t1\t1\n`;
        shapes += `${i + 1}\t(${ring.map((p) => `(${p[0]},${p[1]})`).join(',')})\n`;
      }
      await copy(
        client,
        'areas (dataset_no, kind, scope, band, level, geometry, box, vertices, area_sqm, load_id)',
        areas,
      );
      await copy(client, 'bench_shapes', shapes);
    }
  } finally {
    client.release();
  }
  return corners;
}

function copy(client: DbClient, into: string, lines: string): Promise<void> {
  const stream = client.query(copyFrom(`copy ${into} from stdin`));
  return new Promise((done, fail) => {
    stream.on('error', fail);
    stream.on('finish', done);
    stream.end(lines);
  });
}

async function coverEngland(db: Db): Promise<void> {
  await db.query(
    `insert into area_coverage (dataset_no, kind, scope, country, basis, complete, load_id)
     select d.no, k.kind, 'England', 'England', 'declared', true, 1
       from area_datasets d cross join unnest(array['flood-rivers-sea', 'flood-surface-water', 'coastal-erosion', 'radon',
         'coal-reporting-area', 'historic-landfill', 'noise-road', 'air-quality-management-area']) as k (kind)`,
  );
  for (const dataset of RISK_DATASETS) {
    await db.query(
      `with made as (
         insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, started_at, finished_at)
         values ($1, 'published', 'made up', 'made up', 'none', 'made up', now(), now()) returning id)
       insert into dataset_served (dataset, load_id, rows) select $1, id, 1 from made`,
      [dataset],
    );
  }
}

async function risksLatency(url: string, db: Db): Promise<Latency> {
  const [secret] = await benchKey(db);
  const { rows } = await db.query<{ uprn: number }>(
    `select uprn from addresses where uprn % ${997} = 5 order by md5(uprn::text) limit ${REQUESTS}`,
  );
  const api = await serve(
    'apps/api/dist/main.js',
    { DATABASE_URL: url, LOG_LEVEL: 'warn' },
    '/v1/openapi.json',
  );
  const measure = async (): Promise<number[]> => {
    const took_ms: number[] = [];
    let next = 0;
    const worker = async () => {
      while (next < rows.length) {
        const { uprn } = rows[next++]!;
        const began_ms = performance.now();
        const response = await fetch(`http://127.0.0.1:${api.port}/v1/risks/${uprn}`, {
          headers: { authorization: `Bearer ${secret}` },
        });
        await response.arrayBuffer();
        took_ms.push(performance.now() - began_ms);
        if (response.status !== 200) throw new Error(`risks.get answered ${response.status}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, worker));
    return took_ms;
  };
  try {
    await measure();
    const took_ms = await measure();
    const round = (ms: number) => Math.round(ms * 10) / 10;
    return { p50_ms: round(percentile(took_ms, 0.5)), p95_ms: round(percentile(took_ms, 0.95)) };
  } finally {
    await api.stop();
  }
}

/** Measures the peak resident memory of this process from now on, MB. */
function watchMemory(): { stop(): number } {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 100);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round(peak / 1024 / 1024);
    },
  };
}
