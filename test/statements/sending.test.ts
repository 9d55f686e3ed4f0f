import { createPool, type Db, oneOf, orNull, query, sending, sql, statement, statements } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { lettingsInPlace, unplacedLettings } from '../../apps/api/src/domains/rents/evidence.query.ts';
import { asApiError } from '../../apps/api/src/http/errors.ts';
import type { Place } from '../../apps/api/src/location/place.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await emptyDatabase();
  db = database.db;
});
afterEach(() => {
  sending.named = true;
  sending.check_rows = false;
});
afterAll(() => database?.drop());

const plan = statement({
  name: 'test-plan',
  parameters: { id: 'text' },
  row: { id: 'text', twice: oneOf('free', 'pro') },
  build: ({ id }) => sql`select id, ${id}::text as twice from plans where id = ${id} and rate_limit > ${1}`,
});

it('sends a value only once if a statement uses it twice, and sends constants as parameters', async () => {
  expect(plan.text).toBe('select id, $1::text as twice from plans where id = $1 and rate_limit > $2');
  expect(plan.places).toEqual(['id', { constant: 1 }]);
  expect(await plan.rows(db, { id: 'free' })).toEqual([{ id: 'free', twice: 'free' }]);
  expect(await plan.first(db, { id: 'gold' })).toBeNull();
  await expect(plan.one(db, { id: 'gold' })).rejects.toThrow('test-plan answered no row');
});

it('prepares statements under their names, or sends them unnamed behind a pooler that cannot keep them', async () => {
  const one = createPool(database.url, { max: 1 });
  const kept = async (): Promise<unknown[]> =>
    (await one.query('select name from pg_prepared_statements')).rows.map((row) => row.name);
  try {
    sending.named = false;
    await plan.rows(one, { id: 'free' });
    expect(await kept()).toEqual([]);
    sending.named = true;
    await plan.rows(one, { id: 'free' });
    expect(await kept()).toEqual(['test-plan']);
  } finally {
    await one.end();
  }
});

it.each([
  ['lost', 'deallocate all'],
  ['taken', 'deallocate all; prepare "test-plan" as select 1'],
])('answers 503 and names DATABASE_POOLER if the name of a prepared statement is %s', async (state, done) => {
  const one = createPool(database.url, { max: 1 });
  try {
    if (state === 'lost') await plan.rows(one, { id: 'free' });
    await one.query(done);
    const error = await plan.rows(one, { id: 'free' }).catch((thrown) => thrown);
    expect(error.message).toMatch(/set DATABASE_POOLER=transaction, and DIRECT_DATABASE_URL.*test-plan/);
    expect(asApiError(error).error).toMatchObject({ status: 503, code: 'unavailable' });
  } finally {
    await one.end();
  }
});

it('sends no named statement and no setting behind a pooler in transaction mode', async () => {
  const one = createPool(database.url, { max: 1, pooled: true, statement_timeout_ms: 5000 });
  try {
    await plan.rows(one, { id: 'free' });
    await one.query({ name: 'named-by-hand', text: 'select 1' });
    expect((await one.query('select name from pg_prepared_statements')).rows).toEqual([]);
    const { rows } = await one.query("select current_setting('statement_timeout') as limit");
    expect(rows).toEqual([{ limit: '0' }]);
  } finally {
    await one.end();
  }
});

it('uses one plan for all values of a statement, except for statements that are cheaper with a plan for each value', async () => {
  await db.query(`
    insert into lettings (reference, address, postcode, rent_pcm, let_on, position, load_id)
    select n, 'A HOME', 'XE' || n % 400 || ' 1AA', 900, date '2026-01-01',
           case when n % 1000 > 0 then point(n, n) end, 1 from generate_series(1, 20000) n`);
  await db.query('analyze lettings');
  const one = createPool(database.url, { max: 1 });
  const agreed = { from: '2025-01-01', to: '2026-12-31', rooms: false, bedrooms: null, property_type: null };
  const circle = { level: 'radius', easting: 500, northing: 500, radius_m: 2 } as Place;
  try {
    for (let call = 0; call < 10; call++) {
      await unplacedLettings.rows(one, { ...agreed, lacks_postcode: false, outcodes: ['XE200'] });
      await lettingsInPlace.rows(one, circle, agreed);
    }
    const { rows } = await one.query(
      'select name, custom_plans as plans from pg_prepared_statements order by name',
    );
    // With one plan for all values PostgreSQL would read every letting to count those without a position.
    expect(rows).toEqual([
      { name: 'lettings-in-place-circle', plans: 5 },
      { name: 'unplaced-lettings', plans: 10 },
    ]);
  } finally {
    await one.end();
  }
});

it('throws if the answer lacks a declared column, instead of reading it as null', async () => {
  const short = statement({
    name: 'test-short',
    row: { id: 'text', monthly_credits: 'int4?' },
    build: () => sql`select id from plans`,
  });
  await expect(short.rows(db)).rejects.toThrow('test-short does not answer the column monthly_credits');
});

it('throws for a null that is not declared if rows are checked', async () => {
  const row = { id: 'text' } as const;
  const empty = statement({ name: 'test-empty', row, build: () => sql`select null::text as id` });
  const declared = { id: orNull('text') };
  const allowed = statement({ name: 'test-null', row: declared, build: () => sql`select null::text as id` });
  sending.check_rows = true;
  await expect(empty.rows(db)).rejects.toThrow('test-empty: the column id is null');
  expect(await allowed.rows(db)).toEqual([{ id: null }]);
});

it('refuses a second statement with the same name', () => {
  const again = () =>
    statement({ name: 'test-plan', build: () => query.deleteFrom('plans').where('id', '=', 'x') });
  expect(again).toThrow('Two statements are named test-plan');
  expect(statements().get('test-plan')?.text).toBe(plan.text);
});

it('lets the compiler refuse a statement whose query lacks a declared column, or has another type for it', () => {
  // @ts-expect-error the query does not select rate_limit
  statement({
    name: 'test-forgotten',
    row: { id: 'text', rate_limit: 'int4' },
    build: () => query.selectFrom('plans').select('id'),
  });
  // @ts-expect-error rate_limit is a number
  statement({
    name: 'test-mistyped',
    row: { rate_limit: 'text' },
    build: () => query.selectFrom('plans').select('rate_limit'),
  });
  // @ts-expect-error there is no column of this name
  expect(() => query.selectFrom('plans').select('rate').compile()).not.toThrow();
});
