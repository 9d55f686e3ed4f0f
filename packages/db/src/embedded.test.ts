import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { endOf, LARGEST_LOG_BYTES, logOf, unanswered } from './embedded-failure.ts';
import { useServer } from './embedded-users.ts';
import { waitUntilReady } from './embedded-wait.ts';
import { createPool, inTransaction } from './pool.ts';
import { beganAt } from './processes.ts';
import { hasDatabase, makeDatabase } from './server-databases.ts';

const folder = await mkdtemp(join(tmpdir(), 'domesday-embedded-'));
/** A process that starts the server of a folder, sends its address, and keeps running. */
function starterOf(own: string): ChildProcess {
  const program = `import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))};
    const { url, adopted } = await startEmbedded({ folder: ${JSON.stringify(own)} });
    process.send({ url, adopted });
    setInterval(() => {}, 1000);`;
  const script = `data:text/javascript,${encodeURIComponent(program)}`;
  return fork(join(import.meta.dirname, 'embedded.ts'), {
    execArgv: ['--import', 'tsx', '--import', script],
  });
}
afterAll(() => rm(folder, { recursive: true, force: true }));

it('uses a server that already runs, and keeps no row of a transaction that failed', async () => {
  const first = await startEmbedded({ folder });
  const second = await startEmbedded({ folder });
  expect(first.adopted).toBe(false);
  expect(second.adopted).toBe(true);
  expect(second.url).toBe(first.url);
  expect(second.local_url).toBe(first.local_url);

  const db = createPool(second.url);
  await db.query('create table kept (n integer)');
  await inTransaction(db, (client) => client.query('insert into kept values (7)'));
  const refused = inTransaction(db, async (client) => {
    await client.query('insert into kept values (8)');
    throw new Error('changed my mind');
  });
  await expect(refused).rejects.toThrow('changed my mind');
  expect((await db.query('select n from kept')).rows).toEqual([{ n: 7 }]);
  await db.end();
  await second.stop();
});

