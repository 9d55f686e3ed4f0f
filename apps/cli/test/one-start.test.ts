import { type AddressInfo, connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropDatabase, makeDatabase } from '@domesday/db';
import { emptyDatabase } from '@domesday/testing';
import { expect, it, vi } from 'vitest';
import { openDatabase } from '../src/database.ts';
import { mustBeDirect } from '../src/direct.query.ts';
import { firstLoadNotice, prepareFictional } from '../src/fictional.ts';
import { oneStartAtATime } from '../src/one-start.query.ts';
import { serverProgram } from '../src/up.ts';

it('lets one start at a time prepare a database, while the other starts say that they wait', async () => {
  const database = await emptyDatabase();
  const log: string[] = [];
  const start = (name: string) =>
    oneStartAtATime(
      database.db,
      (sentence) => log.push(sentence),
      async () => {
        log.push(`begin ${name}`);
        await sleep(200);
        log.push(`end ${name}`);
        return name;
      },
    );
  try {
    expect(await Promise.all([start('a'), start('b')])).toEqual(['a', 'b']);
    const works = log.filter((line) => /^(begin|end)/.test(line)).map((line) => line.split(' '));
    expect(works.map(([what]) => what)).toEqual(['begin', 'end', 'begin', 'end']);
    expect(works[0]![1]).toBe(works[1]![1]);
    expect(log.filter((line) => line.startsWith('waiting for another start'))).toHaveLength(1);
  } finally {
    await database.drop();
  }
});

it('loads no fictional country into the database of real data, even if its address is written differently', async () => {
  const database = await emptyDatabase();
  const address = new URL(database.url);
  address.searchParams.set('application_name', 'another');
  const read = {
    home: '/nowhere',
    host: '127.0.0.1',
    api_port: 1,
    mcp_port: 2,
    database_url: database.url,
    fictional_database_url: address.href,
  };
  try {
    await expect(prepareFictional(read, database, true, () => {})).rejects.toThrow('Name another database');
    const { rows } = await database.db.query('select from dataset_loads');
    expect(rows).toEqual([]);
  } finally {
    await database.drop();
  }
});

it('mentions the fictional country at the first load only if it was served', async () => {
  const database = await emptyDatabase();
  const beside = new URL(database.url);
  beside.pathname = '/domesday_fictional';
  const read = {
    home: '/nowhere',
    host: '127.0.0.1',
    api_port: 1,
    mcp_port: 2,
    database_url: null,
    fictional_database_url: null,
  };
  try {
    await dropDatabase(beside.href);
    expect(await firstLoadNotice(read, database.url)).toBeNull();
    await makeDatabase(beside.href);
    expect(await firstLoadNotice(read, database.url)).toContain('the next `npm start` drops');
    const external = { ...read, database_url: database.url };
    expect(await firstLoadNotice(external, database.url)).toBeNull();
    const named = { ...external, fictional_database_url: beside.href };
    expect(await firstLoadNotice(named, database.url)).toContain('whose database you can drop');
  } finally {
    await dropDatabase(beside.href);
    await database.drop();
  }
});

it('closes within the time allowed for a stop, even if a load is running on its connections', async () => {
  const database = await emptyDatabase();
  const read = {
    home: '/nowhere',
    host: '127.0.0.1',
    api_port: 1,
    mcp_port: 2,
    fictional_database_url: null,
  };
  const open = await openDatabase({ ...read, database_url: database.url });
  const client = await open.db.connect();
  client.on('error', () => {});
  const load = client.query('select pg_sleep(600)').catch(() => 'cut off');
  try {
    await open.close(100);
  } finally {
    await database.drop();
    client.release(true);
  }
  expect(await load).toBe('cut off');
});

it('refuses a pooler in transaction mode, which would hold its locks for ever, and says which variable to set', async () => {
  const database = await emptyDatabase();
  const client = await database.db.connect();
  try {
    await expect(mustBeDirect(database.db)).resolves.toBeUndefined();
    // Two connections to the pooler, and one from it to the server.
    const shared = new Proxy(client, {
      get: (target, name) => (name === 'release' ? () => {} : Reflect.get(target, name)),
    });
    const pooler = { connect: async () => shared } as unknown as typeof database.db;
    await expect(mustBeDirect(pooler)).rejects.toThrow('set DATABASE_POOLER=transaction');
  } finally {
    client.release();
    await database.drop();
  }
});

it('opens no database through a pooler in transaction mode', async () => {
  const database = await emptyDatabase();
  const { hostname, port } = new URL(database.url);
  // As if one server connection served all connections to the pooler.
  const alike = (sent: Buffer) =>
    Buffer.from(sent.toString('latin1').replaceAll('pg_backend_pid()', '7'.padEnd(16)), 'latin1');
  const pooler = createServer((from) => {
    const to = connect(Number(port), hostname);
    from.on('data', (sent) => to.write(alike(sent))).on('close', () => to.destroy());
    to.pipe(from).on('error', () => to.destroy());
  });
  await new Promise<void>((done) => pooler.listen(0, '127.0.0.1', done));
  const through = new URL(database.url);
  through.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  const settings = { home: '/nowhere', host: '127.0.0.1', api_port: 1, mcp_port: 2 };
  try {
    await expect(
      openDatabase({ ...settings, database_url: through.href, fictional_database_url: null }),
    ).rejects.toThrow('set DATABASE_POOLER=transaction');
    // No connection is left open.
    await new Promise((done) => pooler.close(done));
  } finally {
    await database.drop();
  }
});

it('opens only the database that the API answers from, if the API connects through a pooler', async () => {
  const database = await emptyDatabase();
  const to = (name: string) => Object.assign(new URL(database.url), { pathname: `/${name}` });
  const same = to(new URL(database.url).pathname.slice(1));
  same.searchParams.set('application_name', 'pooler');
  const settings = {
    home: '/nowhere',
    host: '127.0.0.1',
    api_port: 1,
    mcp_port: 2,
    database_url: database.url,
    fictional_database_url: null,
  };
  try {
    const wrong = openDatabase({ ...settings, api_database_url: to('postgres').href });
    await expect(wrong).rejects.toThrow('leads to another database than DATABASE_URL');
    await (await openDatabase({ ...settings, api_database_url: same.href })).close();
    // Nothing is checked if the pooler does not answer.
    const silent = 'postgres://nobody@127.0.0.1:1/none';
    await (await openDatabase({ ...settings, api_database_url: silent })).close();
  } finally {
    await database.drop();
  }
});

it('finds the programs of the servers from any working folder', () => {
  const apps = resolve(import.meta.dirname, '../..');
  vi.spyOn(process, 'cwd').mockReturnValue('/nowhere');
  vi.stubEnv('DOMESDAY_ROOT', undefined);
  try {
    const found = ['api', 'mcp'].map(serverProgram);
    expect(found).toEqual([join(apps, 'api/dist/main.js'), join(apps, 'mcp/dist/main.js')]);
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
});
