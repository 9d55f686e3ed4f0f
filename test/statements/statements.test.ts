import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type AnyStatement, fieldOf, inTransaction, type Shape, statements } from '@domesday/db';
import { keepPast } from '@domesday/loading/past.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Described, describe } from './describe.ts';

const root = resolve(import.meta.dirname, '../..');

let database: TestDatabase;
let client: pg.Client;
let typeNames: Map<number, string>;
/** `table oid.column number` -> whether the column may be null. */
let mayBeNull: Map<string, boolean>;

beforeAll(async () => {
  for (const folder of ['apps', 'packages']) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names)
      if (name.endsWith('.query.ts') && !name.includes('node_modules'))
        await import(join(root, folder, name));
  }
  database = await emptyDatabase();
  // The tables of the past exist once there is a release.
  await inTransaction(database.db, (past) => keepPast(past, true));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // `rebuildTable` fills a new table whose name ends in `_anew`.
  await client.query(`
    do $$ declare t text; begin
      for t in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create table staging.%I (like public.%I)', t || '_anew', t);
      end loop;
    end $$`);
  const types = await client.query<{ oid: number; name: string }>('select oid, typname as name from pg_type');
  typeNames = new Map(types.rows.map((row) => [row.oid, row.name]));
  const nulls = await client.query<{ place: string; nullable: boolean }>(
    `select attrelid || '.' || attnum as place, not attnotnull as nullable from pg_attribute where attnum > 0`,
  );
  mayBeNull = new Map(nulls.rows.map((row) => [row.place, row.nullable]));
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** Differences between the row that a statement declares and the row that PostgreSQL describes. */
function rowDifferences(row: Shape, described: Described): string[] {
  const found: string[] = [];
  for (const { name, type, table, column } of described.columns) {
    const spec = row[name];
    if (!spec) {
      found.push(`${name} is answered but not declared`);
      continue;
    }
    const field = fieldOf(spec);
    const answered = typeNames.get(type);
    if (answered !== field.type) found.push(`${name} is declared ${field.type} but is ${answered}`);
    if (!field.nullable && !field.required && mayBeNull.get(`${table}.${column}`))
      found.push(`${name} may be null, which is not declared`);
  }
  const answered = described.columns.map((column) => column.name);
  for (const name of Object.keys(row))
    if (!answered.includes(name)) found.push(`${name} is declared but not answered`);
  return found;
}

function parameterDifferences({ parameters, places }: AnyStatement, described: Described): string[] {
  return places.flatMap((place, i) => {
    if (typeof place !== 'string') return [];
    const declared = fieldOf(parameters[place]!).type;
    const expected = typeNames.get(described.parameters[i]!);
    return declared === expected
      ? []
      : [`the value ${place} is declared ${declared} but is taken as ${expected}`];
  });
}

/** Describes a statement in a transaction that first creates the temporary tables that the statement reads. */
async function descriptionOf({ text, after }: AnyStatement): Promise<Described | Error> {
  await client.query('begin');
  try {
    for (const maker of after)
      await client.query(
        maker.text,
        maker.places.map((place) =>
          typeof place === 'string' ? null : (place as { constant: unknown }).constant,
        ),
      );
    return await describe(client, text);
  } catch (error) {
    return error as Error;
  } finally {
    await client.query('rollback');
  }
}

it('every statement declares the columns, types and nullability that PostgreSQL reports', async () => {
  const wrong: string[] = [];
  // Other tests in this process may have made invalid statements.
  const shipped = [...statements().values()].filter(({ name }) => !name.startsWith('test-'));
  for (const statement of shipped) {
    const described = await descriptionOf(statement);
    const differences =
      described instanceof Error
        ? [described.message]
        : [...rowDifferences(statement.row, described), ...parameterDifferences(statement, described)];
    wrong.push(...differences.map((difference) => `${statement.name}: ${difference}`));
  }
  expect(wrong).toEqual([]);
  expect(shipped.length).toBeGreaterThan(2);
});
