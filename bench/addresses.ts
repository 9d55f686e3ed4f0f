import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { dictionaryFor, search } from '@domesday/address-search';
import { seeded } from '@domesday/addresses/fit';
import { load } from '@domesday/builds';
import { createPool, type Db } from '@domesday/db';
import { argumentsOf } from './lib/arguments.ts';
import { answerOf, client } from './lib/client.ts';
import { writeNationalList } from './lib/national-list.ts';
import { percentile, report } from './lib/report.ts';
import { benchKey, type Scratch, scratchDatabase, serve } from './lib/servers.ts';
import { KINDS, keystrokes, type Query, type Wanted } from './lib/traces.ts';

/** Homes that are searched in each way. */
const SEARCHED = 150;
/** Homes that are matched: more than are searched, so that the code of a match is compiled before it is measured. */
const MATCHED = 1000;
/** How often all searches are sent before they are measured. */
const WARM_UP = 4;

/**
 * Address search at national size: loads a made-up national list through its loader, then searches it in every way
 * people search, below HTTP and over HTTP with a key. The baseline is a plain trigram query over a tenth of the rows
 * in the same run. `npm run bench -- addresses --rows 33000000`; without `--rows` a million. With `--database <url>`
 * it searches a database that is loaded already, without that baseline; an account named bench is added to it.
 */
export async function run(args: string[]): Promise<void> {
  const { rows, database } = argumentsOf('addresses', args, { rows: 1_000_000, database: null });
  if (database) {
    const db = createPool(database, { max: 4 });
    const notes = ['Loaded before this run.'];
    const command = 'addresses --database <url>';
    await measureAll({ name: 'addresses-loaded', command, url: database, db, notes, baseline: false });
    return db.end();
  }
  const scratch = await scratchDatabase({
    shared_buffers: '4GB',
    maintenance_work_mem: '1GB',
    max_wal_size: '16GB',
  });
  try {
    const notes = await loadList(scratch, rows);
    const name = `addresses-${rows / 1e6}m`;
    const command = `addresses --rows ${rows}`;
    await measureAll({ name, command, url: scratch.url, db: scratch.db, notes, baseline: true });
  } finally {
    await scratch.close();
  }
}

/** Loads a made-up list of `rows` addresses, and measures the load. */
async function loadList(scratch: Scratch, rows: number): Promise<string[]> {
  const file = join(scratch.folder, 'national-list.csv');
  await writeNationalList(file, rows);
  const began = performance.now();
  const phases: string[] = [];
  let phase = '';
  const loaded = await load(scratch.db, 'address-list', [file], {
    home: scratch.folder,
    onProgress: (progress) => {
      if (progress.phase === phase) return;
      phase = progress.phase;
      phases.push(`${phase} from ${((performance.now() - began) / 1000).toFixed(0)} s`);
    },
  });
  const seconds = (performance.now() - began) / 1000;
  const notes = [
    `${loaded.rows_published} made-up addresses loaded and indexed in ${seconds.toFixed(0)} s, ${Math.round(rows / seconds)} rows/s (${phases.join(', ')}); the loading process peaked at ${await peakMemory(process.pid)} MB.`,
    `On disk: ${await sizes(scratch.db)}.`,
  ];
  console.log(notes[0]);
  // Does now what PostgreSQL would do in the minutes after a load, while it would share the cores with the measurement.
  const since = performance.now();
  await scratch.db.query('vacuum analyze');
  notes.push(`Vacuumed before the first question, in ${((performance.now() - since) / 1000).toFixed(0)} s.`);
  return notes;
}

interface Asked {
  /** The command that repeats the measurement. */
  name: string;
  command: string;
  url: string;
  db: Db;
  notes: string[];
  baseline: boolean;
}

