import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningApi, startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProxy, type TcpProxy } from '../../../test/faults/lib/proxy.ts';

let database: TestDatabase;
let proxy: TcpProxy;
let api: RunningApi;
const clock = testClock();

beforeAll(async () => {
  database = await sandboxDatabase();
  proxy = await startProxy([Number(new URL(database.url).port)]);
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const settings = { host: '127.0.0.1', port: 0, log_level: 'info', redis_url: null };
  const limits = { pool_size: 6, statement_timeout_ms: 30_000 };
  api = await startApi(
    { ...settings, ...limits, database_url: url.href },
    { clock, log: pino({ level: 'silent' }) },
  );
});
afterAll(async () => {
  proxy?.mend();
  await api?.close();
  await proxy?.close();
  await database?.drop();
});

it('refuses only a part of a long batch while the database is away for some seconds, and answers the rest', async () => {
  const account_id = await createAccount(database.db, 'long lists', 'scale');
  const { secret } = await createKey(database.db, { account_id, mode: 'live' });
  const { rows } = await database.db.query('select uprn from addresses where postcode is not null limit 50');
  const inputs = Array.from({ length: 2500 }, (_one, i) => `{"uprn":"${rows[i % 50].uprn}"}\n`).join('');
  const response = await fetch(`${api.url}/batch?operation=properties.get&meta=lean`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
    body: inputs,
  });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader.read()).value, { stream: true });
  proxy.cut();
  const back = sleep(6000).then(() => proxy.mend());
  for (let got = await reader.read(); !got.done; got = await reader.read())
    text += decoder.decode(got.value, { stream: true });
  await back;
  const lines = text
    .trim()
    .split('\n')
    .map((line): { index: number; status: number; credits: number } => JSON.parse(line));
  expect(lines.map(({ index }) => index)).toEqual(Array.from({ length: 2500 }, (_one, i) => i));
  const refused = lines.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, credits }) => `${status} ${credits}`))).toEqual(new Set(['503 0']));
  expect(refused.length).toBeLessThan(800);
});
