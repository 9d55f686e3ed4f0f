import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startMirror } from '@domesday/testing';
import { Pool } from 'undici';
import { argumentsOf } from './lib/arguments.ts';
import { watchMemory } from './lib/memory.ts';
import { type Mixed, mixedOperations, overRest } from './lib/mixed.ts';
import { floodRiskLines, floodZoneLines, parcelFiles } from './lib/national-areas.ts';
import { addressLines, type MadeUp, ofScale, someHome, writeLines } from './lib/national-files.ts';
import { playCountry } from './lib/publishers.ts';
import { oneDecimal, percentile, report } from './lib/report.ts';
import { benchKey, root, type Scratch, scratchDatabase, serve } from './lib/servers.ts';

const WHOLE = { hours: 3, disk_gb: 110 };
const TABLES: Record<string, string> = {
  onspd: 'onspd_postcodes',
  'os-open-uprn': 'uprn_points',
  'address-list': 'address_record_packs',
  'price-paid': 'sales',
  'uk-hpi': 'house_price_index',
  'epc-domestic': 'energy_certificates',
  'planning-data': 'areas',
  'flood-zones-england': 'areas',
  'flood-risk-england': 'areas',
  'inspire-polygons': 'areas',
  'planning-applications': 'planning_applications',
};
const TOPICS = 'prices,addresses,energy,planning';

interface Step {
  rows: number;
  seconds: number;
  /** The plan's estimate; null for datasets that were not fetched. */
  planned_seconds: number | null;
  disk_mb: number;
  memory_mb: number;
}

interface Rehearsed {
  steps: Map<string, Step>;
  /** Time of the downloads and loads of `domesday country`: the plan's estimate and the measurement. */
  planned_seconds: number;
  fetched_seconds: number;
  p95_ms: [operation: string, p50: number, p95: number, answered: number][];
}

interface Fetched {
  totals: { seconds: number };
  fetched: { dataset: string; load_seconds: number | null }[];
  outcomes: {
    dataset: string;
    outcome: string;
    problem: string | null;
    result: { load_id: number; rows_read: number; seconds: number } | null;
  }[];
}

/**
 * A rehearsal: made-up files of the large datasets in their publishers' layouts; loads the operator's own addresses,
 * then runs `domesday country` against a mirror on this machine, then loads flood zones, flood risk and land parcels,
 * and calls every operation. `--scale 0.1` is a tenth of the country. A run at a tenth of that scale shows the growth,
 * and linear extrapolation gives the whole country.
 */
export async function run(args: string[]): Promise<void> {
  const { scale, asked: times } = argumentsOf('country', args, { scale: 0.01, asked: 1000 });
  const small = await rehearse(scale / 10, 0);
  const large = await rehearse(scale, times);
  const rows = [...large.steps].map(([name, step]) => {
    const before = small.steps.get(name) ?? { seconds: 0, disk_mb: 0 };
    const whole = (from: number, to: number) => to + ((to - from) / (scale * 0.9)) * (1 - scale);
    return {
      step: name,
      rows: step.rows,
      seconds: oneDecimal(step.seconds),
      seconds_planned: step.planned_seconds === null ? '' : oneDecimal(step.planned_seconds),
      rows_per_second: step.rows > 0 ? Math.round(step.rows / step.seconds) : '',
      disk_mb: Math.round(step.disk_mb),
      memory_mb: step.memory_mb,
      seconds_at_a_tenth: oneDecimal(before.seconds),
      minutes_whole: oneDecimal(Math.max(step.seconds, whole(before.seconds, step.seconds)) / 60),
      disk_gb_whole: oneDecimal(Math.max(step.disk_mb, whole(before.disk_mb, step.disk_mb)) / 1000),
    };
  });
  const all = rows.find((row) => row.step === 'all')!;
  const asked = large.p95_ms.map(
    ([id, p50, p95, share]) => `${id} ${p50} / ${p95} ms (${Math.round(share * 100)} %)`,
  );
  await report(
    'country',
    `domesday country, rehearsed at ${scale} of it`,
    rows,
    [
      `The whole by a straight line through both sizes: ${oneDecimal(all.minutes_whole / 60)} hours (aim: ${WHOLE.hours}) and ${all.disk_gb_whole} GB of database (aim: ${WHOLE.disk_gb}); downloads from a mirror on this machine take no time. The plan that is shown first says ${Math.round(large.planned_seconds)} s for what is fetched here; it took ${Math.round(large.fetched_seconds)} s.`,
      'Addresses, flood zones, flood risk and land parcels are the files that an operator brings, the addresses before `domesday country` and the others after it; the numbers of designations and of parcels (24 million in the whole) are about those of their publishers, those of flood zones (600,000), of flood risk (2 million) and of applications (2 million) are supposed.',
      'memory_mb: the most of the command with its processes and of PostgreSQL together, while the step ran.',
      `Each operation asked ${times} times, one after another, about a random home: median / p95 (share answered with 200): ${asked.join('; ')}.`,
    ],
    `country --scale ${scale}`,
  );
}

