import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '@domesday/builds';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Line } from './flat-lines.ts';

let database: TestDatabase;
let api: TestApi;
let folder: string;
let items: { uprn: string }[];
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  folder = await mkdtemp(join(tmpdir(), 'domesday-job-releases-'));
  const { rows } = await database.db.query('select uprn from addresses order by uprn limit 1000');
  items = rows.map(({ uprn }) => ({ uprn: String(uprn) }));
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true });
});

/** A month of one sale, made up. */
async function loadSale(): Promise<void> {
  const path = join(folder, 'pp-monthly-update-new-version.csv');
  const sale =
    '"{0000AAAA-0000-0000-0000-000000000001}","200000","2026-10-01 00:00","XE1 1AA","T","N","F","1","","QUAXLEY STREET","","XANBURY","XANBURY","XESHIRE","A","A"\n';
  await writeFile(path, sale);
  await load(database.db, 'price-paid', [path], { home: folder, fictional: true });
}

const asked = async (path: string) => {
  api.clock.advance(1000);
  return (await api.call(path)).body;
};
const linesIn = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const releasesIn = (lines: Line[]) => [
  ...new Set(lines.flatMap(({ body }) => body?.meta?.dataset_release ?? [])),
];

it('a job lists every release that answered it, also if data were loaded while it ran', async () => {
  const { id } = (await api.call('/jobs', { body: { operation: 'properties.get', items } })).body;
  while ((await asked(`/jobs/${id}`)).items_done === 0) await sleep(5);
  // Another process has the job for as long as the load takes; the portion under way is answered again.
  await database.db.query(
    `update jobs set lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '90 s' where id = $1`,
    [id],
  );
  const { items_done, dataset_releases } = await asked(`/jobs/${id}`);
  expect(items_done).toBeLessThan(1000);
  expect(dataset_releases).toHaveLength(1);
  await loadSale();
  api.clock.advance(10_000);
  await database.db.query('update jobs set leased_until = null where id = $1', [id]);
  while ((await asked(`/jobs/${id}`)).state === 'running') await sleep(20);
  const job = await asked(`/jobs/${id}`);
  expect(job).toMatchObject({ state: 'done', items_done: 1000 });
  api.clock.advance(1000);
  const { text } = await api.call(`/jobs/${id}/results`);
  expect(releasesIn(linesIn(text))).toHaveLength(2);
  expect(job.dataset_releases).toEqual(releasesIn(linesIn(text)));
});

it('a batch lists the releases too, in its last line, also for lean answers', async () => {
  api.clock.advance(10_000);
  const batch = async (query: string) => {
    const body = { operation: 'properties.get', items: items.slice(0, 60) };
    return linesIn((await api.call(`/batch${query}`, { body })).text);
  };
  const releases = releasesIn(await batch(''));
  expect(releases).toHaveLength(1);
  expect((await batch('?notice=true&meta=lean')).at(-1)).toMatchObject({ dataset_releases: releases });
});
