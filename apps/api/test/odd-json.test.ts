import { setTimeout as sleep } from 'node:timers/promises';
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

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const NDJSON = { 'Content-Type': 'application/x-ndjson' };
const lineOf = (text: string) => JSON.parse(text.split('\n')[0]!);

async function lineOfJob(id: string) {
  for (let tries = 0; tries < 200; tries++) {
    api.clock.advance(1000);
    const { text } = await api.call(`/jobs/${id}/results`);
    if (text !== '') return lineOf(text);
    await sleep(50);
  }
}

describe.each([40, 8000, 30_000])('JSON that is nested %i levels deep', (depth) => {
  const item = `{"address":${nested(depth)}}`;
  const items = (parameters: string) =>
    `{"operation":"addresses.match","items":[{"address":"9 Quaxley Street"}],"parameters":${parameters}}`;

  it('is refused as a parameter of a call', async () => {
    for (const [path, body] of [
      ['/addresses/match', item],
      ['/properties/within', `{"polygon":${nested(depth)}}`],
      ['/jobs', items(item)],
      ['/jobs', `{"operation":"properties.get","area":{"polygon":${nested(depth)}}}`],
    ] as const)
      expect([path, [400, 422].includes((await api.call(path, { body })).status)]).toEqual([path, true]);
  });

  it('is refused only in its own line as an input of a batch or a job', async () => {
    const json = `{"operation":"addresses.match","items":[${item}]}`;
    const refused = { index: 0, status: 400, credits: 0, error: { code: 'malformed_request' } };
    expect(lineOf((await api.call('/batch', { body: json })).text)).toMatchObject(refused);
    const path = '/batch?operation=addresses.match';
    expect(lineOf((await api.call(path, { body: item, headers: NDJSON })).text)).toMatchObject(refused);
    const { body } = await api.call('/jobs', { body: json });
    expect(await lineOfJob(body.id)).toMatchObject(refused);
  });
});

it('refuses a parameter named __proto__ in an input, like in a single call', async () => {
  const item = '{"address":"9 Quaxley Street","__proto__":{"postcode":"XE1 1AA"}}';
  const refused = { status: 422, error: { code: 'unknown_parameter' } };
  const single = await api.call('/addresses/match', { body: item });
  expect([single.status, single.body]).toMatchObject([422, { error: refused.error }]);
  const items = `{"operation":"addresses.match","items":[${item}]}`;
  expect(lineOf((await api.call('/batch', { body: items })).text)).toMatchObject(refused);
  const path = '/batch?operation=addresses.match';
  expect(lineOf((await api.call(path, { body: item, headers: NDJSON })).text)).toMatchObject(refused);
  expect(await lineOfJob((await api.call('/jobs', { body: items })).body.id)).toMatchObject(refused);
});

it.each([
  ['beside the parameters', '/addresses/match', (odd: object) => ({ address: '9 Quaxley Street', ...odd })],
  [
    'in an element of a list',
    '/valuations/development-gdv',
    (odd: object) => ({ outcode: 'XE1', units: [{ type: 'terraced', bedrooms: 3, count: 4, ...odd }] }),
  ],
])('refuses an unknown member %s even if it is null', async (_, path, bodyWith) => {
  const ask = async (odd: object) => {
    const { status, body } = await api.call(path, { body: JSON.stringify(bodyWith(odd)) });
    return [status, body.error?.code, body.error?.message];
  };
  expect((await ask({}))[0]).toBe(200);
  const told = await ask({ nobody_knows: null });
  expect(told).toEqual(await ask({ nobody_knows: 'text' }));
  expect(told).toEqual([422, 'unknown_parameter', expect.stringContaining('nobody_knows')]);
});

it('says that the inputs of a batch or a job belong in items if the body has them under another name', async () => {
  for (const path of ['/batch', '/jobs'])
    for (const name of ['inputs', 'data']) {
      const body = JSON.stringify({ operation: 'properties.get', [name]: [{ uprn: '1' }] });
      const message = (await api.call(path, { body })).body.error.message;
      expect([path, message]).toEqual([
        path,
        expect.stringMatching(`"${name}" is not known here: .*"items"`),
      ]);
    }
});

it('says that a parameter of the operation belongs in each input, if a batch has it beside them', async () => {
  const item = { uprn: '1' };
  const issue = 'is not known here: it stands in each of the inputs';
  for (const field of ['quote', 'fields']) {
    const body = JSON.stringify({ operation: 'properties.get', items: [item], [field]: true });
    expect((await api.call('/batch', { body })).body.error.details).toEqual([{ field, issue }]);
    const path = `/batch?operation=properties.get&${field}=true`;
    const streamed = await api.call(path, { body: JSON.stringify(item), headers: NDJSON });
    expect([streamed.status, streamed.body.error.details]).toEqual([422, [{ field, issue }]]);
  }
});

it('says where a misplaced member of a job belongs', async () => {
  const told = async (more: object) => {
    const body = JSON.stringify({ operation: 'properties.get', ...more });
    return (await api.call('/jobs', { body })).body.error.details[0];
  };
  const polygon = { type: 'Polygon', coordinates: [] };
  for (const [name, value] of Object.entries({ outcode: 'XE1', local_authority: 'E06999001', polygon }))
    expect(await told({ [name]: value })).toEqual({ field: name, issue: 'belongs in "area"' });
  const misspelt = await told({ area: { outcode: 'XE1' }, parameters: { field: ['epc'] } });
  expect(misspelt.issue).toMatch(/^is not known here: there are uprn, fields, /);
  const issue = 'is not known here: what all inputs have stands in "parameters"';
  expect(await told({ area: { outcode: 'XE1' }, fields: ['epc'] })).toEqual({ field: 'fields', issue });
});

it('names an unknown member in the body of properties.within', async () => {
  const ring = [
    [1.3, 53.8],
    [1.31, 53.8],
    [1.31, 53.81],
    [1.3, 53.8],
  ];
  const polygon = { type: 'Polygon', coordinates: [ring] };
  const { status, body } = await api.call('/properties/within', {
    body: JSON.stringify({ polygon, limit: 10 }),
  });
  expect([status, body.error.details]).toMatchObject([422, [{ field: 'limit' }]]);
});
