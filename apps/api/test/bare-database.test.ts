import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { emptyDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../src/index.ts';

// A server that was started with a database that has not been prepared for it.
let bare: TestDatabase;
beforeAll(async () => {
  bare = await emptyDatabase();
  await bare.db.query('drop schema public cascade; create schema public');
});
afterAll(() => bare?.drop());

async function probed(database_url: string) {
  const logged: string[] = [];
  const api = await startApi(
    {
      host: '127.0.0.1',
      port: 0,
      database_url,
      log_level: 'silent',
      pool_size: 4,
      statement_timeout_ms: 10_000,
      redis_url: null,
    },
    { clock: testClock(), log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }) },
  );
  try {
    const answer = await fetch(api.url.replace('/v1', '/health/ready'));
    const body = (await answer.json()) as {
      checks: { name: string; ready: boolean; detail: string | null }[];
    };
    const headers = { Authorization: `Bearer svc_test_${'x'.repeat(40)}` };
    const call = await fetch(`${api.url}/account`, { headers });
    return { status: answer.status, body, call_status: call.status, log: logged.join('') };
  } finally {
    await api.close();
  }
}

it('says in the probe and in the log that the schema is missing and how to create it, and answers calls with 503', async () => {
  const { status, body, call_status, log } = await probed(bare.url);
  expect([status, call_status]).toEqual([503, 503]);
  expect(log).toMatch(/the schema of another version; run .*-- upgrade/);
  expect(body.checks).toMatchObject([
    { name: 'database', ready: true },
    { name: 'schema', ready: false, detail: expect.stringMatching(/missing.*-- upgrade\.$/) },
    { name: 'data', ready: false },
  ]);
});

it.each([
  ['a wrong password', { password: 'made-up' }, /refuses the user, the password/],
  ['a database that is not there', { pathname: '/made_up_and_absent' }, /does not exist/],
])(
  'names %s as the cause, without host or user name, and answers calls with 503',
  async (_name, change, words) => {
    const address = Object.assign(new URL(bare.url), change);
    const { status, body, call_status } = await probed(address.href);
    expect([status, call_status]).toEqual([503, 503]);
    expect(body.checks).toEqual([{ name: 'database', ready: false, detail: expect.stringMatching(words) }]);
    expect(body.checks[0]!.detail).not.toMatch(new RegExp(`${address.username}|${address.hostname}`));
  },
);

it('says that the database has no free connection, not that it does not answer', async () => {
  const username = `${new URL(bare.url).pathname.slice(1)}_crowded`;
  await bare.db.query(`create role ${username} login password 'made-up' connection limit 0`);
  try {
    const address = Object.assign(new URL(bare.url), { username, password: 'made-up' });
    const { status, body, call_status } = await probed(address.href);
    expect([status, call_status]).toEqual([503, 503]);
    expect(body.checks[0]!.detail).toBe('The database has no free connection for this server.');
  } finally {
    await bare.db.query(`drop role ${username}`);
  }
});

