import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const { house } = sandboxSamples();
const OUTCODE = house.postcode.split(' ')[0]!;
const get = { operation: 'properties.get' };

describe('an area of a job', () => {
  const asked = async (area: object, parameters = {}) => {
    const { status, body } = await api.call('/jobs', { body: { ...get, area, parameters, quote: true } });
    return [status, body.items ?? body.error.details[0].field];
  };

  it('is never another one than was written: a sector is no outcode', async () => {
    const [status, homes] = await asked({ outcode: OUTCODE });
    expect(status).toBe(200);
    expect(await asked({ outcode: ` ${OUTCODE.toLowerCase()} ` })).toEqual([200, homes]);
    expect(await asked({ outcode: `${OUTCODE} 1` })).toEqual([422, 'outcode']);
    expect(await asked({ local_authority: 'nowhere' })).toEqual([422, 'local_authority']);
  });

  it('is refused beside a UPRN, which its homes would take the place of', async () => {
    const parameters = { uprn: String(house.uprn) };
    expect(await asked({ outcode: OUTCODE }, parameters)).toEqual([400, 'parameters.uprn']);
  });
});

it('starts anew under its Idempotency-Key once it is kept no longer', async () => {
  const { secret: key } = await api.newKey({ plan: 'scale' });
  const body = { ...get, items: [{ uprn: String(house.uprn) }] };
  const create = () => api.call('/jobs', { key, body, headers: { 'idempotency-key': 'made-up-1' } });
  const read = (id: string) => api.call(`/jobs/${id}`, { key });
  const first = await create();
  const { id } = first.body;
  while (!(await read(id)).body.finished_at) {
    api.clock.advance(1000);
    await sleep(50);
  }
  expect([first.status, (await create()).body.id]).toEqual([201, id]);
  api.clock.advance(7 * 86_400_000);
  expect((await read(id)).status).toBe(404);
  const anew = await create();
  expect(anew.status).toBe(201);
  expect((await read(anew.body.id)).body.state).toBeDefined();
});
