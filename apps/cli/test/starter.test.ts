import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@domesday/testing/free-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answers } from '../src/children.ts';
import { domesday } from './domesday.ts';

const root = resolve(import.meta.dirname, '../../..');

interface Started {
  npm: ChildProcess;
  /** The output so far. */
  said: () => string;
  origins: string[];
  postmaster: number;
}

const begun: ChildProcess[] = [];

/** Runs `npm start` on free ports with a data folder, and resolves once it prints that it is ready. */
async function start(home: string): Promise<Started> {
  const [api, mcp] = [await freePort(), await freePort()];
  const npm = spawn('npm', ['start', '--', '--no-sandbox'], {
    cwd: root,
    env: {
      ...{ ...process.env, DOMESDAY_HOME: home, API_PORT: String(api), MCP_PORT: String(mcp) },
      ...{ LOG_LEVL: 'info', DOMESDAY_LOGS: 'x', API_PROCESES: '2' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  begun.push(npm);
  let said = '';
  for (const stream of [npm.stdout!, npm.stderr!])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  for (let tries = 0; !said.includes('ready in'); tries++) {
    if (npm.exitCode !== null || tries > 1000) throw new Error(`npm start did not get ready:\n${said}`);
    await sleep(100);
  }
  const pidFile = await readFile(join(home, 'postgres/data/postmaster.pid'), 'utf8');
  const origins = [api, mcp].map((port) => `http://127.0.0.1:${port}`);
  return { npm, said: () => said, origins, postmaster: Number(pidFile.split('\n')[0]) };
}

let home: string;
let first: Started;
const windows = process.platform === 'win32';
beforeAll(async () => {
  if (windows) return;
  home = await mkdtemp(join(tmpdir(), 'domesday-starter-'));
  const list = join(home, 'list.csv');
  await writeFile(list, 'UPRN,ADDRESS,POSTCODE\n998200000001,"1 MADE UP ROAD, XANBURY",XE1 2AB\n');
  const loaded = await domesday(['load', 'address-list', list, '--defer'], { DOMESDAY_HOME: home });
  expect(loaded.code).toBe(0);
  first = await start(home);
});
afterAll(async () => {
  if (windows) return;
  for (const npm of begun) npm.kill();
  await rm(home, { recursive: true, force: true });
});

it.skipIf(windows)(
  'names at a start the tables that are older than the last load, and the command that rebuilds them',
  async () => {
    await expect
      .poll(first.said)
      .toMatch(/These are older than the loads.*: addresses, .*Run: npm run domesday -- build/);
  },
);

it.skipIf(windows)('names each variable that none of its programs reads exactly once', () => {
  const named = first.said().match(/^\w+ is no variable of Domesday and is ignored\./gm);
  expect(named?.map((one) => one.split(' ')[0]).sort()).toEqual([
    'API_PROCESES',
    'DOMESDAY_LOGS',
    'LOG_LEVL',
  ]);
});

it.skipIf(process.platform !== 'linux')('passes no database secret to the MCP server', async () => {
  const pid = /"pid":(\d+),[^\n]*"name":"mcp"/.exec(first.said())![1];
  const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  expect(environment.filter((one) => /^MCP_PORT=/.test(one))).toHaveLength(1);
  expect(environment.filter((one) => /DATABASE_URL|METRICS_TOKEN|postgres:\/\//.test(one))).toEqual([]);
});

// The second start uses the same data folder, after the first has ended.
for (const [signal, started] of [
  ['SIGTERM', () => first],
  ['SIGKILL', () => start(home)],
] as const) {
  it.skipIf(windows)(
    `a ${signal} to npm start alone ends PostgreSQL, API and MCP, and frees their ports`,
    async () => {
      const { npm, origins, postmaster } = await started();
      for (const origin of origins) expect(await answers(`${origin}/health`)).toBe(true);
      npm.kill(signal);
      const left = async () => {
        const here = await Promise.all(origins.map((origin) => answers(`${origin}/health`)));
        return here.includes(true) || alive(postmaster);
      };
      for (let tries = 0; tries < 300 && (await left()); tries++) await sleep(100);
      expect(await left()).toBe(false);
    },
  );
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
