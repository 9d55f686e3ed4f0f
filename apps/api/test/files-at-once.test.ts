import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MOST_OF_A_KEY = 8;
let database: TestDatabase;
let api: TestApi;
let key: string;
let job: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  key = (await api.newKey({ mode: 'test' })).secret;
  const items = [{ uprn: '998000000001' }];
  const started = await api.call('/jobs', { key, body: { operation: 'properties.get', items } });
  expect(started.status, started.text).toBe(201);
  job = started.body.id;
  for (let done = false; !done; done = (await api.call(`/jobs/${job}`, { key })).body.state === 'done') {
    api.clock.advance(1000);
    await sleep(50);
  }
  // More than the network holds for a client that does not read.
  await database.db.query(
    `update job_results set lines = rtrim(lines, E'\\n') || repeat(' ', 16000000) || E'\\n' where job_id = $1`,
    [job],
  );
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** Reads only the head of an answer. */
function unread(secret: string): Promise<IncomingMessage> {
  api.clock.advance(1000);
  const headers = { authorization: `Bearer ${secret}` };
  return new Promise((begun, failed) => {
    get(`${api.url}/jobs/${job}/results`, { agent: false, headers }, begun).on('error', failed);
  });
}

it('a key may fetch at most eight files of results at once, and the next one once a file is finished', async () => {
  const files = await Promise.all(Array.from({ length: MOST_OF_A_KEY }, () => unread(key)));
  expect(files.map(({ statusCode }) => statusCode)).toEqual(files.map(() => 200));
  const refused = await api.call(`/jobs/${job}/results`, { key });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe('1');
  // Calls that are not for files continue, and other keys need not wait.
  expect((await api.call(`/jobs/${job}`, { key })).status).toBe(200);
  const other = await api.newKey({ mode: 'test' });
  expect((await api.call(`/jobs/${job}/results`, { key: other.secret })).status).toBe(404);
  files[0]!.destroy();
  for (let tries = 0; tries < 100; tries++) {
    const next = await unread(key);
    next.destroy();
    if (next.statusCode === 200) return;
    await sleep(20);
  }
  throw new Error('The place of the file that is over was not given to the next.');
});