async function rehearse(scale: number, asked: number): Promise<Rehearsed> {
  const scratch = await scratchDatabase();
  const mirror = await startMirror();
  try {
    const country = ofScale(scale);
    await playCountry(mirror, country, join(scratch.folder, 'published'));
    const steps = new Map<string, Step>();
    const began_ms = performance.now();
    let writing_ms = 0;
    const brought = async (
      dataset: string,
      files: [name: string, lines: Iterable<string>][],
      options: string[] = [],
    ) => {
      const folder = join(scratch.folder, dataset);
      const since_ms = performance.now();
      await mkdir(folder);
      for (const [name, lines] of files) await writeLines(join(folder, name), lines);
      writing_ms += performance.now() - since_ms;
      const loaded = await domesday(scratch, ['load', dataset, folder, '--json', ...options]);
      await rm(folder, { recursive: true });
      await addSteps(scratch, steps, [JSON.parse(loaded.out)], loaded);
    };
    await brought('address-list', [['addresses.csv', addressLines(country, 0, country.homes)]], ['--defer']);
    const sum = (of: 'rows' | 'seconds' | 'disk_mb') =>
      [...steps.values()].reduce((all, step) => all + step[of], 0);
    const before = { seconds: sum('seconds'), disk_mb: sum('disk_mb') };
    const fetched = await domesday(scratch, [
      ...['country', '--yes', '--json', '--no-build', '--only', 'england', '--topics', TOPICS],
      ...['--mirror', mirror.url],
    ]);
    const { outcomes, totals, fetched: plan } = JSON.parse(fetched.out) as Fetched;
    const planned = new Map(plan.map((one) => [one.dataset, one.load_seconds]));
    const failed = outcomes.filter((one) => one.outcome === 'failed');
    if (failed.length > 0) throw new Error(failed.map((one) => `${one.dataset}: ${one.problem}`).join('\n'));
    const loads = outcomes.map(({ dataset, result }) => ({ dataset, ...result! }));
    await addSteps(scratch, steps, loads, fetched, planned);
    const derived = {
      rows: 0,
      seconds: fetched.seconds - (sum('seconds') - before.seconds),
      planned_seconds: null,
      memory_mb: fetched.peakSince(await lastLoadEnded(scratch)),
    };
    // Loaded after the addresses are complete, so that the homes in each area are computed only once.
    await brought('flood-zones-england', [['Flood_Zones_2_and_3.geojson', floodZoneLines(country)]]);
    await brought('flood-risk-england', [['rofrs_4band.geojson', floodRiskLines(country)]]);
    await brought('inspire-polygons', parcelFiles(country));
    let database_mb = await megabytes(scratch, 'pg_database_size(current_database())');
    steps.set('derived tables', { ...derived, disk_mb: database_mb - sum('disk_mb') });
    const built = await domesday(scratch, ['build', '--json']);
    const grown_mb = (await megabytes(scratch, 'pg_database_size(current_database())')) - database_mb;
    database_mb += grown_mb;
    const { sales } = JSON.parse(built.out) as { sales: number };
    steps.set('build', {
      rows: sales,
      seconds: built.seconds,
      planned_seconds: null,
      disk_mb: grown_mb,
      memory_mb: built.peakSince(0),
    });
    const seconds = (performance.now() - began_ms - writing_ms) / 1000;
    const memory_mb = Math.max(...[...steps.values()].map((step) => step.memory_mb));
    steps.set('all', { rows: sum('rows'), seconds, planned_seconds: null, disk_mb: database_mb, memory_mb });
    const p95_ms = asked > 0 ? await askAll(scratch, country, asked) : [];
    return { steps, planned_seconds: totals.seconds, fetched_seconds: fetched.seconds, p95_ms };
  } finally {
    await mirror.close();
    await scratch.close();
  }
}