async function measureAll({ name, command, url, db, notes, baseline }: Asked): Promise<void> {
  const table: Record<string, string | number>[] = [];
  const homes = await sample(db, MATCHED);
  const wanted = homes.slice(0, SEARCHED);
  const random = seeded(17);
  const mixed: Record<string, Query[]> = {};
  for (const [kind, write] of Object.entries(KINDS)) {
    mixed[kind] = wanted.map((home) => ({ q: write(home, random), uprn: home.uprn }));
  }
  const everything = Object.values(mixed).flat();
  const traces = keystrokes(wanted.slice(0, 30));

  const pool = createPool(url, { max: 32 });
  const dictionary = await dictionaryFor(pool);
  notes.push(`${dictionary.documents} streets within postcodes; the dictionary is in memory.`);
  const below = (q: string): Promise<{ uprn: number }[]> => search(pool, { q, limit: 10 });
  await measure(everything, 4, below);
  await measure(traces, 4, below);
  for (const [kind, queries] of Object.entries(mixed)) {
    table.push({ what: `search: ${kind}`, concurrent: 1, ...(await measure(queries, 1, below)) });
  }
  for (const concurrent of [1, 8, 32]) {
    table.push({ what: 'search: mixed', concurrent, ...(await measure(everything, concurrent, below)) });
    table.push({ what: 'search: keystrokes', concurrent, ...(await measure(traces, concurrent, below)) });
  }
  const searches = table.find((row) => row.what === 'search: mixed' && row.concurrent === 8)!;
  notes.push(`Below HTTP, eight at once: ${searches.per_s} mixed searches a second, client included.`);
  await pool.end();
  console.table(table);
  await overHttp(url, db, everything, traces, homes, table, notes);
  const { rows } = await db.query<{ n: number }>('select count(*) as n from addresses');
  const addresses = rows[0]!.n;
  if (baseline) table.push(...(await trigramBaseline(db, mixed, Math.min(addresses / 10, 3_300_000))));
  await report(
    name,
    `Address search over ${addresses} addresses`,
    table,
    [
      ...notes,
      'hit@1 and hit@10: the share of texts whose home is first, or among the first ten.',
      `Client, server and database share the cores; the load average at the end was ${loadavg()[0]!.toFixed(1)}.`,
    ],
    command,
  );
}

async function overHttp(
  url: string,
  db: Db,
  everything: Query[],
  traces: Query[],
  homes: Wanted[],
  table: Record<string, string | number>[],
  notes: string[],
): Promise<void> {
  const [secret] = await benchKey(db);
  const api = await serve(
    'apps/api/dist/main.js',
    { DATABASE_URL: url, LOG_LEVEL: 'info' },
    '/v1/openapi.json',
  );
  const caller = client(api.port, secret!);
  const get = async (q: string): Promise<{ uprn: number }[]> => {
    const path = `/v1/addresses/search?q=${encodeURIComponent(q)}`;
    return (JSON.parse(await answerOf(caller.ask(path))) as { results: { uprn: number }[] }).results;
  };
  const post = async (q: string): Promise<{ uprn: number }[]> => {
    const [address, postcode] = q.split('|');
    const { status, text } = await caller.ask('/v1/addresses/match', JSON.stringify({ address, postcode }));
    // 404 is the answer if no match is acceptable.
    if (status !== 200 && status !== 404) throw new Error(`${q} was answered with ${status}: ${text}`);
    const { match } = JSON.parse(text) as { match?: { uprn: number } };
    return match ? [match] : [];
  };
  try {
    // Just after the start the code of the server is still being compiled.
    for (let pass = 0; pass < WARM_UP; pass++) await measure([...everything, ...traces], 8, get);
    const before = WARM_UP * (everything.length + traces.length);
    notes.push(
      `Searches over HTTP were measured after ${before} others, matches after ${2 * homes.length} more.`,
    );
    for (const concurrent of [1, 8, 32]) {
      table.push({ what: 'HTTP: mixed', concurrent, ...(await measure(everything, concurrent, get)) });
      table.push({ what: 'HTTP: keystrokes', concurrent, ...(await measure(traces, concurrent, get)) });
    }
    const matches = homes.map(({ address, postcode, uprn }) => ({
      q: `${address.toLowerCase()}|${postcode}`,
      uprn,
    }));
    const wrong = homes.map(({ address, postcode, uprn }) => ({
      q: `${address.replace(`, ${postcode}`, '')}|${postcode.slice(0, -2)}ZZ`,
      uprn,
    }));
    await measure([...matches, ...wrong], 4, post);
    for (const concurrent of [1, 8]) {
      table.push({ what: 'HTTP: match', concurrent, ...(await measure(matches, concurrent, post)) });
      table.push({
        what: 'HTTP: match, wrong postcode',
        concurrent,
        ...(await measure(wrong, concurrent, post)),
      });
    }
    notes.push(`The API process peaked at ${await peakMemory(api.child.pid!)} MB.`);
  } finally {
    await caller.close();
    await api.stop();
  }
}

