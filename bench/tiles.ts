import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { medianPrices } from '@domesday/builds/packed-sales/median-prices.query';
import { type Db, inTransaction } from '@domesday/db';
import { degreesOf, toDegrees } from '@domesday/geography/grid';
import { publishing } from '@domesday/loading/rebuild.query';
import { cpuSeconds, secondsOf } from './lib/memory.ts';
import { percentile, report } from './lib/report.ts';
import { benchKey, type Scratch, type Served, scratchDatabase, serve } from './lib/servers.ts';

const SALES = 400_000;
const PLACES = 200_000;
const AREAS = 20_000;
const TOWNS = 120;
const CONCURRENT = 8;
const REQUESTS = 600;
const MOST_KB = 500;
/** A usual tile of zoom 13. */
const BARE_BYTES = 2000;

/** Layers that a map draws at each zoom, requested in equal parts. */
const ASKED: [zoom: number, layers: string[]][] = [
  [10, ['prices', 'sectors', 'schools', 'designations']],
  [12, ['prices', 'sectors', 'schools', 'designations']],
  [13, ['prices', 'schools', 'stops', 'designations', 'flood']],
  [14, ['sales', 'schools', 'stops', 'designations', 'flood']],
];

/** Vector tiles per second over HTTP, around towns, from made-up data as dense as those of a country. */
export async function run(): Promise<void> {
  const scratch = await scratchDatabase();
  try {
    await fill(scratch.db);
    const [secret] = await benchKey(scratch.db);
    const { rows: places } = await scratch.db.query<{ e: number; n: number }>(
      `select (position)[0] as e, (position)[1] as n from sales order by md5(transaction_id::text) limit ${REQUESTS}`,
    );
    const api = await serve(
      'apps/api/dist/main.js',
      { DATABASE_URL: scratch.url, LOG_LEVEL: 'warn' },
      '/v1/openapi.json',
    );
    const bare = await serve('bench/lib/bare-tile.mjs', { TILE_BYTES: String(BARE_BYTES) }, '/', 'PORT');
    const rows: Record<string, string | number>[] = [];
    for (const [zoom, layers] of ASKED) {
      const urls = places.map((place, i) => {
        const { latitude, longitude } = toDegrees(place.e, place.n);
        const [x, y] = squareOf(zoom, longitude, latitude);
        return `http://127.0.0.1:${api.port}/v1/tiles/${layers[i % layers.length]}/${zoom}/${x}/${y}.mvt`;
      });
      await measure(urls.slice(0, 100), secret!);
      const before_ms = cpuMs(api, scratch);
      const own = await measure(urls, secret!);
      const cpu_ms = (cpuMs(api, scratch) - before_ms) / urls.length;
      const { tiles_per_s: bare_per_s } = await measure(
        urls.map((url) => url.replace(`:${api.port}/`, `:${bare.port}/`)),
        secret!,
      );
      rows.push({
        zoom,
        layers: layers.join(' '),
        ...own,
        bare_per_s,
        of_bare: Math.round((own.tiles_per_s / bare_per_s) * 100) / 100,
        cpu_ms: Math.round(cpu_ms * 100) / 100,
        two_cores_per_s: Math.round(2000 / cpu_ms),
      });
    }
    await api.stop();
    await bare.stop();
    await report('tiles', 'Vector tiles', rows, [
      `${SALES} sales, ${PLACES} schools and stops, ${AREAS} areas, made up, crowded in ${TOWNS} towns; each square around a sale.`,
      `${CONCURRENT} requests at a time, ${REQUESTS} squares a row, none kept; client, server and database share the cores.`,
      `bare_per_s: Express that answers each request with the same ready tile of ${BARE_BYTES} bytes, right after.`,
      'cpu_ms: time of the processors for one tile, of the API and the database and the client together; two_cores_per_s: tiles that two cores with nothing else to do have time for.',
      'Other programs on the machine take from tiles_per_s and from bare_per_s alike, hardly from cpu_ms.',
      `Sizes are before compression; none may exceed ${MOST_KB} kB.`,
    ]);
    if (rows.some((row) => Number(row.largest_kb) > MOST_KB)) throw new Error(`a tile exceeds ${MOST_KB} kB`);
  } finally {
    await scratch.close();
  }
}

/** Processor time so far of the API, the database and this client, milliseconds; Linux only. */
function cpuMs(api: Served, { folder }: Scratch): number {
  const { loader, postgres } = cpuSeconds(join(folder, 'postgres/data'));
  return 1000 * (loader + postgres + secondsOf(api.child.pid!));
}

