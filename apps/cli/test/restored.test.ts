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
