import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { load, type Progress } from '@domesday/builds';
import { createPool, type Db, migrate, startEmbedded } from '@domesday/db';
import { from as copyFrom } from 'pg-copy-streams';
import { argumentsOf } from './lib/arguments.ts';
import { cpuSeconds, watchMemory } from './lib/memory.ts';
import { twoDecimals } from './lib/report.ts';

/**
 * Price-paid from file to served, linking included: a million made-up sales of 400,000 made-up homes, on the embedded
 * PostgreSQL. The baseline is a plain COPY of the same file into one text column in the same run. `npm run bench --
 * load [--rows 1000000]`.
 */
export async function run(args: string[]): Promise<void> {
  const { rows } = argumentsOf('load', args, { rows: 1_000_000 });
  const folder = await mkdtemp(join(tmpdir(), 'domesday-bench-load-'));
  const server = await startEmbedded({ folder: join(folder, 'postgres') });
  try {
    await migrate(server.url);
    const db = createPool(server.url);
    const result = await measure(db, folder, rows);
    await db.end();
    await write(result);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(db: Db, folder: string, rows: number) {
  const files = {
    postcodes: join(folder, 'xe.csv'),
    addresses: join(folder, 'addresses.csv'),
    sales: join(folder, 'sales.csv'),
  };
  await pipeline(Readable.from(batched(postcodeLines())), createWriteStream(files.postcodes));
  await pipeline(Readable.from(batched(addressLines())), createWriteStream(files.addresses));
  await pipeline(Readable.from(batched(saleLines(rows))), createWriteStream(files.sales));
  const bytes = (await stat(files.sales)).size;

  const options = { home: folder };
  await load(db, 'code-point-open', [files.postcodes], options);
  const addresses = await load(db, 'address-list', [files.addresses], options);
  console.info(
    `made ${rows} sales (${(bytes / 1e6).toFixed(0)} MB), ${addresses.rows_published} addresses loaded`,
  );

  const baseline_seconds = await plainCopy(db, files.sales);
  await db.query('checkpoint');

  const memory = watchMemory(join(folder, 'postgres', 'data'));
  const cpuBefore = cpuSeconds(join(folder, 'postgres', 'data'));
  const phases: Record<string, number> = {};
  let phase = '';
  let since = performance.now();
  const began = performance.now();
  const loaded = await load(db, 'price-paid', [files.sales], {
    ...options,
    onProgress: (p: Progress) => {
      if (p.phase === phase) return;
      const now = performance.now();
      if (phase) phases[phase] = (phases[phase] ?? 0) + (now - since) / 1000;
      phase = p.phase;
      since = now;
    },
  });
  const seconds = (performance.now() - began) / 1000;
  const peak = memory.stop();
  const cpuAfter = cpuSeconds(join(folder, 'postgres', 'data'));
  const linked = await db.query<{ n: number; linked: number }>(
    'select count(*) as n, count(uprn) as linked from sales',
  );

  return {
    benchmark: 'load',
    rows,
    bytes,
    rows_published: loaded.rows_published,
    rows_linked: linked.rows[0]!.linked,
    seconds: twoDecimals(seconds),
    rows_per_second: Math.round(rows / seconds),
    phases_seconds: Object.fromEntries(Object.entries(phases).map(([k, v]) => [k, twoDecimals(v)])),
    baseline_plain_copy_seconds: twoDecimals(baseline_seconds),
    baseline_rows_per_second: Math.round(rows / baseline_seconds),
    ratio_to_baseline: twoDecimals(baseline_seconds / seconds),
    cpu_seconds: {
      loader: twoDecimals(cpuAfter.loader - cpuBefore.loader),
      postgres: twoDecimals(cpuAfter.postgres - cpuBefore.postgres),
    },
    peak_memory_mb: peak,
    machine: {
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 1024 ** 3),
      node: process.version,
      load_average: twoDecimals(loadAverage()),
    },
  };
}

type Result = Awaited<ReturnType<typeof measure>>;

/** Copies the file into one text column: the least work of any loader on this database. */
async function plainCopy(db: Db, path: string): Promise<number> {
  const client = await db.connect();
  try {
    await client.query('create table bench_plain (line text)');
    const began = performance.now();
    await pipeline(
      createReadStream(path, { highWaterMark: 256 * 1024 }),
      client.query(
        copyFrom(`copy bench_plain from stdin with (format csv, delimiter e'\\x01', quote e'\\x02')`),
      ),
    );
    const seconds = (performance.now() - began) / 1000;
    await client.query('drop table bench_plain');
    return seconds;
  } finally {
    client.release();
  }
}

function loadAverage(): number {
  try {
    return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

const POSTCODES = 20_000;
const HOMES_EACH = 20;
const NAMES = ['COD', 'HERRING', 'LING', 'SPRAT', 'PLAICE', 'TURBOT', 'WHELK', 'KELP', 'TERN', 'GANNET'];
const KINDS = ['STREET', 'ROAD', 'LANE', 'CLOSE', 'AVENUE', 'WAY', 'GROVE', 'DRIVE'];
const TYPES = ['D', 'S', 'T', 'F'];
const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ';

function postcode(n: number): string {
  const unit = n % 400;
  const sector = Math.floor(n / 400) % 10;
  return `XE${1 + Math.floor(n / 4000)} ${sector}${LETTERS[Math.floor(unit / 20)]}${LETTERS[unit % 20]}`;
}

function street(n: number): string {
  return `${NAMES[n % 10]}${NAMES[Math.floor(n / 10) % 10]!.toLowerCase()} ${KINDS[n % 8]}`.toUpperCase();
}

/** In every fifth street the homes are flats of one building. */
function home(n: number): { postcode: string; street: string; paon: string; saon: string; flat: boolean } {
  const at = Math.floor(n / HOMES_EACH);
  const number = 1 + (n % HOMES_EACH);
  const flat = at % 5 === 0;
  return {
    postcode: postcode(at),
    street: street(at),
    paon: flat ? 'PIER HOUSE' : String(number),
    saon: flat ? `FLAT ${number}` : '',
    flat,
  };
}

function* postcodeLines(): Generator<string> {
  for (let n = 0; n < POSTCODES; n++) {
    const easting = 620_000 + (n % 200) * 50;
    const northing = 440_000 + Math.floor(n / 200) * 50;
    yield `"${postcode(n)}",10,${easting},${northing},"E92000001","","","","E06999001","E05999001"\n`;
  }
}

function* addressLines(): Generator<string> {
  yield 'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n';
  for (let n = 0; n < POSTCODES * HOMES_EACH; n++) {
    const { saon, paon, street: road, postcode: code, flat } = home(n);
    const at = Math.floor(n / HOMES_EACH);
    const first = flat ? `${saon}, ${paon}, ${road}` : `${paon} ${road}`;
    yield `${998_100_000_000 + n},"${first}, HAVEN, ${code}",${code},${620_000 + (at % 200) * 50},${440_000 + Math.floor(at / 200) * 50}\n`;
  }
}

function* saleLines(rows: number): Generator<string> {
  let seed = 20_261_031;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const two = (n: number) => String(n).padStart(2, '0');
  for (let n = 0; n < rows; n++) {
    const { saon, paon, street: road, postcode: code, flat } = home(random(POSTCODES * HOMES_EACH));
    const id = `${random(2 ** 32)
      .toString(16)
      .toUpperCase()
      .padStart(8, '0')}-0000-0000-0000-${n.toString(16).toUpperCase().padStart(12, '0')}`;
    const date = `${1995 + random(31)}-${two(1 + random(12))}-${two(1 + random(28))} 00:00`;
    const type = flat ? 'F' : TYPES[random(3)];
    yield `"{${id}}","${20_000 + random(900) * 1000}","${date}","${code}","${type}","N","${flat ? 'L' : 'F'}","${paon}","${saon}","${road}","","HAVEN","SEAFORD","SEASHIRE","A","A"\n`;
  }
}

function* batched(lines: Generator<string>): Generator<string> {
  let batch = '';
  for (const line of lines) {
    batch += line;
    if (batch.length > 256 * 1024) {
      yield batch;
      batch = '';
    }
  }
  yield batch;
}

async function write(result: Result): Promise<void> {
  const folder = resolve(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'load.json'), `${JSON.stringify(result, null, 2)}\n`);
  const memory = result.peak_memory_mb;
  const lines = [
    '# Loading price-paid, from file to served',
    '',
    '| | |',
    '|---|---|',
    `| rows | ${result.rows} (${(result.bytes / 1e6).toFixed(0)} MB) |`,
    `| from file to served | ${result.seconds} s, **${result.rows_per_second} rows/s** |`,
    `| of that | ${Object.entries(result.phases_seconds)
      .map(([k, v]) => `${k} ${v} s`)
      .join(', ')} |`,
    `| linked to a UPRN | ${result.rows_linked} of ${result.rows_published} |`,
    `| plain COPY of the same file | ${result.baseline_plain_copy_seconds} s, ${result.baseline_rows_per_second} rows/s |`,
    `| ratio to plain COPY | ${result.ratio_to_baseline} |`,
    `| processor time | loader ${result.cpu_seconds.loader} s, PostgreSQL ${result.cpu_seconds.postgres} s |`,
    `| peak memory | ${memory.total ?? memory.loader} MB (loader ${memory.loader} MB, PostgreSQL ${memory.postgres ?? 'not measured'} MB) |`,
    `| machine | ${result.machine.cores} cores, ${result.machine.memory_gb} GB, Node ${result.machine.node}, load average ${result.machine.load_average} |`,
    '',
  ];
  await writeFile(join(folder, 'load.md'), lines.join('\n'));
  console.info(lines.slice(2).join('\n'));
}
