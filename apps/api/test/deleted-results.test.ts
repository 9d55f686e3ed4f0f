import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
let job: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { rows } = await database.db.query('select uprn from addresses order by uprn limit 600');
  const items = rows.map(({ uprn }) => ({ uprn: String(uprn) }));
  const started = await api.call('/jobs', { body: { operation: 'properties.get', meta: 'lean', items } });
  expect(started.status, started.text).toBe(201);
  job = started.body.id;
  for (let done = false; !done; done = (await api.call(`/jobs/${job}`)).body.state === 'done') {
    api.clock.advance(1000);
    await sleep(50);
  }
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** The status of an answer that arrived whole. */
async function whole(query: string): Promise<number> {
  api.clock.advance(1000);
  const headers = { authorization: `Bearer ${api.testKey}` };
  const response = await fetch(`${api.url}/jobs/${job}/results?${query}`, { headers });
  await response.arrayBuffer();
  return response.status;
}

it('sends the lines that existed when their licences were read, and none written later', async () => {
  const set = (done: number) =>
    database.db.query('update jobs set items_done = $2 where id = $1', [job, done]);
  const lines = async (query: string) => {
    api.clock.advance(1000);
    const { text, body } = await api.call(`/jobs/${job}/results?${query}`);
    return body?.features?.length ?? text.trimEnd().split('\n').filter(Boolean).length;
  };
  // As for a job that continues while its results are sent.
  await set(450);
  expect(await lines('format=ndjson')).toBe(450);
  expect(await lines('format=csv')).toBe(451);
  expect(await lines('format=geojson')).toBe(450);
  expect(await lines('format=ndjson&from=420')).toBe(30);
  expect(await lines('format=ndjson&from=450')).toBe(0);
  await set(600);
  expect(await lines('format=ndjson')).toBe(600);
});

it('breaks off a file, so that it does not look complete, if its results are deleted while they are sent', async () => {
  expect(await whole('format=ndjson')).toBe(200);
  // As if the first portions, which are read together, had been sent.
  await database.db.query('delete from job_results where job_id = $1 and portion >= 8', [job]);
  for (const format of ['ndjson', 'csv', 'geojson'])
    await expect(whole(`format=${format}`), format).rejects.toThrow();
  // Nothing of a small file was sent before.
  expect(await whole('format=parquet')).toBe(404);
  expect(await whole('format=ndjson&from=600')).toBe(200);
});
