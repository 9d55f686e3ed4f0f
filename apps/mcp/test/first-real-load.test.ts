import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds/load';
import { sandboxSamples } from '@domesday/sandbox';
import {
  emptyDatabase,
  exampleCall,
  loadSandbox,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
  testClock,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';

// The fictional country has its own database, which is served until the operator's holds real data. No answer mixes
// both, and keys, ledger and usage are always the operator's. The tests of this file depend on their order.
let fiction: TestDatabase;
let database: TestDatabase;
/** Two processes of one service, the second with an MCP server. */
let api: TestApi;
let other: TestApi;
let server: ReturnType<typeof createMcpServer>;
let mcp = '';
let home: string;
let key: Awaited<ReturnType<TestApi['newKey']>>;
let charged = 0;
const { house } = sandboxSamples();
const priced = operationTable.filter((entry) => entry.credits > 0);
const CODE_POINT = '"XQ9 9XX",10,530000,180000,"E92000001","","E18999001","","E09000001","E05000001"\n';
const ADDRESSES =
  'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n998199999999,1 BRANDNEW YARD,XQ9 9XX,530000,180000\n';

beforeAll(async () => {
  [fiction, database] = [await sandboxDatabase(), await emptyDatabase()];
  api = await startTestApi(database, testClock(), { fictional_database_url: fiction.url });
  other = await startTestApi(database, testClock(), { fictional_database_url: fiction.url });
  server = createMcpServer({ apiUrl: other.url });
  ({ url: mcp } = await server.listen());
  key = await api.newKey({ plan: 'scale' });
  home = await mkdtemp(join(tmpdir(), 'domesday-first-load-'));
});
afterAll(async () => {
  await server?.close();
  await Promise.all([api?.close(), other?.close()]);
  await Promise.all([database?.drop(), fiction?.drop()]);
  if (home) await rm(home, { recursive: true, force: true });
});

const ask = async (
  entry: (typeof operationTable)[number],
  of = api,
  headers: Record<string, string> = {},
) => {
  const { path, body } = exampleCall(entry);
  const answer = await of.call(path, { key: key.secret, headers, ...(body === undefined ? {} : { body }) });
  charged += Number(answer.headers.get('x-credits-charged') ?? 0);
  return answer;
};
/** A tool call with its body and what it cost. */
const useTool = async (name: string, args: object) => {
  other.clock.advance(1000);
  const { text, is_error } = textOf(await post(mcp, call(name, args), key.secret));
  return { text, is_error };
};
const inLedger = async (db = database.db) =>
  (await db.query('select coalesce(sum(credits), 0)::int as n from ledger')).rows[0].n;
const loadFile = async (dataset: string, text: string, db = database.db) => {
  const path = join(home, `${dataset}-made-up.csv`);
  await writeFile(path, text);
  return load(db, dataset, [path], { home });
};
/** The answer without what differs from call to call. */
const lasting = (text: string) => text.replaceAll(/"request_id":"[^"]*"/g, '');
const fictional = (answer: { headers: Headers }) => answer.headers.get('x-fictional-country') === 'true';
const tileTag = async () => {
  const path = '/tiles/homes/16/32000/21600.mvt';
  return (await api.call(path, { key: key.secret })).headers.get('etag');
};

const before = new Map<string, string>();
let tag: string | null;

it("answers every operation from the fictional country until real data are loaded, charged in the operator's ledger", async () => {
  for (const entry of priced) {
    const answer = await ask(entry);
    expect([entry.id, answer.status, fictional(answer)]).toEqual([entry.id, 200, true]);
    before.set(entry.id, lasting(answer.text));
  }
  const kept = { 'Idempotency-Key': 'of-the-fictional-country' };
  await ask(priced[0]!, api, kept);
  expect((await ask(priced[0]!, other, kept)).headers.get('idempotency-replayed')).toBe('true');
  const tool = await useTool('svc_get_property', { uprn: house.uprn });
  charged += 1;
  expect(JSON.parse(tool.text).meta.fictional).toBe(true);
  tag = await tileTag();
  expect(tag).toContain('fictional');
  expect(charged).toBeGreaterThan(100);
  expect(await inLedger()).toBe(charged);
  const { rows } = await fiction.db.query(
    'select (select count(*) from accounts) + (select count(*) from ledger) + (select count(*) from usage_days) as n',
  );
  expect(rows[0].n).toBe(0);
  const ready = await fetch(new URL('/health/ready', api.url));
  expect(await ready.json()).toMatchObject({ ready: true });
  expect((await api.call('/status')).body).toMatchObject({ ready: true, meta: { fictional: true } });
});

it('refuses to load real data into the database of the fictional country, and publishes nothing', async () => {
  await expect(loadFile('code-point-open', CODE_POINT, fiction.db)).rejects.toThrow(
    'This database holds the fictional country',
  );
  expect((await fiction.db.query("select from postcodes where postcode = 'XQ9 9XX'")).rowCount).toBe(0);
});

it('finishes calls from the fictional country that began before the first real load, and begins none in it afterwards', async () => {
  const client = await fiction.db.connect();
  const waiting = `select count(*)::int as n from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  let begun: Promise<[string, Awaited<ReturnType<typeof ask>>][]>;
  try {
    await client.query('begin');
    // Tables that answers read after they have found the place.
    await client.query('lock table sales, schools, energy_certificates, planning_applications, hmo_licences');
    begun = Promise.all(priced.map(async (entry) => [entry.id, await ask(entry)] as [string, never]));
    await expect.poll(async () => (await client.query(waiting)).rows[0].n).toBeGreaterThan(2);
    const result = await loadFile('code-point-open', CODE_POINT);
    expect(result.first_real).toBe(true);
    for (const of of [api, other]) {
      const answer = await of.call(`/properties/${house.uprn}`, { key: key.secret });
      expect([answer.status, answer.body.error?.code, fictional(answer)]).toEqual([
        404,
        'source_not_loaded',
        false,
      ]);
    }
    const tool = await useTool('svc_get_property', { uprn: house.uprn });
    expect([tool.is_error, tool.text]).toEqual([true, expect.stringContaining('source_not_loaded')]);
    await client.query('rollback');
  } finally {
    client.release();
  }
  for (const [id, answer] of await begun) {
    expect([id, answer.status, fictional(answer)]).toEqual([id, 200, true]);
    expect(lasting(answer.text), id).toBe(before.get(id));
  }
  expect(await inLedger()).toBe(charged);
});

it('answers only from real data afterwards, in every process and for stored answers too, with the same keys', async () => {
  const search = (of: TestApi) => of.call('/addresses/search?q=1%20brandnew%20yard', { key: key.secret });
  // Absent data is not cached: the first search after the load finds it.
  for (const of of [api, other]) expect((await search(of)).body.error?.code).toBe('source_not_loaded');
  await loadFile('address-list', ADDRESSES);
  // The fictional country is not needed any more.
  await fiction.db.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  for (const of of [api, other]) {
    of.clock.advance(5000);
    for (const entry of operationTable) {
      const answer = await ask(entry, of);
      expect([entry.id, fictional(answer)]).toEqual([entry.id, false]);
      expect(answer.text, entry.id).not.toMatch(/made up|"fictional":true/i);
      expect(answer.status, answer.text).toBeLessThan(500);
    }
    const found = await search(of);
    charged += 1;
    expect(String(found.body.results[0].uprn)).toBe('998199999999');
  }
  const kept = await ask(priced[0]!, api, { 'Idempotency-Key': 'of-the-fictional-country' });
  expect([kept.headers.get('idempotency-replayed'), fictional(kept)]).toEqual([null, false]);
  const tool = await useTool('svc_get_property', { uprn: '998199999999' });
  charged += 1;
  expect([tool.is_error, JSON.parse(tool.text).meta.fictional]).toEqual([false, undefined]);
  expect(await tileTag()).not.toBe(tag);
  expect(await inLedger()).toBe(charged);
  const account = JSON.parse((await useTool('svc_account_info', {})).text);
  expect(account.credits.used).toBe(charged);
});

it('refuses to load the fictional country into a database of real data', async () => {
  await expect(loadSandbox(database.db, { home, datasets: ['onspd'] })).rejects.toThrow(
    'This database holds real data',
  );
});