async function measure(urls: string[], secret: string) {
  const took_ms: number[] = [];
  let largest = 0;
  let next = 0;
  const began_ms = performance.now();
  const worker = async (): Promise<void> => {
    while (next < urls.length) {
      const url = urls[next++]!;
      const asked_ms = performance.now();
      const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
      largest = Math.max(largest, (await response.arrayBuffer()).byteLength);
      if (response.status !== 200 && response.status !== 204)
        throw new Error(`${url} answered ${response.status}`);
      took_ms.push(performance.now() - asked_ms);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return {
    tiles_per_s: Math.round((urls.length / (performance.now() - began_ms)) * 1000),
    p50_ms: Math.round(percentile(took_ms, 0.5) * 10) / 10,
    p95_ms: Math.round(percentile(took_ms, 0.95) * 10) / 10,
    largest_kb: Math.round(largest / 100) / 10,
  };
}

function squareOf(zoom: number, longitude: number, latitude: number): [number, number] {
  const across = 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const south = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return [Math.floor(((longitude + 180) / 360) * across), Math.floor(south * across)];
}

/** Points around the centre of a town, denser towards it. */
async function fill(db: Db): Promise<void> {
  await db.query('select setseed(0.5)');
  await db.query(
    `create table towns as select n, 200000 + random() * 400000 as e, 100000 + random() * 400000 as n_ from generate_series(1, ${TOWNS}) n`,
  );
  const scattered = (count: number) =>
    `(select x.i, t.e + s * cos(a) as e, t.n_ + s * sin(a) as n
        from (select i, random() * 6.2832 as a, sqrt(-2 * ln(1 - random())) * 3000 as s from generate_series(1, ${count}) i) x
        join towns t on t.n = 1 + x.i % ${TOWNS}) p`;
  await db.query(
    `insert into sales (transaction_id, price, date, postcode, property_type, new_build, category, position, load_id)
     select gen_random_uuid(), 100000 + (random() * 500000)::integer, current_date - (random() * 3650)::integer,
            'XE' || 1 + i % ${TOWNS} || ' ' || i % 9 || 'AA', 'terraced', false, 'standard', point(e, n), 1 from ${scattered(SALES)}`,
  );
  await db.query(
    `insert into place_points (source, id, category, kind, name, easting, northing, by_postcode)
     select 'naptan', i, case when i % 8 = 0 then 'education' else 'transport' end, 'kind' || i % 4, 'Place ' || i, e, n, false
       from ${scattered(PLACES)}`,
  );
  for (const dataset of ['planning-data', 'flood-zones-england'])
    await db.query('insert into area_datasets (dataset, built_at) values ($1, now())', [dataset]);
  const { rows: centres } = await db.query<{ i: number; e: number; n: number }>(
    `select i::integer, e, n from ${scattered(AREAS)}`,
  );
  for (let from = 0; from < centres.length; from += 2000)
    await db.query(
      `insert into areas (dataset_no, kind, scope, name, geometry, box, vertices, area_sqm, load_id)
       select 1 + i % 2, 'kind' || i % 5, 'all', 'Area ' || i, geometry,
              box(point(e - r, n - r), point(e + r, n + r)), 41, 3.1 * r * r, 1
         from unnest($1::integer[], $2::float8[], $3::float8[], $4::float8[], $5::text[]) a(i, e, n, r, geometry)`,
      columnsOf(centres.slice(from, from + 2000)),
    );
  await inTransaction(db, (client) => publishing(client, () => medianPrices(client)));
  await db.query('vacuum analyze');
}

const CORNERS = 40;

/** Polygons of forty corners, a few hundred metres across, as the columns of an insert. */
function columnsOf(centres: { i: number; e: number; n: number }[]): unknown[][] {
  const reaches = centres.map(({ i }) => 100 + ((i * 37) % 600));
  const shapes = centres.map(({ e, n }, row) => {
    const ring = Array.from({ length: CORNERS + 1 }, (_, corner) => {
      const angle = ((corner % CORNERS) / CORNERS) * 2 * Math.PI;
      return degreesOf(e + reaches[row]! * Math.cos(angle), n + reaches[row]! * Math.sin(angle));
    });
    return JSON.stringify({ type: 'Polygon', coordinates: [ring] });
  });
  return [centres.map(({ i }) => i), centres.map(({ e }) => e), centres.map(({ n }) => n), reaches, shapes];
}
