import { copyText, copyWriter, type DbClient } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** More than the stream buffers before the server has asked for it. */
const LINES = 'x\n'.repeat(100_000);

let database: TestDatabase;
let client: DbClient;
let blocker: DbClient;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query('create table copied (line text)');
});
beforeEach(async () => {
  blocker = await database.db.connect();
  await blocker.query('begin; lock table copied in access exclusive mode');
  client = await database.db.connect();
});
afterEach(async () => {
  client.release(true);
  await blocker.query('rollback');
  blocker.release();
});
afterAll(() => database.drop());

/** Ends the server process of the COPY once it waits for the lock, so that it has asked for no line yet. */
async function endCopy(): Promise<void> {
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'copy copied%' and wait_event_type = 'Lock'`;
  while ((await database.db.query(end)).rowCount === 0);
}

describe('a COPY whose connection ends', () => {
  it('fails if it waits for the server to read its lines', async () => {
    const copy = copyWriter(client, 'copied');
    const written = expect(copy.write(LINES)).rejects.toThrow('terminating connection');
    await endCopy();
    await written;
    await expect(copy.write('x\n')).rejects.toThrow('terminating connection');
    await expect(copy.end()).rejects.toThrow('terminating connection');
  });

  it('fails if it waits for its end', async () => {
    const copy = copyWriter(client, 'copied');
    const ended = expect(copy.end()).rejects.toThrow('terminating connection');
    await endCopy();
    await ended;
  });

  it('fails if it copies one text', async () => {
    const copied = expect(copyText(client, 'copied', LINES)).rejects.toThrow('terminating connection');
    await endCopy();
    await copied;
  });

  it('is aborted with its own error at once', async () => {
    const copy = copyWriter(client, 'copied');
    const written = copy.write(LINES).catch(() => {});
    await endCopy();
    await written;
    const cause = await copy.abort(new Error('noticed elsewhere'));
    expect(String(cause)).toContain('terminating connection');
  });

  it('ends if it is being aborted', async () => {
    const copy = copyWriter(client, 'copied');
    const aborted = copy.abort(new Error('a file is broken'));
    await endCopy();
    expect(String(await aborted)).toBe('Error: a file is broken');
  });
});
