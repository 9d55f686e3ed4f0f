import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { emptyDatabase } from './database.ts';
import setup from './global-setup.ts';

describe('emptyDatabase', () => {
  const opened: { drop(): Promise<void> }[] = [];
  afterAll(() => Promise.all(opened.map((d) => d.drop())));

  it('gives each caller a separate database with the shipped schema', async () => {
    const [one, two] = await Promise.all([emptyDatabase(), emptyDatabase()]);
    opened.push(one, two);
    await one.db.query("insert into accounts (name, plan_id) values ('first', 'free')");
    const inOne = await one.db.query('select count(*) from accounts');
    const inTwo = await two.db.query('select count(*) from accounts');
    expect(inOne.rows[0].count).toBe(1);
    expect(inTwo.rows[0].count).toBe(0);
  });
});

it('a test run has separate databases on the server of TEST_DATABASE_URL, and drops only those at its end', async () => {
  const before = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = inject('serverUrl');
  const started = async () => {
    const given: Record<string, string> = {};
    const end = await setup({ provide: (name, value) => Object.assign(given, { [name]: value }) });
    return { prefix: given.databasePrefix!, end };
  };
  const [one, other] = [await started(), await started()].map((run) => ({
    ...run,
    made: `${run.prefix}_empty`,
  }));
  const url = new URL(inject('serverUrl'));
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const left = async () => {
    const { rows } = await admin.query('select datname from pg_database where datname = any ($1)', [
      [one!.made, other!.made],
    ]);
    return rows.map((row) => row.datname);
  };
  try {
    for (const { made } of [one!, other!]) await admin.query(`create database ${made}`);
    await one!.end();
    expect(await left()).toEqual([other!.made]);
    await other!.end();
    expect(await left()).toEqual([]);
  } finally {
    await admin.end();
    if (before === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = before;
  }
});
