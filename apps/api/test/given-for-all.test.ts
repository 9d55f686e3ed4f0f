import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Line } from './flat-lines.ts';

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

const uprn = String(sandboxSamples().house.uprn);
const TYPES = { json: 'application/json', ndjson: 'application/x-ndjson', csv: 'text/csv' };
type Type = keyof typeof TYPES;

const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

async function batch(query: string, type: Type, body: unknown): Promise<Line[]> {
  const { status, text } = await api.call(`/batch?${query}`, {
    body,
    headers: { 'Content-Type': TYPES[type] },
  });
  expect(status, text).toBe(200);
  return linesIn(text);
}

async function job(query: string, type: Type, body: unknown): Promise<Line[]> {
  const created = await api.call(`/jobs?${query}`, { body, headers: { 'Content-Type': TYPES[type] } });
  expect(created.status, created.text).toBe(201);
  await expect
    .poll(async () => {
      api.clock.advance(1000);
      return (await api.call(`/jobs/${created.body.id}`)).body.state;
    })
    .toBe('done');
  return linesIn((await api.call(`/jobs/${created.body.id}/results`)).text);
}

const ndjson = (items: readonly object[]) => items.map((item) => JSON.stringify(item)).join('\n');

it('a setting for all inputs also applies to an input that has null for it, so that exclusions stay', async () => {
  const operation = 'properties.get';
  const items = [
    { uprn },
    { uprn, exclude_licences: null, meta: null },
    { uprn, exclude_licences: ['sepa'] },
  ];
  const of_all = 'meta=lean&exclude_licences=odbl';
  const streamed = `operation=${operation}&${of_all}`;
  const parameters = { exclude_licences: ['odbl'] };
  const answered = [
    await batch(of_all, 'json', { operation, items }),
    await batch(streamed, 'ndjson', ndjson(items)),
    await batch(streamed, 'csv', `uprn,exclude_licences,meta\n${uprn}\n${uprn},NULL,\n${uprn},sepa,`),
    await job('', 'json', { operation, items, parameters, meta: 'lean' }),
    await job(streamed, 'ndjson', ndjson(items)),
  ];
  for (const lines of answered) {
    expect(lines.map(({ body }) => body.excluded_licences)).toEqual([['odbl'], ['odbl'], ['sepa']]);
    expect(lines.filter(({ body }) => body.meta.licences !== undefined)).toEqual([]);
  }
});

it('a job reports a line that cannot be read like a batch, with the faulty field', async () => {
  const unread = ['{"uprn":"1","ref":12345678901234567890}', '{"uprn":"1","ref":[]}', 'no JSON'].join('\n');
  const cells = 'listing_type,max_price,q,ref\nsale,"100,000",,a\nsale,1,None,b\nsale,1,,c,d\n';
  for (const [operation, type, body] of [
    ['properties.get', 'ndjson', unread],
    ['listings.search', 'csv', cells],
  ] as const) {
    const told = async (ask: typeof batch) =>
      (await ask(`operation=${operation}`, type, body)).map(({ error, ...line }) => {
        const { request_id: _, ...same } = error!;
        return { ...line, ...same };
      });
    const of_batch = await told(batch);
    expect(of_batch).toHaveLength(3);
    expect(await told(job)).toEqual(of_batch);
  }
});

it('a repeated request returns the same job if it has null for what the first one omitted', async () => {
  const { secret: key } = await api.newKey({ plan: 'scale' });
  const headers = { 'Idempotency-Key': 'made-up-1' };
  const create = (body: object) => api.call('/jobs', { key, body, headers });
  const body = { operation: 'properties.get', items: [{ uprn }] };
  const { id } = (await create(body)).body;
  for (const more of [
    { area: null, parameters: null, credit_ceiling: null, meta: null, quote: null },
    { parameters: { fields: null } },
    { items: [{ uprn, ref: null }] },
  ]) {
    const again = await create({ ...body, ...more });
    expect([again.status, again.body.id], again.text).toEqual([200, id]);
  }
  expect((await create({ ...body, parameters: { fields: 'epc' } })).status).toBe(422);
});
