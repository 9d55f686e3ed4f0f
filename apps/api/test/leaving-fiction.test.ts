import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds/load';
import { type DbClient, type TableKind, tablesOfKind } from '@domesday/db';
import { leaveFiction } from '@domesday/loading/fiction.query';
import {
  emptyDatabase,
  exampleCall,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The first real load takes the place of the fictional country at one moment, and no answer holds something of both.
let database: TestDatabase;
let api: TestApi;
let home: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  home = await mkdtemp(join(tmpdir(), 'domesday-leaving-'));
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
  if (home) await rm(home, { recursive: true, force: true });
});

const KINDS: TableKind[] = ['data', 'books', 'records'];
const priced = operationTable.filter((entry) => entry.credits > 0);

/** All tables of the migrated schema. */
async function tablesOf({ db }: TestDatabase): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition and relname <> 'kysely_migration_lock' order by 1`,
  );
  return rows.map((row) => row.name);
}

/** Number of rows and hash of the content of each table. */
async function contents(db: Pick<DbClient, 'query'>, tables: readonly string[]) {
  const found = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await db.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as is
         from public.${table} t`,
    );
    found.set(table, rows[0].is);
  }
  return found;
}

const holdsRows = ([, is]: [string, string]) => !is.startsWith('0 ');

const ask = (entry: (typeof operationTable)[number], options: { headers?: Record<string, string> } = {}) => {
  const { path, body } = exampleCall(entry);
  return api.call(path, body === undefined ? options : { ...options, body });
};

/** The answer without what differs from call to call. */
const lasting = (text: string) => text.replaceAll(/"request_id":"[^"]*"/g, '');

describe('every table', () => {
  it('of the migrated schema is data, books or records, and of one kind', async () => {
    const named = KINDS.flatMap((kind) => tablesOfKind(kind)).sort();
    expect(named).toEqual((await tablesOf(database)).sort());
  });

  it('that loading the fictional country fills is none of the books, so that none of it can stay', async () => {
    const empty = await emptyDatabase();
    try {
      const tables = await tablesOf(empty);
      const before = await contents(empty.db, tables);
      const loaded = await sandboxDatabase();
      try {
        const after = await contents(loaded.db, tables);
        const rows = (of: Map<string, string>, table: string) => Number.parseInt(of.get(table)!, 10);
        const filled = tables.filter((table) => rows(before, table) !== rows(after, table));
        expect(filled.length).toBeGreaterThan(50);
        const books: readonly string[] = tablesOfKind('books');
        expect(filled.filter((table) => books.includes(table))).toEqual([]);
      } finally {
        await loaded.drop();
      }
    } finally {
      await empty.drop();
    }
  });
});

it('empties all data, keeps all books as they were, and lets every operation answer until it commits', async () => {
  await api.call('/account');
  await ask(priced[0]!, { headers: { 'Idempotency-Key': 'of-the-fictional-country' } });
  await database.db.query(`
    insert into oauth_records (model, id_hash, payload, expires_at) values ('Client', sha256('a'), '{}', 'infinity');
    insert into api_processes (id, seen_at) values (gen_random_uuid(), now());
    insert into usage_batches (id, written_at) values (gen_random_uuid(), now())`);
  const client = await database.db.connect();
  try {
    // Its snapshot does not see what the running server writes meanwhile.
    await client.query('begin isolation level repeatable read');
    const books = await contents(client, tablesOfKind('books'));
    const kept = [...books].filter(holdsRows).map(([name]) => name);
    for (const name of ['accounts', 'api_keys', 'api_processes', 'oauth_records', 'plans', 'usage_batches'])
      expect(kept).toContain(name);
    await leaveFiction(client);
    expect(await contents(client, tablesOfKind('books'))).toEqual(books);
    expect([...(await contents(client, tablesOfKind('data')))].filter(holdsRows)).toEqual([]);
    const { rows } = await client.query(
      'select (select count(*)::int from dataset_loads) as loads, documents from address_index_state',
    );
    expect(rows).toEqual([{ loads: 0, documents: 0 }]);
    for (const entry of priced) {
      const answer = await ask(entry);
      expect([entry.id, answer.status]).toEqual([entry.id, 200]);
      expect(answer.headers.get('x-fictional-country')).toBe('true');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('gives no answer of both where the country goes in the middle of requests', async () => {
  const fictional = new Map<string, string>();
  for (const entry of priced) fictional.set(entry.id, lasting((await ask(entry)).text));
  const client = await database.db.connect();
  const waiting = `select count(*)::int as n from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  let answers: Promise<Awaited<ReturnType<typeof ask>>[]>;
  try {
    await client.query('begin');
    // What answers read after they have found the place.
    await client.query(
      'lock table sales, schools, energy_certificates, planning_applications, hmo_licences, house_price_index',
    );
    answers = Promise.all(priced.map((entry) => ask(entry)));
    await expect
      .poll(async () => (await client.query(waiting)).rows[0].n, { timeout: 20_000 })
      .toBeGreaterThan(2);
    await leaveFiction(client);
    await client.query('commit');
  } finally {
    client.release();
  }
  let real = 0;
  for (const [i, answer] of (await answers).entries()) {
    const { id } = priced[i]!;
    if (answer.headers.get('x-fictional-country')) {
      expect(lasting(answer.text), id).toBe(fictional.get(id));
    } else {
      expect(answer.text, id).not.toMatch(/made up|"fictional":true/i);
      expect(answer.status, id).not.toBe(500);
      real += 1;
    }
  }
  expect(real).toBeGreaterThan(2);
});

it('lets a running server find the addresses that are loaded afterwards', async () => {
  const places = join(home, 'code-point-made-up.csv');
  await writeFile(
    places,
    '"XQ9 9XX",10,530000,180000,"E92000001","","E18999001","","E09000001","E05000001"\n',
  );
  await load(database.db, 'code-point-open', [places], { home });
  const list = join(home, 'addresses-made-up.csv');
  await writeFile(
    list,
    'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n998199999999,1 BRANDNEW YARD,XQ9 9XX,530000,180000\n',
  );
  await load(database.db, 'address-list', [list], { home });
  const found = async () => {
    const { body, headers } = await api.call('/addresses/search?q=1%20brandnew%20yard');
    return [headers.get('x-fictional-country'), String(body.results?.[0]?.uprn)];
  };
  await expect.poll(found, { timeout: 15_000 }).toEqual([null, '998199999999']);
  const { rows } = await database.db.query('select documents from address_index_state');
  expect(rows).toEqual([{ documents: 1 }]);
});