async function addSteps(
  scratch: Scratch,
  steps: Map<string, Step>,
  loads: { dataset: string; load_id: number; rows_read: number; seconds: number }[],
  { peakSince }: Ran,
  planned = new Map<string, number | null>(),
): Promise<void> {
  const known = new Map<string, number>();
  for (const [name, { disk_mb }] of steps) {
    const table = TABLES[name];
    if (table) known.set(table, (known.get(table) ?? 0) + disk_mb);
  }
  for (const { dataset, load_id, rows_read: rows, seconds } of loads) {
    const table = TABLES[dataset];
    const disk_mb = table
      ? (await megabytes(scratch, `pg_total_relation_size('${table}')`)) - (known.get(table) ?? 0)
      : 0;
    const ran = await scratch.db.query<{ began_ms: number; ended_ms: number }>(
      `select extract(epoch from started_at)::float8 * 1000 as began_ms,
              extract(epoch from finished_at)::float8 * 1000 as ended_ms from dataset_loads where id = $1`,
      [load_id],
    );
    const { began_ms, ended_ms } = ran.rows[0]!;
    steps.set(dataset, {
      rows,
      seconds,
      planned_seconds: planned.get(dataset) ?? null,
      disk_mb,
      memory_mb: peakSince(began_ms, ended_ms),
    });
  }
}

async function lastLoadEnded({ db }: Scratch): Promise<number> {
  const { rows } = await db.query<{ at_ms: number }>(
    'select extract(epoch from max(finished_at))::float8 * 1000 as at_ms from dataset_loads',
  );
  return rows[0]!.at_ms;
}

async function megabytes({ db }: Scratch, size: string): Promise<number> {
  const { rows } = await db.query<{ mb: number }>(`select (${size} / 1e6)::float8 as mb`);
  return rows[0]!.mb;
}

interface Ran {
  out: string;
  seconds: number;
  /** Peak memory of the command and PostgreSQL together between two clock times, MB. */
  peakSince(from_ms: number, to_ms?: number): number;
}

/** Runs a command line in a child process. */
async function domesday({ url, folder }: Scratch, args: string[]): Promise<Ran> {
  const began_ms = performance.now();
  const child = spawn(process.execPath, [join(root, 'apps/cli/dist/main.js'), ...args], {
    env: { ...process.env, DATABASE_URL: url, DOMESDAY_HOME: folder, DOMESDAY_TOKEN_ENERGY: 'made-up' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const memory = watchMemory(join(folder, 'postgres', 'data'), child.pid);
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  const code = await new Promise((done) => child.once('exit', done));
  memory.stop();
  const seconds = (performance.now() - began_ms) / 1000;
  // A failed dataset is reported in the JSON document, so only a missing document is an error here.
  if (!out.startsWith('{')) throw new Error(`domesday ${args[0]} ended with ${code}`);
  return { out, seconds, peakSince: memory.peakSince };
}

async function askAll({ url, db }: Scratch, country: MadeUp, times: number): Promise<Rehearsed['p95_ms']> {
  const [key] = await benchKey(db);
  const api = await serve('apps/api/dist/main.js', { DATABASE_URL: url }, '/v1/openapi.json');
  const pool = new Pool(`http://127.0.0.1:${api.port}`, { connections: 1 });
  try {
    const answers: Rehearsed['p95_ms'] = [];
    for (const operation of mixedOperations()) {
      const waits: number[] = [];
      let ok = 0;
      for (let n = 0; n < times; n++) {
        const one = elsewhere(operation, country, (n * 7919) % country.homes);
        const began_ms = performance.now();
        if ((await overRest(pool, one, key!)).ok) ok++;
        waits.push(performance.now() - began_ms);
      }
      answers.push([
        operation.id,
        oneDecimal(percentile(waits, 0.5)),
        oneDecimal(percentile(waits, 0.95)),
        ok / times,
      ]);
    }
    return answers;
  } finally {
    await pool.close();
    await api.stop();
  }
}

/** The worked example with another home. */
function elsewhere(operation: Mixed, country: MadeUp, n: number): Mixed {
  const { uprn, postcode, address } = someHome(country, n);
  const [outcode] = postcode.split(' ') as [string];
  const move = (text: string, space: string) =>
    text
      .replace(/998\d{9}/, String(uprn))
      .replace('9 Quaxley Street', address)
      .replace('9+quaxley', address.replaceAll(' ', '+'))
      .replace(/xe1-1aa|XE1[ +]1A[AB]/, postcode.replace(' ', space))
      .replace(/(outcode(?:=|":"))XE\d/, `$1${outcode}`);
  return { ...operation, path: move(operation.path, '+'), body: operation.body && move(operation.body, ' ') };
}
