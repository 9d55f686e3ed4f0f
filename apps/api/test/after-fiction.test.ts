import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { emptyDatabase, sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let own: TestDatabase;
let fiction: TestDatabase;
let api: TestApi;
let folder: string;
beforeAll(async () => {
  [own, fiction] = await Promise.all([emptyDatabase(), sandboxDatabase()]);
  api = await startTestApi(own, testClock(), { fictional_database_url: fiction.url });
  folder = await mkdtemp(join(tmpdir(), 'domesday-first-'));
}, 180_000);
afterAll(async () => {
  await api?.close();
  await Promise.all([own?.drop(), fiction?.drop()]);
  await rm(folder, { recursive: true, force: true });
});

it('does not replay a fictional answer once real data are served, but replays the real one', async () => {
  const { secret } = await api.newKey();
  const ask = async () => {
    const { status, headers, body } = await api.call('/addresses/search?q=4+made+up+row', {
      key: secret,
      headers: { 'Idempotency-Key': 'made-up' },
    });
    return {
      status,
      fictional: headers.get('x-fictional-country'),
      replayed: headers.get('idempotency-replayed'),
      charged: headers.get('x-credits-charged'),
      found: (body.results as { address: string }[]).some(({ address }) => address.includes('MADE UP ROW')),
    };
  };
  const made = { status: 200, replayed: null, charged: '1' };
  const replayed = { status: 200, replayed: 'true', charged: '0' };
  expect(await ask()).toEqual({ ...made, fictional: 'true', found: false });
  expect(await ask()).toEqual({ ...replayed, fictional: 'true', found: false });
  const path = join(folder, 'made-up.csv');
  await writeFile(path, 'UPRN,ADDRESS,POSTCODE\n998000000001,4 Made Up Row,XE1 1AA\n');
  await load(own.db, 'address-list', [path], { home: folder });
  api.clock.advance(3000);
  expect(await ask()).toEqual({ ...made, fictional: null, found: true });
  expect(await ask()).toEqual({ ...replayed, fictional: null, found: true });
  expect((await api.call('/account', { key: secret })).body.credits.used).toBe(2);
});
