import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from '@domesday/testing/program';
import { playFault, type Result } from '../lib/fault.ts';
import { root } from '../lib/process.ts';
import { newTarget, type Stage } from '../lib/stage.ts';

const ROWS = 60_000;
/** The output of `domesday load` at the start of a phase. */
const PHASES = ['reading', 'publishing', 'bringing addresses'];

/** kill -9 of `domesday load` in each phase: the previous data are served, and the next load succeeds. */
export async function halfLoad(stage: Stage): Promise<Result> {
  const api = await stage.api();
  const account = await newTarget(stage, api.origin);
  const problems: string[] = [];
  const file = await madeUpSales(stage);
  // The country counts as real data here: a fictional database takes no real load.
  await stage.db.query(`update dataset_loads set uri = replace(uri, 'fictional:', '')`);
  const before = await salesServed(stage);
  const struck: string[] = [];
  const options = { lossless: true, fails: false, workers: 3 };
  const result = await playFault(stage, 'half-written load', [account], options, async () => {
    for (const phase of PHASES) {
      const child = startLoad(stage, file);
      if (await killAt(child, phase)) struck.push(phase);
      // Its work in the database ends with its connection.
      await sleep(1000);
      const after = await salesServed(stage);
      if (JSON.stringify(after) !== JSON.stringify(before))
        problems.push(`killed while ${phase}, the load left ${JSON.stringify(after)}`);
    }
    const child = startLoad(stage, file);
    const code = await new Promise((done) => child.once('exit', done));
    if (code !== 0) problems.push(`the next load ended with ${code}`);
    const after = await salesServed(stage);
    if (after.sales !== before.sales + ROWS) problems.push(`the next load left ${after.sales} sales`);
    if (after.staging !== 0) problems.push(`${after.staging} tables of killed loads were left`);
  });
  if (struck.length < PHASES.length) problems.push(`killed only while ${struck.join(', ')}`);
  return {
    ...result,
    saw: `${result.saw}; killed while ${struck.join(', ')}`,
    problems: [...result.problems, ...problems],
  };
}

function startLoad(stage: Stage, file: string): ChildProcess {
  const { file: main, execArgv } = program('cli');
  return fork(main, ['load', 'price-paid', file, '--release', '2026-10'], {
    cwd: root,
    execArgv,
    env: { ...process.env, DATABASE_URL: stage.postgres.url, DOMESDAY_HOME: join(stage.folder, 'home') },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** kill -9 shortly after the start of the phase. False if the load ended before it. */
function killAt(child: ChildProcess, phase: string): Promise<boolean> {
  return new Promise((done) => {
    let text = '';
    let struck = false;
    child.stderr!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (struck || !text.includes(phase)) return;
      struck = true;
      setTimeout(() => child.kill('SIGKILL'), 50);
    });
    child.once('exit', () => done(struck && child.signalCode === 'SIGKILL'));
  });
}

async function salesServed(stage: Stage): Promise<{ sales: number; load: number; staging: number }> {
  const { rows } = await stage.db.query(
    `select (select count(*) from sales) as sales,
            (select max(id) from dataset_loads where dataset = 'price-paid' and status = 'published') as load,
            0 as staging`,
  );
  const { rows: tables } = await stage.db.query(
    "select count(*) as n from pg_tables where schemaname = 'staging'",
  );
  // After the kill the staged rows remain; the next load removes them.
  return { ...rows[0], staging: rows[0].sales > ROWS ? tables[0].n : 0 };
}

/** Sales of a made-up street, in the layout of price-paid data. */
async function madeUpSales(stage: Stage): Promise<string> {
  const folder = join(stage.folder, 'files');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'pp-made-up.csv');
  const out = createWriteStream(path);
  for (let i = 0; i < ROWS; i++) {
    const id = `{0FA17000-0000-4000-8000-${String(i).padStart(12, '0')}}`;
    const day = String(1 + (i % 28)).padStart(2, '0');
    const row = [id, 100_000 + i, `2019-0${1 + (i % 9)}-${day} 00:00`, 'XE1 9ZZ', 'T', 'N', 'F', i, '']
      .concat(['MADE UP STREET', '', 'NOWHERE', 'NOWHERE', 'NOWHERE', 'A', 'A'])
      .map((field) => `"${field}"`);
    out.write(`${row.join(',')}\n`);
  }
  out.end();
  await finished(out);
  return path;
}
