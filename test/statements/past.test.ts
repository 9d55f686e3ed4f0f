import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inTransaction, statements } from '@domesday/db';
import { keepPast } from '@domesday/loading/past.query';
import { emptyDatabase, operationTable, parametersOf, type TestDatabase } from '@domesday/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, describe as group, it } from 'vitest';
import { describe } from './describe.ts';
import { statementsReached } from './reached.ts';

const source = resolve(import.meta.dirname, '../../apps/api/src');
const ROUTES = join(source, 'generated/routes.ts');
const ofReleases = operationTable.filter((entry) =>
  parametersOf(entry).some(({ name }) => name === 'release'),
);

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  for (const name of await readdir(source, { recursive: true }))
    if (name.endsWith('.query.ts')) await import(join(source, name));
  database = await emptyDatabase();
  await inTransaction(database.db, (past) => keepPast(past, true));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set search_path to past');
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** The name under which the table of routes imports the handler of an operation. */
const handlerOf = (id: string) => id.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());

group('an operation that can be asked for a past release', () => {
  it.each(ofReleases)('$id reads only tables whose past rows are stored', async ({ id }) => {
    const reached = statementsReached(ROUTES, handlerOf(id));
    const sent = [...statements().values()].filter(({ name }) => reached.some((one) => one.test(name)));
    expect(sent.length).toBeGreaterThan(3);
    const unreadable: string[] = [];
    for (const { name, text } of sent)
      await describe(client, text).catch(({ message }: Error) => unreadable.push(`${name}: ${message}`));
    expect(unreadable).toEqual([]);
  });
});
