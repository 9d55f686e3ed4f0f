import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeAccount } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await emptyDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it.each([
  ['JSON', '/jobs', 'application/json', '{"operation":"properties.get","items":[', '{"uprn":"1"}]}'],
  ['NDJSON', '/jobs?operation=properties.get', 'application/x-ndjson', '{"uprn":"1"}\n', '{"uprn":"2"}\n'],
])(
  'no job is stored if its inputs, %s, arrive while its account is closed',
  async (_, path, type, first, rest) => {
    const { account_id, secret } = await api.newKey();
    // From here on the server's cache knows the key, so it accepts the key as soon as it has read the head of the
    // request.
    expect((await api.call('/account', { key: secret })).status).toBe(200);
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type, expect: '100-continue' };
    const sent = request(`${api.url}${path}`, { method: 'POST', headers });
    const answer = once(sent, 'response');
    sent.flushHeaders();
    await once(sent, 'continue');
    sent.write(first);
    const jobs = () => database.db.query('select from jobs where account_id = $1', [account_id]);
    // A job of lines is created with its first line; a JSON document must be complete before the job is created.
    if (type !== 'application/json') await expect.poll(async () => (await jobs()).rowCount).toBe(1);
    await closeAccount(database.db, account_id, api.clock.now());
    sent.end(rest);
    const [response] = await answer;
    expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([
      401,
      { error: { code: 'invalid_key' } },
    ]);
    expect((await jobs()).rowCount).toBe(0);
  },
);
