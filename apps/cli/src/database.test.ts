import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open as openFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { openDatabase } from './database.ts';

const settings = () => ({
  home,
  database_url: null,
  fictional_database_url: null,
  host: '127.0.0.1',
  api_port: 1,
  mcp_port: 2,
});

// One data folder for all tests; each test leaves its database stopped.
const home = await mkdtemp(join(tmpdir(), 'domesday-cli-'));
// The folder is on a small file system, if one can be mounted: by root, on Linux.
const small = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=250m', 'tmpfs', home]).status === 0;
if (!small) console.warn('skipped: a small file system can be mounted by root on Linux only');
afterAll(async () => {
  // `--lazy`: a process that is ending may still have a file open there.
  if (small) spawnSync('umount', ['--lazy', home]);
  await rm(home, { recursive: true, force: true });
});

it('says that it creates an empty database if the one used before is missing, and stops it after its last user', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  // As after a copy that was interrupted before it reached the database.
  await writeFile(join(home, 'sandbox-key'), 'svc_test_of_before');
  // As left by a killed initialisation.
  await mkdir(join(home, 'postgres', 'making'), { recursive: true });
  await writeFile(join(home, 'postgres', 'making', 'PG_VERSION'), '18');
  const first = await openDatabase(settings());
  const empty = `There is no database in ${join(home, 'postgres/data')}, so an empty one is made`;
  expect(told.mock.calls).toEqual([[expect.stringContaining(empty)]]);
  told.mockRestore();
  const second = await openDatabase(settings());
  await first.close();
  expect((await second.db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await second.close();
  expect(existsSync(join(home, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
});

it('connects to a PostgreSQL server of the operator whose address gives the host or socket as a parameter', async () => {
  const embedded = await openDatabase(settings());
  const { username, password, port, pathname } = new URL(embedded.url);
  const login = `${username}:${password}@${pathname}`;
  const own = await openDatabase({
    ...settings(),
    database_url: `postgres://${login}?host=127.0.0.1&port=${port}`,
  });
  expect((await own.db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await own.close();
  await embedded.close();
});

it('restarts the embedded database at the same address if it is killed', async () => {
  const open = await openDatabase(settings());
  try {
    const reasons: string[] = [];
    open.keepRunning((reason) => reasons.push(reason));
    await open.db.query("insert into accounts (name, plan_id) values ('kept', 'free')");
    const pidFile = join(home, 'postgres', 'data', 'postmaster.pid');
    const pid = async () => Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
    const killed = await pid();
    process.kill(killed, 'SIGKILL');
    const kept = () => open.db.query('select name from accounts').catch(() => null);
    let answer = null;
    for (let tries = 0; tries < 300 && answer === null; tries++) {
      await sleep(100);
      const now = await pid();
      if (now !== 0 && now !== killed) answer = await kept();
    }
    expect(answer?.rows).toEqual([{ name: 'kept' }]);
    expect(reasons).toEqual([]);
  } finally {
    await open.close();
  }
});

it.skipIf(!small)(
  'restarts the embedded database once its full disk has room, however long that takes',
  async () => {
    const open = await openDatabase(settings());
    try {
      const pidFile = join(home, 'postgres', 'data', 'postmaster.pid');
      const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      const ended = () =>
        readFile(`/proc/${pid}/stat`).then(
          () => false,
          () => true,
        );
      await expect.poll(ended).toBe(true);
      // The next server would use their disk space.
      await rm(pidFile);
      await rm(join(home, 'postgres', 'users'), { recursive: true });
      const ballast = await openFile(join(home, 'ballast'), 'w');
      const grows = () => ballast.write(Buffer.alloc(1 << 20)).catch(() => null);
      while (await grows());
      await ballast.close();
      const reasons: string[] = [];
      const told: string[] = [];
      open.keepRunning(
        (reason) => reasons.push(reason),
        (sentence) => told.push(sentence),
      );
      const full = `The disk of ${join(home, 'postgres')} is full`;
      await expect.poll(() => told.join()).toContain(full);
      await rm(join(home, 'ballast'));
      const answer = () => open.db.query('select 1 as n').catch(() => null);
      await expect.poll(answer).toMatchObject({ rows: [{ n: 1 }] });
      await expect.poll(() => told.at(-1)).toContain('There is room');
      expect(reasons).toEqual([]);
    } finally {
      await rm(join(home, 'ballast'), { force: true });
      await open.close();
    }
  },
);

it('stops the embedded database and gives up if its folder is replaced by a back-up, so that it cannot damage the back-up', async () => {
  const [folder, before] = [join(home, 'postgres'), join(home, 'postgres-before')];
  await (await openDatabase(settings())).close();
  await cp(folder, join(home, 'copy'), { recursive: true });
  const open = await openDatabase(settings());
  try {
    const reasons: string[] = [];
    open.keepRunning((reason) => reasons.push(reason));
    await sleep(2500);
    expect(reasons).toEqual([]);
    await open.db.query("insert into accounts (name, plan_id) values ('after the back-up', 'free')");
    await rename(folder, before);
    await rename(join(home, 'copy'), folder);
    await expect
      .poll(() => reasons, { timeout: 20_000 })
      .toEqual([expect.stringContaining(`The folder ${folder} was moved, replaced`)]);
  } finally {
    await open.close();
  }
  const restored = await openDatabase(settings());
  const names = async () =>
    (await restored.db.query('select name from accounts')).rows.map(({ name }) => name);
  expect(await names()).toEqual(['kept']);
  await restored.close();
  await rm(before, { recursive: true });
});

it('does not give up the embedded database if its pid file is missing only for a moment, as at a shutdown', async () => {
  const open = await openDatabase(settings());
  try {
    const reasons: string[] = [];
    open.keepRunning((reason) => reasons.push(reason));
    const pidFile = join(home, 'postgres', 'data', 'postmaster.pid');
    await rename(pidFile, `${pidFile}-away`);
    await sleep(1200);
    await rename(`${pidFile}-away`, pidFile);
    // Longer than the time after which it would have been given up.
    await sleep(1200);
    expect(reasons).toEqual([]);
    expect((await open.db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  } finally {
    await open.close();
  }
});

it('leaves the embedded database running while another command uses it, even after a kill and a restart', async () => {
  const starter = await openDatabase(settings());
  const other = await openDatabase(settings());
  try {
    starter.keepRunning(() => {});
    const users = () =>
      other.db.query("select from pg_locks where locktype = 'advisory' and objid = 7201089 and granted").then(
        ({ rowCount }) => rowCount,
        () => null,
      );
    const pid = await readFile(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8');
    expect(await users()).toBe(2);
    process.kill(Number(pid.split('\n')[0]), 'SIGKILL');
    await expect.poll(users).toBe(null);
    await expect.poll(users).toBe(2);
    await starter.close();
    expect((await other.db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  } finally {
    await other.close();
    // The last user stops the server, whoever started it and however often.
    expect(existsSync(join(home, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  }
});

it('stops the embedded database after its last user, even if that user joined later and restarted it', async () => {
  const pidFile = join(home, 'postgres', 'data', 'postmaster.pid');
  const starter = await openDatabase(settings());
  const taken_up = await openDatabase(settings());
  try {
    await starter.close();
    taken_up.keepRunning(() => {});
    const pid = async () => (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0];
    const killed = await pid();
    process.kill(Number(killed), 'SIGKILL');
    const answers = async () => {
      const now = await pid();
      return (
        now !== '' &&
        now !== killed &&
        taken_up.db.query('select').then(
          () => true,
          () => false,
        )
      );
    };
    await expect.poll(answers).toBe(true);
  } finally {
    await taken_up.close();
  }
  expect(existsSync(pidFile)).toBe(false);
});

it('adds the path of the data folder to the error of a full disk, and to no other error', async () => {
  const open = await openDatabase(settings());
  try {
    const explained = async (code: string) =>
      open.explained(Object.assign(new Error('from the database'), { code }));
    expect(await explained('53100')).toMatchObject({ path: join(home, 'postgres', 'data') });
    expect(await explained('42P01')).not.toHaveProperty('path');
  } finally {
    await open.close();
  }
});
