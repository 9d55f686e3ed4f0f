import { createPool } from '@domesday/db';
import { operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServices } from '../src/http/services.ts';
import { practise } from '../src/practice/practise.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
const log = pino({ level: 'silent' });
const NOT_KNOWN_OF_A_HOME = 'titles.get';

it('answers every operation before the first request, and charges and counts nothing', async () => {
  const { db } = database;
  const services = createServices({ db, clock, log });
  const books = async () =>
    (
      await db.query(
        `select (select count(*) from ledger) + (select count(*) from usage_days) + (select count(*) from paid_questions) as n`,
      )
    ).rows;
  const before = await books();
  const answered = await practise(services, 60_000, 6);
  await services.usage.stop();
  await services.paidQuestions.stop();
  expect(await books()).toEqual(before);
  const priced = operationTable.filter(({ credits, id }) => credits > 0 && id !== NOT_KNOWN_OF_A_HOME);
  expect([...new Set(answered)].sort()).toEqual(priced.map(({ id }) => id).sort());
});

it('does not keep a server from starting where the database does not answer', async () => {
  const nowhere = createPool('postgres://nobody@127.0.0.1:1/none', { max: 2 });
  const services = createServices({ db: nowhere, clock, log });
  expect(await practise(services, 60_000)).toEqual([]);
  await nowhere.end();
});