describe('a server that was stopped and started again', () => {
  let server: Embedded;
  const log = join(folder, 'postgres.log');
  const grow = () => appendFile(log, '.'.repeat(LARGEST_LOG_BYTES + 1));
  beforeAll(async () => {
    await grow();
    server = await startEmbedded({ folder });
  });
  afterAll(() => server.stop());

  it('starts a new log file if the last one is large, and moves no log of a running server', async () => {
    const size = async (file: string) => (await stat(file)).size;
    expect(await size(`${log}.1`)).toBeGreaterThan(LARGEST_LOG_BYTES);
    expect(await readFile(log, 'utf8')).toContain('starting PostgreSQL');
    await grow();
    expect((await startEmbedded({ folder })).adopted).toBe(true);
    expect(await size(log)).toBeGreaterThan(LARGEST_LOG_BYTES);
    await truncate(log);
  });

  it('has what was written before the stop', async () => {
    expect(server.adopted).toBe(false);
    const db = createPool(server.url);
    expect((await db.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    await db.end();
  });

  it('creates a database once when several ask for it at once', async () => {
    const url = new URL(server.url);
    url.pathname = '/asked_for_at_once';
    await Promise.all(Array.from({ length: 6 }, () => makeDatabase(url.href)));
    expect(await hasDatabase(url.href)).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('serves this machine over a Unix socket', async () => {
    const client_of = async (url: string) => {
      const db = createPool(url, { max: 1 });
      const { rows } = await db.query('select host(inet_client_addr()) as address');
      await db.end();
      return rows[0].address;
    };
    expect(await client_of(server.local_url)).toBe(null);
    expect(await client_of(server.url)).toBe('127.0.0.1');
  });
});

it('starts one server when several processes start it at once in an empty folder', async () => {
  const own = join(folder, 'at-once');
  const started = () =>
    new Promise<{ url: string; adopted: boolean; child: ChildProcess }>((done, fail) => {
      const child = starterOf(own);
      child.once('message', (message) => done({ ...(message as { url: string; adopted: boolean }), child }));
      child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
    });
  const all = await Promise.all([started(), started(), started()]);
  expect(all.filter(({ adopted }) => !adopted)).toHaveLength(1);
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  for (const { child, adopted } of all) if (adopted) child.kill('SIGKILL');
  const ended = all.find(({ adopted }) => !adopted)!.child;
  ended.kill('SIGKILL');
  await once(ended, 'exit');
});

it.runIf(process.platform === 'linux')('names the folder that it cannot make', async () => {
  await expect(startEmbedded({ folder: '/proc/none/postgres' })).rejects.toThrow(
    /ENOENT.*mkdir '\/proc\/none'/,
  );
});

describe('a server that does not start', () => {
  const data = join(folder, 'data');
  const refused = async (options: object = {}): Promise<Error> =>
    startEmbedded({ folder, ...options }).then(
      () => new Error('it has started'),
      (error) => error,
    );
  /**
   * The path of a part within the data folder. Parts of a database are those of the first one, parts of a table those
   * of its last table.
   */
  const partOf = async (what: string): Promise<string> => {
    const named = async (path: string, name: RegExp) =>
      (await readdir(join(data, path))).filter((found) => name.test(found));
    if (what === 'its log') return `pg_wal/${(await named('pg_wal', /^[0-9A-F]{24}$/)).sort()[0]}`;
    if (!what.startsWith('a database')) return what;
    const base = (await named('base', /^\d{5,}$/)).map(Number);
    const database = `base/${Math.min(...base)}`;
    if (what === 'a database') return database;
    return `${database}/${Math.max(...(await named(database, /^\d+$/)).map(Number))}`;
  };
  const changed = async (file: string, text: string, act: () => Promise<void>) => {
    const before = await readFile(file);
    await writeFile(file, text);
    await act();
    await writeFile(file, before);
  };

  it('is reported with the version that made its folder, and without the log of an earlier start', async () => {
    await changed(join(data, 'PG_VERSION'), '14\n', async () => {
      const { message } = await refused();
      expect(message).toMatch(
        /was made by PostgreSQL 14, and this version of Domesday has 18\.\d+, which cannot/,
      );
      expect(message.split('\n')).toHaveLength(1);
    });
  });

  it.each([
    ['PG_VERSION', 'it lacks PG_VERSION.'],
    ['base', 'it lacks base.'],
    ['pg_notify', 'it lacks pg_notify.'],
    ['', 'it is missing, though postgres.log'],
    ['its log', 'could not locate a valid checkpoint record'],
    ['a database', 'the folder of its database domesday is missing.'],
    ['a database: a table that nobody has asked for', 'it lacks base/'],
  ])(
    'is reported with the part that its data folder lacks (%s), and the folder is not made again',
    async (what, problem) => {
      const part = await partOf(what);
      await rename(join(data, part), join(folder, 'away'));
      try {
        const before = await readdir(folder);
        expect((await refused()).message).toContain(`${data} is not whole: ${problem}`);
        expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
        expect(await readdir(folder)).toEqual(before);
      } finally {
        await rename(join(folder, 'away'), join(data, part));
      }
    },
  );

  it('is reported with its log if the reason is not a known one', async () => {
    const { message } = await refused({ settings: { no_such_setting: '1' } });
    expect(message).toContain(`Its log is ${join(folder, 'postgres.log')}:\n`);
    expect(message).toContain('unrecognized configuration parameter "no_such_setting"');
    expect(message).not.toContain('checkpoint');
  });

  it('is reported with the password file if that is empty or of another database, and does not stay running', async () => {
    const file = join(folder, 'password');
    await changed(file, '', async () => expect((await refused()).message).toMatch(/password is empty/));
    await changed(file, 'another', async () => {
      expect((await refused()).message).toContain(`The password in ${file} is not that of`);
      expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
    });
  });

  it('is reported with the name of the missing program', async () => {
    const native = join(folder, 'no-programs');
    expect((await refused({ native })).message).toMatch(/no-programs\/bin\/initdb'\)\. Run npm ci/);
  });

  it('or has ended is reported as a full disk only if the log of this start says so', async () => {
    const own = join(folder, 'full');
    await mkdir(own);
    const line = 'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device\n';
    await writeFile(join(own, 'postgres.log'), `2026-11-27 20:55:22.138 UTC [7] ${line}`);
    const log = logOf(own);
    const of_before = await endOf(new Error('Connection terminated unexpectedly'), own, log);
    expect(of_before.message).toBe(`Connection terminated unexpectedly; its log is ${log.file}`);
    await appendFile(log.file, `2026-11-27 20:56:22.138 UTC [8] ${line}`);
    expect(await endOf(new Error('Connection terminated unexpectedly'), own, log)).toMatchObject({
      code: 'ENOSPC',
      path: join(own, 'data'),
      message: 'could not write to file "pg_wal/xlogtemp.7": No space left on device',
    });
  });
});

/** A server that refuses each connection with this code, in a message of the protocol. */
async function refusing(code: string, message: string): Promise<{ url: string; close(): void }> {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return { url: `postgres://127.0.0.1:${port}/x`, close: () => server.close() };
}

it('waits for a server that recovers from a crash for as long as its process lives', async () => {
  const server = await refusing('57P03', 'the database system is starting up');
  let looks = 0;
  const wait = { alive: async () => ++looks < 5, password_file: '', answers_within_ms: 0 };
  await expect(waitUntilReady(server.url, 'x', wait)).rejects.toThrow('the process ended');
  server.close();
});

it('does not wait for a server that runs on a full disk, and reports the full disk', async () => {
  const server = await refusing('53100', 'could not write init file: No space left on device');
  let looks = 0;
  const wait = { alive: async () => ++looks < 5, password_file: '' };
  const refusal = await waitUntilReady(server.url, 'x', wait).catch((error: unknown) => error);
  const path = join('/home', 'data');
  expect(unanswered(refusal, '/home')).toMatchObject({ code: 'ENOSPC', path });
  server.close();
});

describe.skipIf(process.platform === 'win32')('a server that hangs while it stops', () => {
  // The server must be stopped while it recovers. Without fsync the recovery is short, but longer than one check for
  // it.
  const quick = { folder, stops_within_ms: 100, settings: { fsync: 'off' } };
  const recovering = async (): Promise<{ server: Embedded; pid: number }> => {
    const server = await startEmbedded(quick);
    const db = createPool(server.url, { max: 1 });
    const killed = (await db.query('select pg_backend_pid() as pid')).rows[0].pid;
    const log = () => readFile(join(folder, 'postgres.log'), 'utf8');
    const before = (await log()).length;
    process.kill(killed, 'SIGKILL');
    await db.end();
    while (!(await log()).slice(before).includes('reinitializing')) await sleep(1);
    return {
      server,
      pid: Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]),
    };
  };

  it('is killed by the process that stops it', async () => {
    const { server } = await recovering();
    await server.stop();
    expect(server.alive()).toBe(false);
  });

  it('is killed by the next start if the process that stopped it has ended', async () => {
    const { server, pid } = await recovering();
    expect(server.adopted).toBe(false);
    process.kill(pid, 'SIGINT');
    const next = await startEmbedded(quick);
    expect(next.adopted).toBe(false);
    const db = createPool(next.url, { max: 1 });
    expect((await db.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    await db.end();
    await next.stop();
  });
});

it.runIf(process.platform === 'linux')(
  'starts when the process id of a server that was killed now belongs to another program',
  async () => {
    const data = join(folder, 'data');
    const lines = [process.pid, data, 0, 1, data, '127.0.0.1', '', 'ready'];
    await writeFile(join(data, 'postmaster.pid'), `${lines.join('\n')}\n`);
    const server = await startEmbedded({ folder });
    expect(server.adopted).toBe(false);
    await server.stop();
  },
);

const addressFrom = (starter: ChildProcess): Promise<string> =>
  new Promise((done) => starter.once('message', (message) => done((message as { url: string }).url)));
async function isServed(url: string): Promise<boolean> {
  const db = createPool(url, { max: 1 });
  return db.query('select 1').then(
    () => db.end().then(() => true),
    () => db.end().then(() => false),
  );
}
async function endsSoon(url: string): Promise<boolean> {
  for (let tries = 0; tries < 100 && (await isServed(url)); tries++) await sleep(100);
  return !(await isServed(url));
}

it('ends with the process that started it, also by a kill -9, in a folder too deep for a socket', async () => {
  const own = join(folder, 'k'.repeat(80));
  const child = starterOf(own);
  const url = await addressFrom(child);
  expect(await isServed(url)).toBe(true);
  child.kill('SIGKILL');
  expect(await endsSoon(url)).toBe(true);
  const next = await startEmbedded({ folder: own });
  expect(next.adopted).toBe(false);
  expect(next.local_url).toBe(next.url);
  await next.stop();
});

it.each(['SIGINT', 'SIGKILL'] as const)(
  'keeps running for its other users if %s ends the process that started it, and ends with the last user',
  async (signal) => {
    const own = join(folder, signal);
    const child = starterOf(own);
    const url = await addressFrom(child);
    // The file that a killed process leaves.
    await mkdir(join(own, 'users'));
    await writeFile(join(own, 'users', '999999999.1'), '');
    const use = await useServer(url, own);
    child.kill(signal);
    await once(child, 'exit');
    await sleep(1500);
    expect(await isServed(url)).toBe(true);
    await use.end();
    expect(await endsSoon(url)).toBe(true);
  },
);

it.runIf(process.platform === 'linux')(
  'does not keep running for a process that has the id of a killed user',
  async () => {
    const own = join(folder, 'taken-over');
    const child = starterOf(own);
    const url = await addressFrom(child);
    const use = await useServer(url, own);
    const [file] = await readdir(join(own, 'users'));
    expect(await readFile(join(own, 'users', file!), 'utf8')).toBe(beganAt(process.pid));
    await use.end();
    await mkdir(join(own, 'users'), { recursive: true });
    await writeFile(join(own, 'users', `${process.pid}.1`), '1');
    child.kill('SIGKILL');
    expect(await endsSoon(url)).toBe(true);
  },
);

// The last test that uses the shared folder, which afterwards belongs to another user.
it.runIf(process.getuid?.() === 0)(
  'copies its programs once if root may not create a user namespace, and serves data made with a namespace',
  async () => {
    const bin = join(folder, 'without-unshare');
    await mkdir(bin);
    await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await chmod(folder, 0o755);
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
    await (await startEmbedded({ folder })).stop();
    vi.unstubAllEnvs();
    // A cluster that another user owns is served by the copied programs, even if namespaces are allowed.
    await (await startEmbedded({ folder })).stop();
    expect((await readdir(folder)).filter((name) => name.startsWith('programs'))).toHaveLength(1);
    await chown(join(folder, 'data'), 12345, 12345);
    await expect(startEmbedded({ folder })).rejects.toThrow('belongs to the user with the id 12345');
  },
);
