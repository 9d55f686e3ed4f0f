import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday as run } from './domesday.ts';

let database: TestDatabase;
const domesday = (...args: string[]) => run(args, { DATABASE_URL: database.url });

beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it('raises the numbers of the feed of changes after a restore, so that no earlier cursor is valid again', async () => {
  const { next_cursor } = JSON.parse((await domesday('restored', '--json')).out);
  expect(next_cursor).toBeGreaterThan(1e15);
  const head = await database.db.query('select last_seq, pruned_seq from change_head');
  expect(head.rows).toEqual([{ last_seq: next_cursor, pruned_seq: next_cursor }]);
  const again = await domesday('restored');
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining('every cursor from before is answered 410'),
  ]);
});

it('analyses every table, since a dump contains no planner statistics', async () => {
  const uncounted = async () =>
    (
      await database.db.query(`
        select s.relname from pg_stat_user_tables s join pg_class c on c.oid = relid
        where relkind = 'r' and last_analyze is null order by 1`)
    ).rows;
  expect((await domesday('restored')).code).toBe(0);
  // PostgreSQL shows the time of an analysis once the process that made it has ended.
  await expect.poll(uncounted, { timeout: 20_000 }).toEqual([]);
});

it('fails and names the owner of the tables if its user may not analyse them, which PostgreSQL would not report', async () => {
  const [name, username] = [
    new URL(database.url).pathname.slice(1),
    decodeURIComponent(new URL(database.url).username),
  ];
  const other = `${name}_other`;
  await database.db.query(`create role ${other} login password 'made-up'`);
  try {
    await database.db.query(`grant all on schema public, past to ${other};
      grant select, insert, update, delete on all tables in schema public, past to ${other}`);
    const address = Object.assign(new URL(database.url), { username: other, password: 'made-up' });
    const { code, out, err } = await run(['restored'], { DATABASE_URL: address.href });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(
      `may not analyse the tables of ${username}: run the same command again as their owner`,
    );
    // A member of the owner's role may.
    await database.db.query(`grant ${username} to ${other}`);
    expect((await run(['restored'], { DATABASE_URL: address.href })).code).toBe(0);
  } finally {
    await database.db.query(`drop owned by ${other}; drop role ${other}`);
  }
});
