import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds/load';
import { buildMarket } from '@domesday/builds/packed-sales';
import { recordRelease } from '@domesday/builds/releases';
import { buildValuations } from '@domesday/builds/valuations';
import { besidePast } from '@domesday/db';
import { sandboxSamples } from '@domesday/sandbox';
import {
  exampleCall,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
  testClock,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FIRST = '2026-11-15';
const samples = sandboxSamples();
const OPERATIONS = [
  'valuations.sale',
  'valuations.rental',
  'prices.market',
  'prices.comparables',
  'prices.comparables_by_uprn',
  'rents.long_term',
  'rents.hmo',
  'rents.lha',
  'rents.yields',
  'rents.demand',
];
let database: TestDatabase;
let api: TestApi;
let home: string;
let first = '';
const clock = testClock(`${FIRST}T12:00:00.000Z`);
const asked = [
  ...OPERATIONS.map((id) => exampleCall(operationTable.find((entry) => entry.id === id)!).path),
  ...[samples.house, samples.unsoldWithFloorArea, samples.bare].map(
    ({ uprn }) => `/valuations/${uprn}/sale?include=evidence`,
  ),
  `/prices/market?postcode=${encodeURIComponent(samples.house.postcode)}`,
  `/prices/market?uprn=${samples.house.uprn}`,
  `/rents/long-term?uprn=${samples.house.uprn}`,
];
const answers = new Map<string, string>();

/** The answer without what differs from call to call. */
const lasting = (text: string) => text.replaceAll(/"request_id":"[^"]*"/g, '');
const also = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
const ask = async (path: string) => {
  const { status, text } = await api.call(path);
  return `${status} ${lasting(text)}`;
};

async function buildOn(today: string, keep?: number) {
  await buildMarket(database.db);
  await buildValuations(database.db, { today });
  return recordRelease(database.db, { today, ...(keep === undefined ? {} : { keep }) });
}

/** Loads sales in the bulk layout; the prices of `changed` are raised by half. */
async function loadSales(condition: string, changed: string, replace = false): Promise<void> {
  const { rows } = await database.db.query(
    `select concat_ws(',', '{' || transaction_id || '}',
        case when ${changed} then price * 3 / 2 else price end, date || ' 00:00', coalesce(postcode, ''),
        case property_type when 'detached' then 'D' when 'semi_detached' then 'S' when 'terraced' then 'T'
          when 'flat' then 'F' else 'O' end, case when new_build then 'Y' else 'N' end,
        case tenure when 'Leasehold' then 'L' else 'F' end,
        '"' || coalesce(paon, '') || '"', '"' || coalesce(saon, '') || '"', '"' || coalesce(street, '') || '"',
        '"' || coalesce(locality, '') || '"', '"' || coalesce(town, '') || '"', '"' || coalesce(district, '') || '"',
        '"' || coalesce(county, '') || '"', case category when 'standard' then 'A' else 'B' end, 'A') as line
       from sales where ${condition} order by transaction_id`,
  );
  const path = join(home, 'pp-made-up.csv');
  await writeFile(path, rows.map((row) => row.line).join('\n'));
  await load(database.db, 'price-paid', [path], { home, fictional: true, force: true, replace });
}

beforeAll(async () => {
  database = await sandboxDatabase();
  home = await mkdtemp(join(tmpdir(), 'domesday-releases-'));
  first = (await buildOn(FIRST)).name;
  api = await startTestApi(database, clock, { webhooks_anywhere: true, messages_every_ms: 20 });
  const { body: hook } = await api.call('/webhooks', { body: { url: 'http://127.0.0.1:9/hook' } });
  for (const value_moved_pct of [0.1, 1000]) {
    const watch = { uprn: String(samples.house.uprn), events: ['value_moved'], value_moved_pct };
    const about = { webhook_id: hook.id, purpose: 'a test', ends_on: '2027-06-30' };
    expect((await api.call('/watches', { body: { ...about, ...watch } })).status).toBe(201);
  }
  for (const path of asked) answers.set(path, await ask(path));
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
  if (home) await rm(home, { recursive: true, force: true });
});

/** Runs a made-up migration as an upgrade would. */
async function migrateBy(statements: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const { up } = besidePast({ up: async (trx) => void (await sql.raw(statements).execute(trx)) });
  await db.transaction().execute(up);
  await db.destroy();
}

describe('a release', () => {
  it('is named by its answers, and recorded once', async () => {
    for (const [path, answer] of answers) expect(answer, path).toMatch(/^200 /);
    expect([...answers.values()].every((answer) => answer.includes(`"dataset_release":"${first}"`))).toBe(
      true,
    );
    expect(await buildOn(FIRST)).toMatchObject({ name: first, recorded: false });
    // The first value of the watched home is that of this release.
    const unvalued = 'select count(*)::int as n from watches where value is null';
    await expect.poll(async () => (await database.db.query(unvalued)).rows[0].n).toBe(0);
  });

  it('gives byte for byte the answers of its day, whatever is loaded and built since', async () => {
    // Sent at once, so that the statements of several requests are read together.
    const same = () =>
      Promise.all(
        [...answers].flatMap(([path, answer]) =>
          [`as_of=${FIRST}`, `release=${first}`].map(async (query) =>
            expect(await ask(also(path, query)), path).toBe(answer),
          ),
        ),
      );
    // In place: few rows changed, one was deleted, and a certificate and the boundaries of counted areas changed.
    await loadSales('get_byte(uuid_send(transaction_id), 15) % 16 = 0', 'true');
    await database.db.query(
      'delete from sales where transaction_id in (select transaction_id from sales limit 9)',
    );
    await database.db.query('update energy_certificates set floor_area_sqm = floor_area_sqm + 7');
    await database.db.query('update lettings set rent_pcm = rent_pcm * 2');
    clock.set('2026-12-20T12:00:00.000Z');
    await same();
    await buildOn('2026-12-20');
    await same();
    // The whole table replaced.
    await loadSales('true', 'get_byte(uuid_send(transaction_id), 15) % 7 = 0', true);
    await same();
    await buildOn('2027-01-05');
    clock.set('2027-01-06T12:00:00.000Z');
    await same();
    const now = await Promise.all(asked.map(ask));
    expect(now.filter((answer, i) => answer === answers.get(asked[i]!))).toEqual([]);
  });

  it('tells a watch how far the value moved since its last message, with both values and their releases', async () => {
    const { body: now } = await api.call(`/valuations/${samples.house.uprn}/sale`);
    const valued = 'select count(*)::int as n from watches where valued_release = $1';
    await expect
      .poll(async () => (await database.db.query(valued, [now.meta.dataset_release])).rows[0].n, {
        timeout: 30_000,
      })
      .toBe(2);
    const { rows } = await database.db.query(
      `select d.body, w.value_moved_pct as pct from webhook_deliveries d join watches w
          on w.id = (d.body::json -> 'data' ->> 'watch_id')::uuid where d.type = 'watch.value_moved' order by d.created_at`,
    );
    expect(new Set(rows.map(({ pct }) => pct))).toEqual(new Set([0.1]));
    const moves = rows.map(({ body }) => JSON.parse(body).data);
    const { body: then } = await api.call(`/valuations/${samples.house.uprn}/sale?release=${first}`);
    expect(moves[0].old).toEqual({ value: then.value, as_of: FIRST, release: first });
    for (const [i, move] of moves.entries()) {
      if (i > 0) expect(move.old).toEqual(moves[i - 1].new);
      expect(move.moved_pct).toBeCloseTo((move.new.value / move.old.value - 1) * 100, 2);
      expect(move.new.release).not.toBe(move.old.release);
    }
    expect(Math.abs(now.value / moves.at(-1).new.value - 1)).toBeLessThan(0.001);
  });

  it('is paid for once: the same question is free, and another one costs', async () => {
    const path = `/valuations/${samples.house.uprn}/sale`;
    const charged = async (asked: string) =>
      (await api.call(asked, { key: api.liveKey })).headers.get('x-credits-charged');
    const { name } = await buildOn('2027-01-05');
    expect(await charged(path)).toBe('3');
    expect(await charged(also(path, `release=${first}`))).toBe('3');
    expect(await charged(also(path, `release=${first}`))).toBe('0');
    expect(await charged(also(path, `as_of=${FIRST}`))).toBe('0');
    expect(await charged(also(path, `release=${name}&as_of=2027-01-06`))).toBe('0');
    expect(await charged(also(path, `release=${first}&floor_area_sqm=80`))).toBe('3');
  });

  it('is refused by name once it is pruned, and its day is answered by the kept release before it, with a warning', async () => {
    const sale = `/valuations/${samples.house.uprn}/sale`;
    const { name } = await buildOn('2027-01-05');
    const answer = await ask(also(sale, `release=${name}`));
    await loadSales('get_byte(uuid_send(transaction_id), 15) % 64 = 0', 'true');
    const february = await buildOn('2027-02-01', 1);
    expect(february).toMatchObject({ recorded: true, kept: 4, pruned: 0 });
    await loadSales('get_byte(uuid_send(transaction_id), 15) % 64 = 1', 'true');
    await buildOn('2027-02-09', 1);
    await loadSales('get_byte(uuid_send(transaction_id), 15) % 64 = 2', 'true');
    clock.set('2027-03-01T12:00:00.000Z');
    const { body } = await api.call(also(sale, 'as_of=2027-02-09'));
    const pruned = also(sale, `release=${body.meta.dataset_release}`);
    const answered = await ask(pruned);
    expect(await buildOn('2027-03-01', 1)).toMatchObject({ recorded: true, kept: 5, pruned: 1 });
    // A call made just before gets the same answer as before, until the releases are read again.
    expect(await ask(pruned)).toBe(answered);
    clock.advance(3000);

    const gone = await api.call(pruned);
    expect(gone.body.error).toMatchObject({ status: 404, code: 'release_not_kept' });
    expect(gone.headers.get('x-credits-charged')).toBe('0');
    const near = (await api.call(also(sale, 'as_of=2027-02-10'))).body;
    expect(near.meta.warnings).toContainEqual(expect.objectContaining({ code: 'release_not_kept' }));
    const kept = (await api.call(also(sale, `release=${february.name}&as_of=2027-02-10`))).body;
    expect([near.value, near.meta.dataset_release]).toEqual([kept.value, february.name]);
    expect(kept.meta.dataset_release).not.toBe(body.meta.dataset_release);
    expect(near.confidence).toBe(kept.confidence === 'High' ? 'Medium' : 'Low');
    for (const [path, then] of answers) expect(await ask(also(path, `as_of=${FIRST}`)), path).toBe(then);
    expect(await ask(also(sale, `release=${name}`))).toBe(answer);
  });

  it('does not exist for a day before the first: a sale value warns of it, and everything else is refused', async () => {
    const early = (await api.call(`/valuations/${samples.house.uprn}/sale?as_of=2026-11-01`)).body;
    expect(early.meta.warnings).toContainEqual(expect.objectContaining({ code: 'release_not_kept' }));
    expect(early.confidence).not.toBe('High');
    const market = await api.call('/prices/market?outcode=XE1&as_of=2026-11-01');
    expect(market.body.error).toMatchObject({ status: 404, code: 'release_not_kept' });
    const before = await api.call(`/prices/market?outcode=XE1&release=${first}&as_of=2026-11-14`);
    expect(before.status).toBe(422);
  });

  it('has its answers cached until the next load, each with its own id and charge', async () => {
    clock.set('2027-03-02T12:00:00.000Z');
    const keeping = await startTestApi(database, clock, { kept_answers_mb: 8 });
    const again = async (path: string) => {
      const { status, text, body, headers } = await keeping.call(path, { key: keeping.liveKey });
      if (body.meta.request_id) expect(body.meta.request_id).toBe(headers.get('x-request-id'));
      return { answer: `${status} ${lasting(text)}`, charged: headers.get('x-credits-charged') };
    };
    const rates = `/rents/lha?postcode=${encodeURIComponent(samples.house.postcode)}`;
    const alike = [rates, 'meta=lean', 'exclude_licences=royal_mail', `release=${first}`, `as_of=${FIRST}`];
    const questions = [...asked, ...alike.slice(1).map((more) => also(rates, more))];
    for (const path of questions) {
      const { answer, charged } = await again(path);
      expect(answer, path).toBe(await ask(path));
      // A release is paid for once.
      const next = path.includes(FIRST) || path.includes(first) ? '0' : charged;
      // An answer is cached at its second request, and returned from the cache from the third request on.
      for (let times = 2; times <= 3; times++) expect(await again(path)).toEqual({ answer, charged: next });
    }
    const before = await again(rates);
    await database.db.query('update lha_rates set weekly = weekly + 1');
    expect(await again(rates)).toEqual(before);
    expect(await ask(rates)).not.toBe(before.answer);
    await loadSales('get_byte(uuid_send(transaction_id), 15) % 64 = 3', 'true');
    clock.advance(3000);
    expect((await again(rates)).answer).toBe(await ask(rates));
    expect((await again(rates)).answer).not.toBe(before.answer);
    await keeping.close();
  });

  it('survives a migration, unless the migration changes the columns of a table that it reads', async () => {
    const path = `/rents/lha?postcode=${encodeURIComponent(samples.house.postcode)}`;
    const { name } = await buildOn('2027-03-02');
    const then = await ask(also(path, `release=${name}`));
    expect(then).toMatch(/^200 /);
    await migrateBy('create table made_up (a int); alter table dataset_loads add column made_up int');
    expect(await ask(also(path, `release=${name}`))).toBe(then);

    await migrateBy('alter table lha_rates alter column weekly type numeric(12, 3)');
    clock.advance(3000);
    expect((await api.call(also(path, `release=${name}`))).body.error).toMatchObject({
      code: 'release_not_kept',
    });
    await database.db.query('update lha_rates set weekly = weekly + 1');
    clock.set('2027-03-04T12:00:00.000Z');
    const next = await buildOn('2027-03-04', 1);
    expect(next).toMatchObject({ recorded: true, kept: 1 });
    const now = await ask(also(path, `release=${next.name}`));
    expect(now).toMatch(/^200 /);
    await database.db.query('update lha_rates set weekly = weekly + 1');
    expect(await ask(also(path, `release=${next.name}`))).toBe(now);
    expect(await ask(path)).not.toBe(now);
  });
});