/** Sends all queries with a given concurrency. Times in milliseconds. */
async function measure(
  queries: readonly Query[],
  concurrent: number,
  ask: (q: string) => Promise<{ uprn: number }[]>,
): Promise<Record<string, number>> {
  const times: number[] = [];
  let first = 0;
  let ten = 0;
  let judged = 0;
  let next = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    for (let i = next++; i < queries.length; i = next++) {
      const { q, uprn } = queries[i]!;
      const since = performance.now();
      const found = await ask(q);
      times.push(performance.now() - since);
      if (uprn === null) continue;
      judged += 1;
      const at = found.findIndex((home) => home.uprn === uprn);
      if (at === 0) first += 1;
      if (at >= 0) ten += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrent }, worker));
  const per_s = Math.round((queries.length / (performance.now() - began)) * 1000);
  const ms = (share: number): number => Number(percentile(times, share).toFixed(1));
  const hit = (count: number): number => Number((count / Math.max(1, judged)).toFixed(3));
  return {
    p50_ms: ms(0.5),
    p95_ms: ms(0.95),
    p99_ms: ms(0.99),
    per_s,
    'hit@1': hit(first),
    'hit@10': hit(ten),
  };
}

/**
 * `address % q order by similarity` over a trigram GIN index on a part of the rows: the simple design that the index
 * replaces.
 */
async function trigramBaseline(
  db: Db,
  mixed: Record<string, Query[]>,
  rows: number,
): Promise<Record<string, string | number>[]> {
  await db.query(
    `create table trigram_baseline as select uprn, address from addresses order by uprn limit ${rows}`,
  );
  await db.query('create index on trigram_baseline using gin (address gin_trgm_ops)');
  await db.query('vacuum analyze trigram_baseline');
  const ask = async (q: string): Promise<{ uprn: number }[]> =>
    (
      await db.query<{ uprn: number }>(
        'select uprn from trigram_baseline where address % $1 order by similarity(address, $1) desc limit 10',
        [q],
      )
    ).rows;
  const { rows: held } = await db.query<{ uprn: number }>('select uprn from trigram_baseline');
  const uprns = new Set(held.map((row) => row.uprn));
  const result: Record<string, string | number>[] = [];
  for (const [kind, queries] of Object.entries(mixed)) {
    if (kind === 'postcode') continue;
    const some = queries
      .filter((query) => query.uprn !== null && uprns.has(query.uprn))
      .slice(0, rows > 1_000_000 ? 8 : 25);
    if (some.length === 0) continue;
    result.push({
      what: `trigram GIN over ${rows} rows: ${kind}`,
      concurrent: 1,
      ...(await measure(some, 1, ask)),
    });
  }
  return result;
}

async function sample(db: Db, count: number): Promise<Wanted[]> {
  const { rows } = await db.query<Wanted>(
    `select uprn, address, postcode from addresses tablesample system (5) repeatable (3)
      order by hashint8(uprn) limit $1`,
    [count],
  );
  return rows;
}

async function sizes(db: Db): Promise<string> {
  const { rows } = await db.query<{ name: string; mb: number }>(
    `select relname as name, round(pg_total_relation_size(oid) / 1e6)::integer as mb from pg_class
      where relname in ('address_records', 'address_record_packs', 'addresses', 'address_documents', 'address_premises',
                        'address_words', 'address_postcode_marks') order by relname`,
  );
  return rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', ');
}

async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
