import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabases } from './databases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it('keeps the connections open that a lone call uses, and closes what a busy moment opened beside them', async () => {
  const { db } = openDatabases({
    host: '127.0.0.1',
    port: 0,
    database_url: database.url,
    log_level: 'silent',
    pool_size: 8,
    statement_timeout_ms: 10_000,
    redis_url: null,
  });
  try {
    db.options.idleTimeoutMillis = 20;
    const busy = Array.from({ length: 8 }, () => db.query('select pg_sleep(0.1), pg_backend_pid() as pid'));
    const opened = new Set((await Promise.all(busy)).map(({ rows }) => rows[0].pid));
    expect(opened.size).toBe(8);
    await expect.poll(() => db.totalCount, { timeout: 20_000 }).toBe(5);
    await db.query('select pg_sleep(0.2)');
    expect(db.totalCount).toBe(5);
    const { rows } = await db.query('select pg_backend_pid() as pid');
    expect(opened).toContain(rows[0].pid);
  } finally {
    await db.end();
  }
});