it.each([
  ['has no room for a connection', '53100', /The disk of the database is full/],
  ['is starting', '57P03', /starting or stopping/],
])('names the cause for a database that %s, and answers calls with 503', async (_name, code, words) => {
  const text = `SFATAL\0VFATAL\0C${code}\0Mmade up\0\0`;
  const refusal = Buffer.alloc(5 + text.length);
  refusal.write('E');
  refusal.writeInt32BE(4 + text.length, 1);
  refusal.write(text, 5);
  const refusing = createServer((client) => {
    client.on('error', () => {}).once('data', () => client.end(refusal));
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  try {
    const { port } = refusing.address() as AddressInfo;
    const { status, body, call_status } = await probed(`postgres://nobody@127.0.0.1:${port}/none`);
    expect([status, call_status]).toEqual([503, 503]);
    expect(body.checks[0]!.detail).toMatch(words);
  } finally {
    refusing.close();
  }
});

it.each([
  ['closed to connections', 'alter database $ allow_connections false', /closed to connections/],
  ['closed to the user of the server', 'revoke connect on database $ from public', /may not connect/],
])('names the cause for a database that is %s, and answers calls with 503', async (_name, change, words) => {
  const database = await emptyDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const username = `${name}_user`;
  await bare.db.query(`create role ${username} login password 'made-up'`);
  try {
    await bare.db.query(change.replace('$', name));
    const address = Object.assign(new URL(database.url), { username, password: 'made-up' });
    const { status, body, call_status } = await probed(address.href);
    expect([status, call_status]).toEqual([503, 503]);
    expect(body.checks[0]!.detail).toMatch(words);
  } finally {
    await database.drop();
    await bare.db.query(`drop role ${username}`);
  }
});

it('answers calls with 503 if nobody listens at the Unix socket of the database', async () => {
  const address = new URL(bare.url);
  address.searchParams.set('host', '/made-up/and-absent');
  const { status, body, call_status } = await probed(address.href);
  expect([status, call_status]).toEqual([503, 503]);
  expect(body.checks).toEqual([
    { name: 'database', ready: false, detail: expect.stringMatching(/not answer/) },
  ]);
});

it("answers from the operator's database if the database of the fictional country is empty", async () => {
  const own = await emptyDatabase();
  const api = await startTestApi(own, testClock(), { fictional_database_url: bare.url });
  try {
    const { status, body, headers } = await api.call('/status');
    expect([status, headers.get('x-fictional-country')]).toEqual([200, null]);
    expect(body.checks).toMatchObject([
      { name: 'database', ready: true },
      { name: 'schema', ready: true },
      { name: 'data', ready: false },
    ]);
    expect((await api.call('/account')).status).toBe(200);
  } finally {
    await api.close();
    await own.drop();
  }
});

it.each([
  [
    'its user may only read',
    'grant select on all tables in schema public to $',
    'database',
    /takes no charges: the user of this server may not read or write/,
  ],
  [
    'its user may not read keys',
    'grant all on all tables in schema public to $; revoke select on api_keys from $',
    'database',
    /takes no charges: the user of this server may not read or write/,
  ],
  [
    'its user may not write to a table of charges that an upgrade created',
    'grant all on all tables in schema public to $; revoke all on paid_questions from $',
    'database',
    /takes no charges: the user of this server may not read or write/,
  ],
  [
    'its user may not write the total of a month',
    'grant all on all tables in schema public to $; revoke update on account_months from $',
    'database',
    /takes no charges: the user of this server may not read or write/,
  ],

  [
    'its user may not call the functions of charges',
    'grant all on all tables in schema public to $; revoke execute on function settle_batch from public',
    'database',
    /takes no charges: the user of this server may not .* call its functions/,
  ],
  [
    'it lacks an extension',
    'grant all on all tables in schema public to $; drop extension pg_trgm cascade',
    'schema',
    /^The extension pg_trgm is missing: run .*-- upgrade\.$/,
  ],
])('is not ready, with the reason, if %s', async (_name, change, check, words) => {
  const database = await emptyDatabase();
  const username = `${new URL(database.url).pathname.slice(1)}_user`;
  await database.db.query(`create role ${username} login password 'made-up'`);
  try {
    await database.db.query(change.replaceAll('$', username));
    const address = Object.assign(new URL(database.url), { username, password: 'made-up' });
    const { status, body } = await probed(address.href);
    expect(status).toBe(503);
    expect(body.checks.find(({ name }) => name === check)).toMatchObject({
      ready: false,
      detail: expect.stringMatching(words),
    });
  } finally {
    await database.drop();
    await bare.db.query(`drop role ${username}`);
  }
});

it('is not ready on a read-only database, such as a demoted primary', async () => {
  const database = await emptyDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await database.db.query(`alter database "${name}" set default_transaction_read_only = on`);
  const { status, body } = await probed(database.url);
  expect(status).toBe(503);
  expect(body.checks[0]).toMatchObject({
    name: 'database',
    ready: false,
    detail: expect.stringMatching(/no charges/),
  });
  await database.drop();
});
