import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyFunctions, dropOldFunctions } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let kysely: Kysely<unknown>;

beforeAll(async () => {
  database = await emptyDatabase();
  kysely = new Kysely({ dialect: new PostgresDialect({ pool: database.db }) });
});
afterAll(() => database?.drop());

const answer = async (): Promise<unknown> =>
  (await database.db.query('select * from answer_of_test()')).rows[0];
const shipped = async (): Promise<string[]> =>
  (await database.db.query('select name from sql_functions order by name')).rows.map((row) => row.name);

it('replaces SQL functions when they change, whatever their columns, and drops obsolete ones only on request', async () => {
  const files = await readdir(join(import.meta.dirname, '../../packages/db/sql'));
  expect(await shipped()).toEqual(files.map((name) => name.replace('.sql', '')).sort());
  const first = 'create function answer_of_test() returns integer language sql as $$ select 1 $$;';
  const second =
    'create function answer_of_test(p integer default 2) returns table (n text) language sql as $$ select p::text $$;';
  expect(await applyFunctions(kysely, { answer_of_test: first })).toEqual(['answer_of_test']);
  expect(await applyFunctions(kysely, { answer_of_test: first })).toEqual([]);
  expect(await answer()).toEqual({ answer_of_test: 1 });

  expect(await applyFunctions(kysely, { answer_of_test: second })).toEqual(['answer_of_test']);
  expect(await answer()).toEqual({ n: '2' });

  expect(await applyFunctions(kysely, {})).toEqual([]);
  expect(await answer()).toEqual({ n: '2' });
  await dropOldFunctions(kysely, {});
  await expect(answer()).rejects.toThrow('does not exist');
  expect(await shipped()).toEqual([]);
});
